import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { useParams, useSearchParams } from 'react-router';

import { dashboardQuery } from '#web/http/dashboards.ts';
import { useLive } from '#web/http/live.ts';
import { useIsEditor } from '#web/http/me.ts';
import { NotFound } from '#web/layouts/NotFound.tsx';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { isMissing, throwUnlessMissing } from './missing.ts';
import { InTrash, Newer } from './Unshown.tsx';
import { ViewPage } from './ViewPage.tsx';

// Whoever looks needs no more than what shows the cards.
const EditPage = lazy(() => import('../edit/EditPage.tsx').then((module) => ({ default: module.EditPage })));
const PresentPage = lazy(() => import('./PresentPage.tsx').then((module) => ({ default: module.PresentPage })));

/** One dashboard, at its own address. */
export function DashboardPage() {
  useLive();
  const { id = '' } = useParams();
  const mode = useSearchParams()[0].get('mode');
  const isEditor = useIsEditor();
  const { data: saved, error } = useQuery({ ...dashboardQuery(id), throwOnError: throwUnlessMissing });
  if (isMissing(error)) return <NotFound />;
  if (!saved) return <PageSpinner />;
  if (saved.trashedAt) return <InTrash saved={saved} />;
  if (saved.dashboard.format !== 1) return <Newer />;
  if (mode === 'edit' && isEditor) return <EditPage key={id} saved={saved} />;
  if (mode === 'present') return <PresentPage key={id} saved={saved} />;
  return <ViewPage key={id} saved={saved} />;
}
