import { useEffect, useState } from 'react';

import { formatDuration } from '#display/format/number.ts';
import { useLanguage } from '#web/ui/language.ts';

/** Elapsed time as text; empty in the first two seconds and when nothing is running. */
export function useElapsed(isRunning: boolean): string {
  const language = useLanguage();
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (!isRunning) return undefined;
    const start = Date.now();
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - start) / 1000)), 1000);
    return () => {
      clearInterval(timer);
      setSeconds(0);
    };
  }, [isRunning]);
  return isRunning && seconds >= 2 ? ` ${formatDuration(seconds, language)}` : '';
}
