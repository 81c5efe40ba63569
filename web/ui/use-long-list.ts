import { type RefObject, useEffect, useRef, useState } from 'react';

import { observeNear } from './observe-near.ts';

const step = 60;

type LongList<T> = { rendered: T[]; endRef: RefObject<HTMLDivElement | null> };

/**
 * Renders a long list in steps: its first items, and more whenever the element at `endRef` comes near. Starts over with
 * another key, such as another filter.
 */
export function useLongList<T>(items: T[], key: string): LongList<T> {
  const [progress, setProgress] = useState({ key, count: step });
  if (progress.key !== key) setProgress({ key, count: step });
  const endRef = useRef<HTMLDivElement>(null);
  const { count } = progress;
  const hasMore = count < items.length;
  useEffect(() => {
    if (!hasMore) return undefined;
    const renderMore = () => setProgress((before) => ({ ...before, count: before.count + step }));
    // A screen ahead, so that scrolling does not reach the end.
    return observeNear(endRef.current!, '100%', renderMore);
    // After every render: the end may still be near.
  });
  return { rendered: hasMore ? items.slice(0, count) : items, endRef };
}
