import { Route, Routes } from 'react-router';

import { NotFound } from '#web/layouts/NotFound.tsx';
import { lazyComponent } from '#web/ui/lazy-component.ts';

// Lazy pages: charts and the SQL editor are heavy, and viewing a dashboard needs no list.
const ListPage = lazyComponent(() => import('./list/ListPage.tsx'), 'ListPage');
const TrashPage = lazyComponent(() => import('./list/TrashPage.tsx'), 'TrashPage');
const ExplorePage = lazyComponent(() => import('#web/explore/ExplorePage.tsx'), 'ExplorePage');
// Both alert pages share one chunk, which keeps the chunk list in this script short.
const AlertsArea = lazyComponent(() => import('#web/alerts/AlertsArea.tsx'), 'AlertsArea');
const ReportsArea = lazyComponent(() => import('#web/reports/ReportsArea.tsx'), 'ReportsArea');
const LineagePage = lazyComponent(() => import('#web/lineage/LineagePage.tsx'), 'LineagePage');
const DashboardPage = lazyComponent(() => import('./view/DashboardPage.tsx'), 'DashboardPage');

/** Loads the scripts of the page at a path below `/dashboard`. */
export async function loadDashboardPage(path: string): Promise<void> {
  if (path === '') await ListPage.load();
  if (!/^[\w-]{36}$/.test(path)) return;
  await DashboardPage.load();
  const { loadChartsOf } = await import('./view/DashboardPage.tsx');
  await loadChartsOf(path);
}

export function DashboardArea() {
  return (
    <Routes>
      <Route index element={<ListPage />} />
      <Route path="trash" element={<TrashPage />} />
      <Route path="explore" element={<ExplorePage />} />
      <Route path="alerts/:alert?" element={<AlertsArea />} />
      <Route path="reports/:report?" element={<ReportsArea />} />
      <Route path="lineage/:kind/:id/:metric?" element={<LineagePage />} />
      <Route path=":id" element={<DashboardPage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
