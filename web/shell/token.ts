import { readStored, store } from './storage.ts';

const name = 'auth.user.token';

/** The bearer token of the session; undefined when signed out. */
export function readToken(): string | undefined {
  return readStored(name) || undefined;
}

export function clearToken(): void {
  store(name, '');
}

export function storeToken(token: string): void {
  store(name, token);
}
