const openers = new Set<() => void>();

/** Shows the map of keys, if there is a frame around the page that can. */
export function openKeyMap(): void {
  for (const open of openers) open();
}

export function watchKeyMap(open: () => void): () => void {
  openers.add(open);
  return () => openers.delete(open);
}
