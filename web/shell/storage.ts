type GuestStorage = Pick<Storage, 'getItem' | 'setItem' | 'clear'>;

/** Whether this page was opened by a public link; constant for the life of the page. */
const isGuest = (): boolean => window.location?.pathname.startsWith('/share/') ?? false;

/**
 * In-memory storage for a public link: it must not see the signed-in member, and browsers may deny storage in
 * cross-site frames. Language and theme may be set in the URL.
 */
function createGuestStorage(search: string): GuestStorage {
  const params = new URLSearchParams(search);
  const values = new Map<string, string>();
  const language = { en: 'en_US', zh: 'zh_CN' }[(params.get('lang') ?? '').slice(0, 2).toLowerCase()];
  if (language) values.set('web.language', language);
  const theme = params.get('theme');
  if (theme) values.set('web.theme', theme);
  return {
    getItem: (name) => values.get(name) ?? null,
    setItem: (name, value) => void values.set(name, value),
    clear: () => values.clear(),
  };
}

/** The storage settings of the spec. */
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

/** The number of writes by this page: cached reads are valid while it is unchanged. */
export const countWrites = (): number => writes;

export function store(name: string, value: string): void {
  storage().setItem(keyOf(name), value);
  writes += 1;
}

export function clearStored(): void {
  storage().clear();
  writes += 1;
}

/** Calls back when another tab changes a stored value; `null` means that the storage was cleared. */
export function watchStored(handle: (name: string | null) => void): () => void {
  const listener = (event: StorageEvent) => {
    if (event.storageArea === storage()) handle(event.key && event.key.replace(`${settings.prefix}.`, ''));
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}
