import type { askRoutes } from '#contract/asks.ts';
import type { Handlers } from '#server/context.ts';
import { answerAsk } from './ask.ts';
import { downloadExport, writeExport } from './exports.ts';
import { forgetAsked, listAsked } from './history.ts';
import { saveLimits } from './limits.ts';
import { streamRows } from './rows.ts';
import type { Services } from './services.ts';

export const askHandlers: Handlers<Services, typeof askRoutes> = {
  'POST /queries': (ctx, input) => (send, signal) => answerAsk(ctx, input, { send, signal }),
  'POST /queries/rows': (ctx, input) => (send, signal) => streamRows(ctx, input, { send, signal }),
  'POST /exports': (ctx, input) => (send, signal) => writeExport(ctx, input, { send, signal }),
  'GET /exports/:id': (ctx, { id }) => downloadExport(ctx, id),
  'GET /queries/history': (ctx) => listAsked(ctx.db, ctx.identity.member.id),
  'DELETE /queries/history': (ctx) => forgetAsked(ctx.db, ctx.identity.member.id),
  'GET /queries/limits': (ctx) => ctx.queryLimits.load(),
  'PUT /queries/limits': (ctx, limits) => saveLimits(ctx.db, limits),
};
