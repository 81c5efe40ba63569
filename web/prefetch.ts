import { dashboardQuery } from '#web/http/dashboards.ts';
import { datasetQuery } from '#web/http/datasets.ts';
import { meQuery } from '#web/http/me.ts';
import { queryClient } from '#web/http/query-client.ts';
import { readToken } from '#web/shell/token.ts';
import { initialDatasetsOf } from '#web/viewer/run-input.ts';

/** Starts the requests of a page in parallel, before its code is loaded; most have been sent by `early.ts`. */
export function prefetchPage({ pathname, search }: Location): void {
  if (!readToken()) return;
  void queryClient.prefetchQuery(meQuery);
  const id = /^\/dashboard\/([\w-]{36})$/.exec(pathname)?.[1];
  if (id) void prefetchDashboard(id, new URLSearchParams(search));
}

async function prefetchDashboard(id: string, search: URLSearchParams): Promise<void> {
  await queryClient.prefetchQuery(dashboardQuery(id));
  const dashboard = queryClient.getQueryData(dashboardQuery(id).queryKey)?.dashboard;
  if (dashboard?.format !== 1) return;
  for (const dataset of initialDatasetsOf(dashboard, search)) void queryClient.prefetchQuery(datasetQuery(dataset));
}
