import type { ShareEvent } from '#contract/shares.ts';
import type { EventsAnswer } from '#server/context.ts';
import { findById, type Guest, loadByPass } from './alive.ts';
import { loadShownDatasets } from './face.ts';
import { watchShare } from './watch.ts';

/** Whoever stays gets a new pass before the old one ends. */
const renewal = 20 * 60_000;

/** What an open page of a link hears: that what it shows has changed, or that the link is closed. */
export async function hearShare(ctx: Guest, { pass }: { pass: string }): Promise<EventsAnswer> {
  const alive = await loadByPass(ctx, pass);
  const { maker } = alive;
  let { row } = alive;
  return (send, hangUp) => {
    const tell = (event: ShareEvent) => send(event);
    // Who is cut off asks again, and is told then if there is no such link.
    const end = () =>
      void findById(ctx, row.id)
        .then((found) => found || tell({ kind: 'closed' }))
        .catch(() => undefined)
        .finally(hangUp);
    const unwatch = watchShare(ctx, alive, {
      onEnd: end,
      onRules: (changed) => {
        const isLocked = changed.row.passwordHash !== row.passwordHash;
        row = changed.row;
        tell({ kind: 'rules' });
        if (isLocked) hangUp();
      },
      onNotice: (notice) => {
        if (notice.kind === 'dashboard' && notice.id === row.dashboardId) tell({ kind: 'dashboard' });
        if (notice.kind === 'dataset') void tellData(notice.id);
      },
    });
    const tellData = async (id: string) => {
      const shown = await loadShownDatasets({ row, maker });
      if (shown.has(id)) tell({ kind: 'dataset', id });
    };
    const timer = setInterval(() => tell({ kind: 'pass', pass: ctx.shareSecrets.passFor(row) }), renewal);
    return () => {
      unwatch();
      clearInterval(timer);
    };
  };
}
