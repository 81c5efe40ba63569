import { useEffect, useState } from 'react';

const idleAfterMs = 3000;

/** Whether there was no input for a while, so that the cursor can be hidden. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    let timer = setTimeout(() => setIdle(true), idleAfterMs);
    const wake = () => {
      clearTimeout(timer);
      setIdle(false);
      timer = setTimeout(() => setIdle(true), idleAfterMs);
    };
    const kinds = ['pointermove', 'pointerdown', 'keydown'] as const;
    for (const kind of kinds) window.addEventListener(kind, wake);
    return () => {
      clearTimeout(timer);
      for (const kind of kinds) window.removeEventListener(kind, wake);
    };
  }, []);
  return isIdle;
}
