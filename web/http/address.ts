import { apiPrefix } from '#contract/shell.ts';

const isAsset = (url: string) => /^\/?assets\//.test(url);
const isAuthentication = (path: string) => path.startsWith(`${apiPrefix}/auth/`);

/** Where a request really goes, and what of ours it may carry. */
export type Address = { url: string; isOwn: boolean; takesToken: boolean };

/** Puts the API prefix before everything but static assets; headers of ours go to our own origin only. */
export function addressOf(url: string, origin: string): Address {
  const path = isAsset(url) ? `/${url.replace(/^\//, '')}` : `${apiPrefix}${url.startsWith('/') ? '' : '/'}${url}`;
  const resolved = new URL(path, origin);
  const isOwn = resolved.origin === origin;
  return { url: resolved.href, isOwn, takesToken: isOwn && !isAuthentication(resolved.pathname) };
}
