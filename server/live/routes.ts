import type { liveRoutes } from '#contract/live.ts';
import { after, type Handlers, type MaybePromise } from '#server/context.ts';
import type { Changes, Notice } from './changes.ts';

/** Who is told of what is decided by who may see what. */
type Services = { changes: Changes; hears: (listener: never, notice: Notice) => MaybePromise<boolean> };

export const liveHandlers: Handlers<Services, typeof liveRoutes> = {
  'GET /live': (ctx) => (send) =>
    ctx.changes.subscribe((notice) => {
      const { lost: _, ...change } = { lost: undefined, ...notice };
      const told = after(ctx.hears(ctx as never, notice), (may) => may && send(change));
      // Who cannot be told apart now hears of it when their page looks again.
      if (told instanceof Promise) told.catch(() => undefined);
    }),
};
