export type Media = { matches: () => boolean; subscribe: (listener: () => void) => () => void };

/**
 * What the browser answers to a media query, now and whenever the answer changes.
 * It is remembered, because Chromium keeps a change to itself if someone has read the new answer before the next frame.
 */
export function watchMedia(query: string): Media {
  const list = window.matchMedia(query);
  const listeners = new Set<() => void>();
  let isMatch = list.matches;
  list.addEventListener('change', (event) => {
    isMatch = event.matches;
    for (const listener of listeners) listener();
  });
  return {
    matches: () => isMatch,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
