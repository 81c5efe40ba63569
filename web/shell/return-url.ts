/** The path of a `returnUrl`; anything that would leave the site leads to the dashboard. */
export function returnPathOf(returnUrl: string | null, origin: string = window.location.origin): string {
  const fallback = '/dashboard';
  if (!returnUrl?.startsWith('/')) return fallback;
  const resolved = URL.canParse(returnUrl, origin) ? new URL(returnUrl, origin) : undefined;
  if (resolved?.origin !== origin) return fallback;
  const path = `${resolved.pathname}${resolved.search}${resolved.hash}`;
  // The auth pages are not a return target, and a doubled slash would leave the site when resolved again.
  return /^\/(?:$|\?|#|auth(?:[/?#]|$)|\/)/.test(path) ? fallback : path;
}
