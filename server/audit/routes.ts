import { auditActionsByArea } from '#contract/audit/actions.ts';
import type { auditRoutes } from '#contract/audit/routes.ts';
import type { Handlers } from '#server/context.ts';
import type { Database } from '#server/database/open.ts';
import { downloadLog } from './download.ts';
import { listEntries } from './list.ts';
import { loadSettings, saveSettings } from './settings.ts';

export const auditHandlers: Handlers<{ db: Database }, typeof auditRoutes> = {
  'GET /audit': (ctx, filter) => listEntries(ctx.db, filter, ctx),
  'GET /audit/actions': () => auditActionsByArea,
  'GET /audit/file': downloadLog,
  'GET /audit/settings': (ctx) => loadSettings(ctx.db),
  'PUT /audit/settings': (ctx, settings) => saveSettings(ctx.db, settings),
};
