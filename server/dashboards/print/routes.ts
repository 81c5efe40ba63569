import type { dashboardExportRoutes } from '#contract/dashboard-exports.ts';
import type { Handlers } from '#server/context.ts';
import type { Services } from '../looking.ts';
import { exportDashboard } from './export.ts';

export const printHandlers: Handlers<Services, typeof dashboardExportRoutes> = {
  'POST /dashboards/:id/exports': (ctx, input) => (send, signal, failureOf) =>
    exportDashboard(ctx, input, { send, signal, failureOf }),
};
