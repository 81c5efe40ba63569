import { useEffect, useState } from 'react';

import { formatDuration } from '#display/format/number.ts';
import { useLanguage } from '#web/ui/language.ts';

/** How long something has been going on, in words; nothing in the first two seconds and when it is over. */
export function useElapsed(isGoingOn: boolean): string {
  const language = useLanguage();
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (!isGoingOn) return undefined;
    const start = Date.now();
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - start) / 1000)), 1000);
    return () => {
      clearInterval(timer);
      setSeconds(0);
    };
  }, [isGoingOn]);
  return isGoingOn && seconds >= 2 ? ` ${formatDuration(seconds, language)}` : '';
}
