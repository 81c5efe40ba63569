import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { useParams, useSearchParams } from 'react-router';

import { isNotFound } from '#contract/errors.ts';
import { chartKindDescriptors } from '#display/charts/all-kinds.ts';
import { NoAccess } from '#web/access/NoAccess.tsx';
import { loadDrawer } from '#web/charts/load-drawer.ts';
import { dashboardQuery } from '#web/http/dashboards.ts';
import { useLive } from '#web/http/live.ts';
import { throwUnlessNotFound } from '#web/http/not-found.ts';
import { queryClient } from '#web/http/query-client.ts';
import { NotFound } from '#web/layouts/NotFound.tsx';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { ZoneContext } from '#web/shell/preferences.ts';
import { zoneIn } from '#web/viewer/zone-param.ts';
import { TrashedNotice, NewerFormatNotice } from './TrashedNotice.tsx';
import { ViewPage } from './ViewPage.tsx';

// Lazy: viewing needs only the code that shows cards.
const EditPage = lazy(() => import('../edit/EditPage.tsx').then((module) => ({ default: module.EditPage })));
const PresentPage = lazy(() => import('./PresentPage.tsx').then((module) => ({ default: module.PresentPage })));

/** Loads the code that draws the charts of a dashboard, if the dashboard is in the cache. */
export async function loadChartsOf(id: string): Promise<void> {
  const cards = queryClient.getQueryData(dashboardQuery(id).queryKey)?.dashboard.tabs[0]?.cards ?? [];
  const kinds = new Set(cards.flatMap((card) => (card.kind === 'chart' ? [card.chart.drawing.kind] : [])));
  await Promise.all([...kinds].filter((kind) => chartKindDescriptors[kind].surface === 'plot').map(loadDrawer));
}

/** One dashboard: view, edit or slideshow. */
export function DashboardPage() {
  useLive();
  const { id = '' } = useParams();
  const [params] = useSearchParams();
  const mode = params.get('mode');
  const { data: saved, error } = useQuery({ ...dashboardQuery(id), throwOnError: throwUnlessNotFound });
  if (isNotFound(error)) return saved ? <NoAccess to="/dashboard" /> : <NotFound />;
  if (!saved) return <PageSpinner />;
  if (saved.trashedAt) return <TrashedNotice saved={saved} />;
  if (saved.dashboard.format !== 1) return <NewerFormatNotice />;
  if (mode === 'edit' && saved.right === 'edit') return <EditPage key={id} saved={saved} />;
  const Page = mode === 'present' ? PresentPage : ViewPage;
  return (
    <ZoneContext value={zoneIn(params)}>
      <Page key={id} saved={saved} />
    </ZoneContext>
  );
}
