import { useEffect, useRef } from 'react';

type Keys = { onRun: () => void; onRefresh: () => void; onSave: () => void };

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** ⌘/Ctrl+Enter asks again, ⌘/Ctrl+S keeps the chart, `r` refreshes; never while someone composes or types letters. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.isComposing || event.altKey) return;
      const hasCommand = event.ctrlKey || event.metaKey;
      if (hasCommand && event.key === 'Enter') latest.current.onRun();
      if (hasCommand && event.key.toLowerCase() === 's') {
        event.preventDefault();
        latest.current.onSave();
      }
      if (event.key === 'r' && !hasCommand && !event.shiftKey && !isTyping(event.target)) latest.current.onRefresh();
    };
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, []);
}
