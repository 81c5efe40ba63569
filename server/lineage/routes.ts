import type { useRoutes } from '#contract/datasets/uses.ts';
import type { lineageRoutes } from '#contract/lineage/routes.ts';
import type { remapRoutes } from '#contract/lineage/remaps.ts';
import type { Handlers } from '#server/context.ts';
import type { DashboardServices } from '#server/dashboards/dashboard-loads.ts';
import { listDependents } from './all-dependents.ts';
import { listRemaps } from './list-remaps.ts';
import { loadAlertLineage, loadDashboardLineage, loadDatasetLineage, loadMetricLineage } from './load-lineage.ts';
import { applyRemap, previewRemap } from './remap.ts';
import { tryChange } from './try-change.ts';
import { undoRemap } from './undo-remap.ts';

export const useHandlers: Handlers<DashboardServices, typeof useRoutes> = {
  'GET /datasets/:id/uses': listDependents,
  'POST /datasets/:id/uses/test': tryChange,
};

export const remapHandlers: Handlers<DashboardServices, typeof remapRoutes> = {
  'POST /datasets/:id/remaps/preview': previewRemap,
  'POST /datasets/:id/remaps': applyRemap,
  'GET /datasets/:id/remaps': listRemaps,
  'POST /remaps/:id/undo': undoRemap,
};

export const lineageHandlers: Handlers<DashboardServices, typeof lineageRoutes> = {
  'GET /datasets/:id/lineage': loadDatasetLineage,
  'GET /datasets/:id/metrics/:metric/lineage': loadMetricLineage,
  'GET /dashboards/:id/lineage': loadDashboardLineage,
  'GET /alerts/:id/lineage': loadAlertLineage,
};
