import type { askRoutes } from '#contract/asks.ts';
import { Problem } from '#contract/errors.ts';
import type { Handlers } from '#server/context.ts';
import { answerAsk } from './ask.ts';
import { forgetAsked, listAsked } from './history.ts';
import { saveLimits } from './limits.ts';
import type { Services } from './services.ts';

export const askHandlers: Handlers<Services, typeof askRoutes> = {
  'POST /queries': (ctx, input) => (send, signal) => answerAsk(ctx, input, send, signal),
  'POST /queries/rows': () => () => Promise.reject(new Problem('query_failed', { detail: 'rows' })),
  'POST /exports': () => () => Promise.reject(new Problem('query_failed', { detail: 'export' })),
  'GET /exports/:id': () => {
    throw new Problem('export_gone');
  },
  'GET /queries/history': (ctx) => listAsked(ctx.db, ctx.identity.member.id),
  'DELETE /queries/history': (ctx) => forgetAsked(ctx.db, ctx.identity.member.id),
  'GET /queries/limits': (ctx) => ctx.queryLimits.load(),
  'PUT /queries/limits': (ctx, limits) => saveLimits(ctx.db, limits),
};
