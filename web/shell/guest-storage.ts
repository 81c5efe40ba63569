type GuestStorage = Pick<Storage, 'getItem' | 'setItem' | 'clear'>;

/** Whether this page was opened by a public link; constant for the life of the page. */
export const isGuest = (): boolean => window.location?.pathname.startsWith('/share/') ?? false;

/**
 * In-memory storage for a public link: it must not see the signed-in member, and browsers may deny storage in
 * cross-site frames. Language and theme may be set in the URL.
 */
export function createGuestStorage(search: string): GuestStorage {
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
