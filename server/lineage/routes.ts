import type { useRoutes } from '#contract/datasets/uses.ts';
import type { Handlers } from '#server/context.ts';
import type { DashboardServices } from '#server/dashboards/dashboard-loads.ts';
import { listDependents } from './all-dependents.ts';
import { tryChange } from './try-change.ts';

export const useHandlers: Handlers<DashboardServices, typeof useRoutes> = {
  'GET /datasets/:id/uses': listDependents,
  'POST /datasets/:id/uses/test': tryChange,
};
