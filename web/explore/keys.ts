import { useEffect, useRef } from 'react';

import { isTyping } from '#web/layouts/is-typing.ts';

type ExploreKeyHandlers = { onRun: () => void; onRefresh: () => void; onSave: () => void };

/** ⌘/Ctrl+Enter runs, ⌘/Ctrl+S saves the chart, `r` refreshes; never while typing or composing with an IME. */
export function useExploreKeys(keys: ExploreKeyHandlers): void {
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
