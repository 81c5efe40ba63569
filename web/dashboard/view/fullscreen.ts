import { useCallback, useEffect, useState } from 'react';

/** Fullscreen mode. A browser without fullscreen still fills its window. */
export function useFullscreen(): [boolean, (isFull: boolean) => void] {
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
    // A browser may refuse it; the page then fills the window only.
    if (next) void document.documentElement.requestFullscreen?.().catch(() => undefined);
    else exitFullscreen();
  }, []);
  return [isFull, change];
}

export function exitFullscreen(): void {
  // It rejects if the browser has left fullscreen meanwhile.
  if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
}
