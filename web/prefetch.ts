import { dashboardQuery } from '#web/http/dashboards.ts';
import { meQuery } from '#web/http/me.ts';
import { queryClient } from '#web/http/query-client.ts';
import { readToken } from '#web/shell/token.ts';

/** Starts the requests of a page in parallel, before its code is loaded. */
export function prefetchPage(pathname: string): void {
  if (!readToken()) return;
  void queryClient.prefetchQuery(meQuery);
  const id = /^\/dashboard\/([\w-]{36})$/.exec(pathname)?.[1];
  if (id) void queryClient.prefetchQuery(dashboardQuery(id));
}
