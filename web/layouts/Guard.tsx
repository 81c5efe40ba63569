import { Navigate, Outlet, useLocation } from 'react-router';

import { readToken } from '#web/shell/token.ts';
import { useSessionEnd } from './session.ts';

/** Requires a token; otherwise redirects to the start with the returnUrl. */
export function Guard() {
  const { pathname, search, hash } = useLocation();
  if (readToken()) return <GuardedOutlet />;
  const returnUrl = `${pathname}${search}${hash}`;
  return <Navigate replace to={`/?${new URLSearchParams({ returnUrl })}`} />;
}

function GuardedOutlet() {
  useSessionEnd();
  return <Outlet />;
}
