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
    if (next) void document.documentElement.requestFullscreen?.().catch(() => undefined);
    else exitFullscreen();
  }, []);
  return [isFull, change];
}

export function exitFullscreen(): void {
  if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
}
