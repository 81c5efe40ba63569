import { useEffect, useRef } from 'react';

import { isTyping } from '#web/layouts/is-typing.ts';

/** Single-key shortcuts; inactive while typing, composing with an IME or in a dialog. */
export function useShortcuts(keys: Record<string, (() => void) | undefined>): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
      if (isTyping(event.target) || document.querySelector('[role=dialog][aria-modal=true]')) return;
      latest.current[event.key]?.();
    };
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, []);
}
