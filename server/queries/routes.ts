import type { queryRoutes } from '#contract/queries/routes.ts';
import type { Handlers } from '#server/context.ts';
import { streamAnswer } from './stream-answer.ts';
import { downloadExport, writeExport } from './exports.ts';
import { clearHistory, listHistory } from './history.ts';
import { saveLimits } from '#server/execution/limits.ts';
import { streamRows } from './rows.ts';
import type { QueryServices } from './services.ts';

export const queryHandlers: Handlers<QueryServices, typeof queryRoutes> = {
  'POST /queries': (ctx, input) => (send, signal) => streamAnswer(ctx, input, { send, signal }),
  'POST /queries/rows': (ctx, input) => (send, signal) => streamRows(ctx, input, { send, signal }),
  'POST /exports': (ctx, input) => (send, signal) => writeExport(ctx, input, { send, signal }),
  'GET /exports/:id': (ctx, { id }) => downloadExport(ctx, id),
  'GET /queries/history': (ctx) => listHistory(ctx.db, ctx.identity.member.id),
  'DELETE /queries/history': (ctx) => clearHistory(ctx.db, ctx.identity.member.id),
  'GET /queries/limits': (ctx) => ctx.queryLimits.load(),
  'PUT /queries/limits': (ctx, limits) => saveLimits(ctx.db, limits),
};
