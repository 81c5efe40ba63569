import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';

import { dashboardQuery } from '#web/http/dashboards.ts';
import { useLive } from '#web/http/live.ts';
import { NotFound } from '#web/layouts/NotFound.tsx';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { isMissing, throwUnlessMissing } from './missing.ts';
import { InTrash, Newer } from './Unshown.tsx';
import { ViewPage } from './ViewPage.tsx';

/** One dashboard, at its own address. */
export function DashboardPage() {
  useLive();
  const { id = '' } = useParams();
  const { data: saved, error } = useQuery({ ...dashboardQuery(id), throwOnError: throwUnlessMissing });
  if (isMissing(error)) return <NotFound />;
  if (!saved) return <PageSpinner />;
  if (saved.trashedAt) return <InTrash saved={saved} />;
  if (saved.dashboard.format !== 1) return <Newer />;
  return <ViewPage key={id} saved={saved} />;
}
