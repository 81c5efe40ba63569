import type { runRoutes } from '#contract/runs.ts';
import type { Handlers } from '#server/context.ts';
import type { Services } from './looking.ts';
import { answerRows } from './rows.ts';
import { runDashboard } from './run.ts';
import { listValues } from './values.ts';

export const runHandlers: Handlers<Services, typeof runRoutes> = {
  'POST /dashboards/:id/run': (ctx, input) => (send, signal, failureOf) =>
    runDashboard(ctx, input, { send, signal, failureOf }),
  'POST /dashboards/:id/rows': (ctx, input) => (send, signal) => answerRows(ctx, input, { send, signal }),
  'POST /dashboards/:id/values': listValues,
};
