import type { chartRoutes } from '#contract/charts.ts';
import type { Handlers } from '#server/context.ts';
import type { Services } from '#server/queries/services.ts';
import { changeChart, createChart, deleteChart, listSeen, loadChart } from './charts.ts';

export const chartHandlers: Handlers<Services, typeof chartRoutes> = {
  'GET /charts': listSeen,
  'POST /charts': createChart,
  'GET /charts/:id': (ctx, { id }) => loadChart(ctx, id),
  'PATCH /charts/:id': changeChart,
  'DELETE /charts/:id': (ctx, { id }) => deleteChart(ctx.db, id),
};
