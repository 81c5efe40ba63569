import type { dashboardExportRoutes } from '#contract/dashboards/exports.ts';
import type { Handlers } from '#server/context.ts';
import type { DashboardServices } from '#server/dashboards/dashboard-loads.ts';
import { exportDashboard } from './export.ts';

export const printHandlers: Handlers<DashboardServices, typeof dashboardExportRoutes> = {
  'POST /dashboards/:id/exports': (ctx, input) => (send, signal, failureOf) =>
    exportDashboard(ctx, input, { send, signal, failureOf }),
};
