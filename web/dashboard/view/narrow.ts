import { useSyncExternalStore } from 'react';

import { narrow } from './grid.ts';

const query = `(max-width: ${narrow - 1}px)`;

function subscribe(listener: () => void): () => void {
  const list = window.matchMedia(query);
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
}

/** Whether there is no room for cards side by side. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
