import type { notificationRoutes } from '#contract/notifications/routes.ts';
import type { Handlers } from '#server/context.ts';
import type { Database } from '#server/database/open.ts';
import { countUnread, listGroups, markRead } from './list.ts';
import { loadSettings, saveSettings } from './settings.ts';

export const notificationHandlers: Handlers<{ db: Database }, typeof notificationRoutes> = {
  'GET /notifications': (ctx, { before }) => listGroups(ctx.db, ctx.identity.member.id, before),
  'GET /notifications/unread': async (ctx) => ({ unread: await countUnread(ctx.db, ctx.identity.member.id) }),
  'POST /notifications/read': (ctx, { cause }) => markRead(ctx.db, ctx.identity.member.id, cause),
  'GET /notifications/settings': (ctx) => loadSettings(ctx.db, ctx.identity.member.id, ctx.language),
  'PUT /notifications/settings': (ctx, settings) => saveSettings(ctx.db, ctx.identity.member.id, settings),
};
