import type { runRoutes } from '#contract/dashboards/runs.ts';
import type { Handlers } from '#server/context.ts';
import type { DashboardServices } from './dashboard-loads.ts';
import { answerPointRows } from './point-rows.ts';
import { runDashboard } from './run.ts';
import { listValues } from './values.ts';

export const runHandlers: Handlers<DashboardServices, typeof runRoutes> = {
  'POST /dashboards/:id/run': (ctx, input) => (send, signal, failureOf) =>
    runDashboard(ctx, input, { send, signal, failureOf }),
  'POST /dashboards/:id/rows': (ctx, input) => (send, signal) => answerPointRows(ctx, input, { send, signal }),
  'POST /dashboards/:id/values': listValues,
};
