import { lazy } from 'react';
import { Route, Routes } from 'react-router';

import { NotFound } from '#web/layouts/NotFound.tsx';

// Lazy pages: charts and the SQL editor are heavy, and viewing a dashboard needs no list.
const ListPage = lazy(() => import('./list/ListPage.tsx').then((module) => ({ default: module.ListPage })));
const TrashPage = lazy(() => import('./list/TrashPage.tsx').then((module) => ({ default: module.TrashPage })));
const ExplorePage = lazy(() =>
  import('#web/explore/ExplorePage.tsx').then((module) => ({ default: module.ExplorePage })),
);
// Both alert pages share one chunk, which keeps the chunk list in this script short.
const AlertsArea = lazy(() => import('#web/alerts/AlertsArea.tsx').then((module) => ({ default: module.AlertsArea })));
const ReportsArea = lazy(() =>
  import('#web/reports/ReportsArea.tsx').then((module) => ({ default: module.ReportsArea })),
);
const DashboardPage = lazy(() =>
  import('./view/DashboardPage.tsx').then((module) => ({ default: module.DashboardPage })),
);

export function DashboardArea() {
  return (
    <Routes>
      <Route index element={<ListPage />} />
      <Route path="trash" element={<TrashPage />} />
      <Route path="explore" element={<ExplorePage />} />
      <Route path="alerts/:alert?" element={<AlertsArea />} />
      <Route path="reports/:report?" element={<ReportsArea />} />
      <Route path=":id" element={<DashboardPage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
