type Kept = Pick<Storage, 'getItem' | 'setItem' | 'clear'>;

/** Whether this page was opened by a public link. It stays so until the page is left. */
export const isGuest = (): boolean => window.location?.pathname.startsWith('/share/') ?? false;

/**
 * What a page of a link remembers, and only while it is open: it knows nobody who is signed in here, and in a frame of
 * another site browsers refuse to keep anything. Its address may say how it is to look.
 */
export function createGuestStorage(search: string): Kept {
  const asked = new URLSearchParams(search);
  const kept = new Map<string, string>();
  const language = { en: 'en_US', zh: 'zh_CN' }[(asked.get('lang') ?? '').slice(0, 2).toLowerCase()];
  if (language) kept.set('web.language', language);
  const theme = asked.get('theme');
  if (theme) kept.set('web.theme', theme);
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    clear: () => kept.clear(),
  };
}
