import { readStored, store } from './storage.ts';

const name = 'auth.user.token';

/** The bearer token of the session; undefined when signed out. */
export function readToken(): string | undefined {
  return readStored(name) || undefined;
}

export function clearToken(): void {
  store(name, '');
}

let signedInAt = 0;

export function storeToken(token: string): void {
  store(name, token);
  signedInAt = performance.now();
}

/** Milliseconds since the page was opened, or since the sign-in on it: none of its data is older. */
export const sessionAge = (): number => Math.ceil(performance.now() - signedInAt);
