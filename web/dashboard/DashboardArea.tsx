import { lazy } from 'react';
import { Route, Routes } from 'react-router';

import { NotFound } from '#web/layouts/NotFound.tsx';

// Each page comes when someone opens it: charts and the SQL editor are heavy, and a dashboard needs no list.
const ListPage = lazy(() => import('./list/ListPage.tsx').then((module) => ({ default: module.ListPage })));
const TrashPage = lazy(() => import('./list/TrashPage.tsx').then((module) => ({ default: module.TrashPage })));
const ExplorePage = lazy(() => import('./explore/ExplorePage.tsx').then((module) => ({ default: module.ExplorePage })));
const DashboardPage = lazy(() =>
  import('./view/DashboardPage.tsx').then((module) => ({ default: module.DashboardPage })),
);

export function DashboardArea() {
  return (
    <Routes>
      <Route index element={<ListPage />} />
      <Route path="trash" element={<TrashPage />} />
      <Route path="explore" element={<ExplorePage />} />
      <Route path=":id" element={<DashboardPage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
