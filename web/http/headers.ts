import { seeAsHeader } from '#contract/shell.ts';
import type { Language } from '#domain/language.ts';
import { readSeeAs } from '#web/shell/see-as.ts';
import { readToken } from '#web/shell/token.ts';
import type { RequestUrl } from './request-url.ts';

/** The headers of every request: language, token, the pass of "See as…", and XSRF token. */
export function headersOf(address: RequestUrl, method: string, language: Language): Headers {
  const headers = new Headers({ 'accept-language': language.replace('_', '-') });
  const token = address.takesToken && readToken();
  if (token) headers.set('authorization', `Bearer ${token}`);
  const seeAs = token && readSeeAs();
  if (seeAs) headers.set(seeAsHeader, seeAs.pass);
  if (method !== 'GET' && address.isOwn) headers.set('x-xsrf-token', readXsrfCookie());
  return headers;
}

function readXsrfCookie(): string {
  return /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? '';
}
