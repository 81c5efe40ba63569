import { useSyncExternalStore } from 'react';

/** Below this viewport width cards are stacked. */
const narrowWidth = 768;

const query = `(max-width: ${narrowWidth - 1}px)`;

function subscribe(listener: () => void): () => void {
  const list = window.matchMedia(query);
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
}

/** Whether the viewport is too narrow for cards side by side. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
