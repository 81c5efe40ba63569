import { isDeepStrictEqual } from 'node:util';

import type { Notice } from '#server/live/changes.ts';
import { type Alive, findById, type Guest } from './alive.ts';

/** A timer waits no longer than this. */
const longest = 2 ** 31 - 1;

function mayEnd(notice: Notice, { row }: Alive): boolean {
  if (notice.kind === 'share') return notice.id === row.id;
  if (notice.kind === 'dashboard') return notice.id === row.dashboardId;
  if (notice.kind === 'access') return notice.thing === 'dashboard' && notice.id === row.dashboardId;
  return notice.kind === 'member' && notice.id === row.memberId;
}

/** All that is kept of a link but how often it was opened. */
const rulesOf = ({ row: { views: _, seenAt: __, ...rules } }: Alive) => rules;

type Watching = {
  onEnd: () => void;
  /** Other rules hold from now on. */
  onRules: (changed: Alive) => void;
  onNotice?: (notice: Notice) => void;
};

/**
 * Tells when a link works no more: revoked, expired, or whoever made it lost sight of the dashboard; and when its rules
 * are others now. If nobody can tell, it ends as well. Gives what stops the watching.
 */
export function watchShare(ctx: Guest, begun: Alive, { onEnd, onRules, onNotice }: Watching): () => void {
  let alive = begun;
  let isOver = false;
  let timer = startTimer();

  function startTimer(): NodeJS.Timeout | undefined {
    const left = (alive.row.expiresAt?.getTime() ?? Infinity) - Date.now();
    return left <= longest ? setTimeout(onEnd, left) : undefined;
  }
  async function check({ kind }: Notice): Promise<void> {
    const found = await findById(ctx, alive.row.id).catch(() => undefined);
    if (isOver) return;
    if (!found) return onEnd();
    // The news that a link was made may come after the first answer through it has begun.
    if (kind !== 'share' || isDeepStrictEqual(rulesOf(found), rulesOf(alive))) return;
    alive = found;
    clearTimeout(timer);
    timer = startTimer();
    onRules(found);
  }
  const hear = (notice: Notice) => {
    if (mayEnd(notice, alive)) void check(notice);
    onNotice?.(notice);
  };
  const unsubscribe = ctx.changes.subscribe(hear, onEnd);
  return () => {
    isOver = true;
    unsubscribe();
    clearTimeout(timer);
  };
}
