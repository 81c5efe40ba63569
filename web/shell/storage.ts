import { createGuestStorage, isGuest } from './guest.ts';

/** Where the browser keeps what it must remember. */
const settings = { prefix: 'web', type: 'localStorage' } as const;

const keyOf = (name: string) => `${settings.prefix}.${name}`;

let guest: ReturnType<typeof createGuestStorage> | undefined;
const storage = () => {
  if (!guest && isGuest()) guest = createGuestStorage(window.location.search);
  return guest ?? window[settings.type];
};

export function readStored(name: string): string | null {
  return storage().getItem(keyOf(name));
}

let writes = 0;

/** How often this page wrote something: what was read holds while it stays the same. */
export const countWrites = (): number => writes;

export function store(name: string, value: string): void {
  storage().setItem(keyOf(name), value);
  writes += 1;
}

export function clearStored(): void {
  storage().clear();
  writes += 1;
}

/** Calls back when another tab changes a stored value; `null` is a cleared storage. */
export function watchStored(handle: (name: string | null) => void): () => void {
  const listener = (event: StorageEvent) => {
    if (event.storageArea === storage()) handle(event.key && event.key.replace(`${settings.prefix}.`, ''));
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}
