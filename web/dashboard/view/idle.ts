import { useEffect, useState } from 'react';

const patience = 3000;

/** Whether nobody has moved for a while, so that the cursor can go. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    let timer = setTimeout(() => setIdle(true), patience);
    const wake = () => {
      clearTimeout(timer);
      setIdle(false);
      timer = setTimeout(() => setIdle(true), patience);
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
