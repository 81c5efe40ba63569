import type { ErrorCode } from './errors.ts';
import { isReadRoute, takesKey } from './accounts/keys.ts';
import { allowsSeeAs } from './members/see-as.ts';
import { methodOf, pathOf, type Route, type RouteKey } from './route.ts';

/** Error codes that every route may return. */
export const commonErrors: ErrorCode[] = [
  'invalid_input',
  'malformed_request',
  'key_in_address',
  'too_large',
  'uri_too_long',
  'unsupported_media_type',
  'headers_too_large',
  'internal',
  'unavailable',
  'disk_full',
  'warehouse_unavailable',
  'warehouse_failed',
];

function errorsOfAccess(key: RouteKey, route: Route): ErrorCode[] {
  if (route.access === 'anyone')
    return methodOf(key) === 'GET' || route.cookieless || takesKey(route) ? [] : ['key_not_here'];
  return [
    'unauthenticated',
    allowsSeeAs(key, route) ? 'see_as_ended' : 'see_as_read_only',
    ...(route.access === 'member' ? [] : ['forbidden' as const]),
    ...(takesKey(route) ? [] : ['key_not_here' as const]),
    ...(takesKey(route) && !isReadRoute(key, route) ? ['key_reads_only' as const] : []),
  ];
}

/**
 * Error codes that a route may return: those that follow from its declaration, then its own. `commonErrors` come on
 * top.
 */
export function codesOf(key: RouteKey, route: Route): ErrorCode[] {
  const codes: ErrorCode[] = [
    ...errorsOfAccess(key, route),
    ...(methodOf(key) !== 'GET' && !route.cookieless ? ['xsrf_refused' as const] : []),
    ...(route.needs || pathOf(key).includes(':') ? ['not_found' as const] : []),
    ...(route.needs?.startsWith('edit') ? ['view_only' as const] : []),
    ...(route.isRelayed ? ['server_unreachable' as const] : []),
    ...(route.errors ?? []),
  ];
  return [...new Set(codes)];
}
