import { useEffect, useRef } from 'react';

type EditKeyHandlers = { onUndo: () => void; onRedo: () => void; onPublish: () => void };

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA)$/.test(target.tagName));

/** ⌘/Ctrl+S publishes, ⌘/Ctrl+Z undoes, with Shift redoes; a focused field keeps its own undo. */
export function useEditKeys(keys: EditKeyHandlers): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const hasCommand = event.ctrlKey || event.metaKey;
      if (!hasCommand || event.altKey || event.isComposing) return;
      const key = event.key.toLowerCase();
      const { onUndo, onRedo, onPublish } = latest.current;
      if (key === 's') {
        event.preventDefault();
        onPublish();
      }
      if (isTyping(event.target)) return;
      const isRedo = (key === 'z' && event.shiftKey) || key === 'y';
      if (key !== 'z' && !isRedo) return;
      event.preventDefault();
      (isRedo ? onRedo : onUndo)();
    };
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, []);
}
