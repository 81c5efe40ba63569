import type { chartRoutes } from '#contract/saved-charts/routes.ts';
import type { Handlers } from '#server/context.ts';
import type { QueryServices } from '#server/queries/services.ts';
import { changeChart, createChart, deleteChart, listVisibleCharts, loadChart } from './charts.ts';

export const chartHandlers: Handlers<QueryServices, typeof chartRoutes> = {
  'GET /charts': listVisibleCharts,
  'POST /charts': createChart,
  'GET /charts/:id': (ctx, { id }) => loadChart(ctx, id),
  'PATCH /charts/:id': changeChart,
  'DELETE /charts/:id': (ctx, { id }) => deleteChart(ctx.db, id),
};
