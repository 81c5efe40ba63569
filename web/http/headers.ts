import type { Language } from '#domain/language.ts';
import { readToken } from '#web/shell/token.ts';
import type { RequestUrl } from './request-url.ts';

/** The headers of every request: language, token and XSRF token. */
export function headersOf(address: RequestUrl, method: string, language: Language): Headers {
  const headers = new Headers({ 'accept-language': language.replace('_', '-') });
  const token = address.takesToken && readToken();
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (method !== 'GET' && address.isOwn) headers.set('x-xsrf-token', readXsrfCookie());
  return headers;
}

function readXsrfCookie(): string {
  return /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? '';
}
