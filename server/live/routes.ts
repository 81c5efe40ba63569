import type { liveRoutes } from '#contract/live.ts';
import type { Handlers } from '#server/context.ts';
import type { Changes } from './changes.ts';

export const liveHandlers: Handlers<{ changes: Changes }, typeof liveRoutes> = {
  'GET /live': (ctx) => (send) => ctx.changes.subscribe(send),
};
