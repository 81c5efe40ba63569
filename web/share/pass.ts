// Whoever reloads the page has not opened the link once more. In frames of other sites browsers may refuse to keep it.

const name = 'web.share';

export function readPass(token: string): string | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(name) ?? '{}') as { token?: string; pass?: string };
    return kept.token === token ? kept.pass : undefined;
  } catch {
    return undefined;
  }
}

export function keepPass(token: string, pass: string): void {
  try {
    sessionStorage.setItem(name, JSON.stringify({ token, pass }));
  } catch {
    // Then it holds as long as the page.
  }
}
