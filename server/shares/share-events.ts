import { Problem } from '#contract/errors.ts';
import type { ShareEvent } from '#contract/shares/routes.ts';
import type { EventsAnswer } from '#server/context.ts';
import { findById, type ShareVisitorContext, loadByPass } from './active-share.ts';
import { loadVisibleDatasetIds } from './public-view.ts';
import { watchShare } from './watch-share.ts';

/** Open pages get a new pass before the old one expires. */
const passRenewalMs = 20 * 60_000;

/** Event stream of an open page: changes of the shown data, new rules, new passes, and the end of the link. */
export async function subscribeToShare(
  ctx: ShareVisitorContext,
  { pass, age = 0 }: { pass: string; age?: number | undefined },
): Promise<EventsAnswer> {
  const share = await loadByPass(ctx, pass);
  if (!ctx.changes.isConnected()) throw new Problem('unavailable');
  const { creator } = share;
  let { row } = share;
  return (send, closeStream) => {
    const publish = (event: ShareEvent) => send(event);
    const end = () =>
      void findById(ctx, row.id)
        .then((active) => active || publish({ kind: 'closed' }))
        // The client reconnects and then learns whether the link still exists.
        .catch((error: unknown) => ctx.log.warn({ err: error }, 'checking a share failed'))
        .finally(closeStream);
    const missed = ctx.changes.changesOfLast(age);
    if (!missed) publish({ kind: 'missed' });
    const unwatch = watchShare(ctx, share, {
      missed: missed ?? [],
      onEnd: end,
      onRules: (changed) => {
        const isLocked = changed.row.passwordHash !== row.passwordHash;
        row = changed.row;
        publish({ kind: 'rules' });
        if (isLocked) closeStream();
      },
      onNotice: (notice) => {
        if (notice.kind === 'dashboard' && notice.id === row.dashboardId) publish({ kind: 'dashboard' });
        const isLateChanged = notice.kind === 'freshness' && notice.isLateChanged;
        if (notice.kind === 'dataset' || notice.kind === 'row_rules' || isLateChanged)
          void publishDatasets((id) => id === notice.id);
        if (notice.kind === 'row_scope') void publishDatasets(() => true);
      },
    });
    const publishDatasets = async (isChanged: (id: string) => boolean) => {
      try {
        const visibleIds = await loadVisibleDatasetIds({ row, creator });
        for (const id of visibleIds) if (isChanged(id)) publish({ kind: 'dataset', id });
      } catch (error) {
        // The page gets the change at its next reload.
        ctx.log.warn({ err: error }, 'publishing a change to a share failed');
      }
    };
    const timer = setInterval(() => publish({ kind: 'pass', pass: ctx.shareSecrets.passFor(row) }), passRenewalMs);
    return () => {
      unwatch();
      clearInterval(timer);
    };
  };
}
