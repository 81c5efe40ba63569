/** Listeners of a store outside React, as `useSyncExternalStore` subscribes them. */
export function createListeners() {
  const listeners = new Set<() => void>();
  return {
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify: (): void => {
      for (const listener of listeners) listener();
    },
  };
}
