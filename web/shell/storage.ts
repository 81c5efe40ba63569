/** Where the browser keeps what it must remember. */
const settings = { prefix: 'web', type: 'localStorage' } as const;

const keyOf = (name: string) => `${settings.prefix}.${name}`;
const storage = () => window[settings.type];

export function readStored(name: string): string | null {
  return storage().getItem(keyOf(name));
}

export function store(name: string, value: string): void {
  storage().setItem(keyOf(name), value);
}

export function clearStored(): void {
  storage().clear();
}

/** Calls back when another tab changes a stored value; `null` is a cleared storage. */
export function watchStored(handle: (name: string | null) => void): () => void {
  const listener = (event: StorageEvent) => {
    if (event.storageArea === storage()) handle(event.key && event.key.replace(`${settings.prefix}.`, ''));
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}
