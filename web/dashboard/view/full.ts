import { useCallback, useEffect, useState } from 'react';

/** The dashboard alone on the screen. A browser that gives no whole screen still gives its whole window. */
export function useFull(): [boolean, (isFull: boolean) => void] {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const handleChange = () => {
      if (!document.fullscreenElement) setFull(false);
    };
    document.addEventListener('fullscreenchange', handleChange);
    return () => document.removeEventListener('fullscreenchange', handleChange);
  }, []);
  const change = useCallback((next: boolean) => {
    setFull(next);
    if (next) void document.documentElement.requestFullscreen?.().catch(() => undefined);
    else leaveFull();
  }, []);
  return [isFull, change];
}

export function leaveFull(): void {
  if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
}
