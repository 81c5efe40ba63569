// Keeps the pass across reloads, so that a reload is no new view. Browsers may deny storage in cross-site frames.

const storageKey = 'web.share';

export function readPass(token: string): string | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as { token?: string; pass?: string };
    return stored.token === token ? stored.pass : undefined;
  } catch {
    return undefined;
  }
}

export function storePass(token: string, pass: string): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ token, pass }));
  } catch {
    // Without storage the pass lives as long as the page.
  }
}
