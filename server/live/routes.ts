import type { Logger } from 'pino';

import { Problem } from '#contract/errors.ts';
import type { liveRoutes } from '#contract/live/routes.ts';
import { andThen, type Handlers, type MaybePromise } from '#server/context.ts';
import type { ChangeFeed, ChangeNotice } from './changes.ts';

/** `maySeeChange` decides who receives which change. */
type LiveServices = {
  log: Logger;
  changes: ChangeFeed;
  maySeeChange: (listener: never, notice: ChangeNotice) => MaybePromise<boolean>;
};

export const liveHandlers: Handlers<LiveServices, typeof liveRoutes> = {
  'GET /live': (ctx, { age = 0 }) => {
    if (!ctx.changes.isConnected()) throw new Problem('unavailable');
    return (send, disconnect) => {
      const deliver = (notice: ChangeNotice) => {
        const { lost: _, ...change } = { lost: undefined, ...notice };
        const sent = andThen(ctx.maySeeChange(ctx as never, notice), (may) => may && send(change));
        // If access cannot be checked, the page gets the change at its next reload.
        if (sent instanceof Promise)
          sent.catch((error: unknown) => ctx.log.warn({ err: error }, 'publishing a change to a page failed'));
      };
      const missed = ctx.changes.changesOfLast(age);
      if (missed) missed.forEach(deliver);
      else send({ kind: 'missed' });
      // After a disconnect, the page reconnects and reloads its data.
      return ctx.changes.subscribe(deliver, disconnect);
    };
  },
};
