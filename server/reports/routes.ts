import type { reportRoutes } from '#contract/reports.ts';
import type { Handlers } from '#server/context.ts';
import { openFile } from './files.ts';
import { loadSubscription, saveSubscription } from './links.ts';
import { planTest, retryLast } from './plan.ts';
import { loadRules, saveRules } from './rules.ts';
import type { Services } from './services.ts';
import { changeReport, createReport, listReports, loadReport, removeReport } from './store.ts';

export const reportHandlers: Handlers<Services, typeof reportRoutes> = {
  'GET /reports': listReports,
  'GET /reports/rules': ({ db }) => loadRules(db),
  'PUT /reports/rules': ({ db }, rules) => saveRules(db, rules),
  'POST /dashboards/:id/reports': createReport,
  'GET /reports/:id': (ctx, { id }) => loadReport(ctx, id),
  'PUT /reports/:id': changeReport,
  'DELETE /reports/:id': (ctx, { id }) => removeReport(ctx, id),
  'POST /reports/:id/test': (ctx, { id }) => planTest(ctx, id),
  'POST /reports/:id/retry': (ctx, { id }) => retryLast(ctx, id),
  'GET /letters/subscription': (ctx, { token }) => loadSubscription(ctx, token),
  'PUT /letters/subscription': (ctx, { token, isStopped }) => saveSubscription(ctx, token, isStopped),
  'GET /letters/:token/file': (ctx, { token }) => openFile(ctx, token),
};
