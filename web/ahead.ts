import { dashboardQuery } from '#web/http/dashboards.ts';
import { meQuery } from '#web/http/me.ts';
import { queryClient } from '#web/http/queries.ts';
import { readToken } from '#web/shell/token.ts';

/** Asks at once for what the page of an address would ask for one after the other. */
export function askAhead(pathname: string): void {
  if (!readToken()) return;
  void queryClient.prefetchQuery(meQuery);
  const id = /^\/dashboard\/([\w-]{36})$/.exec(pathname)?.[1];
  if (id) void queryClient.prefetchQuery(dashboardQuery(id));
}
