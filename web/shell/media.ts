import { createListeners } from './listeners.ts';

export type WatchedMedia = { matches: () => boolean; subscribe: (listener: () => void) => () => void };

/**
 * The result of a media query, with change notifications. Cached, because Chromium drops the change event if the new
 * value is read before the next frame.
 */
export function watchMedia(query: string): WatchedMedia {
  const list = window.matchMedia(query);
  const { subscribe, notify } = createListeners();
  let isMatch = list.matches;
  list.addEventListener('change', (event) => {
    isMatch = event.matches;
    notify();
  });
  return {
    matches: () => isMatch,
    subscribe,
  };
}
