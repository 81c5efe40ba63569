import type { reportRoutes } from '#contract/reports/routes.ts';
import type { Handlers } from '#server/context.ts';
import { openFile } from './stored-files.ts';
import { loadSubscription, saveSubscription } from './email-links.ts';
import { planTest, retryLast } from './plan-emails.ts';
import { loadRules, saveRules } from './rules.ts';
import type { ReportServices } from './services.ts';
import { changeReport, createReport, listReports, loadReport, removeReport } from './store.ts';

export const reportHandlers: Handlers<ReportServices, typeof reportRoutes> = {
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
