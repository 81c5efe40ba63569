import { apiPrefix } from '#contract/shell.ts';

const isAsset = (url: string) => /^\/?assets\//.test(url);
const isAuthentication = (path: string) => path.startsWith(`${apiPrefix}/auth/`);

/** The resolved URL of a request, and which of our headers it may carry. */
export type RequestUrl = { url: string; isOwn: boolean; takesToken: boolean };

/** Adds the API prefix to everything but static assets; our headers are sent to our own origin only. */
export function requestUrlOf(url: string, origin: string): RequestUrl {
  const path = isAsset(url) ? `/${url.replace(/^\//, '')}` : `${apiPrefix}${url.startsWith('/') ? '' : '/'}${url}`;
  const resolved = new URL(path, origin);
  const isOwn = resolved.origin === origin;
  return { url: resolved.href, isOwn, takesToken: isOwn && !isAuthentication(resolved.pathname) };
}
