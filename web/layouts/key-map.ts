const openers = new Set<() => void>();

/** Opens the list of keyboard shortcuts, if the layout has one. */
export function openKeyMap(): void {
  for (const open of openers) open();
}

export function watchKeyMap(open: () => void): () => void {
  openers.add(open);
  return () => openers.delete(open);
}
