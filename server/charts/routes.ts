import type { chartRoutes } from '#contract/charts.ts';
import type { Handlers } from '#server/context.ts';
import type { Database } from '#server/database/open.ts';
import { changeChart, createChart, deleteChart, listCharts, loadChart } from './charts.ts';

export const chartHandlers: Handlers<{ db: Database }, typeof chartRoutes> = {
  'GET /charts': (ctx) => listCharts(ctx.db),
  'POST /charts': createChart,
  'GET /charts/:id': (ctx, { id }) => loadChart(ctx.db, id),
  'PATCH /charts/:id': changeChart,
  'DELETE /charts/:id': (ctx, { id }) => deleteChart(ctx.db, id),
};
