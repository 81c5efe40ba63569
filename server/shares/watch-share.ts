import { isDeepStrictEqual } from 'node:util';

import type { ChangeNotice } from '#server/live/changes.ts';
import { type ActiveShare, findById, type ShareVisitorContext } from './active-share.ts';

/** Maximum delay of setTimeout. */
const maxTimeoutMs = 2 ** 31 - 1;

function mayEnd(notice: ChangeNotice, { row }: ActiveShare): boolean {
  if (notice.kind === 'share') return notice.id === row.id;
  if (notice.kind === 'dashboard') return notice.id === row.dashboardId;
  // The dashboard may be in the folder.
  if (notice.kind === 'access')
    return notice.thing === 'folder' || (notice.thing === 'dashboard' && notice.id === row.dashboardId);
  return notice.kind === 'member' && notice.id === row.memberId;
}

/** A link's row without its view counters. */
const rulesOf = ({ row: { views: _, seenAt: __, ...rules } }: ActiveShare) => rules;

type ShareWatcher = {
  onEnd: () => void;
  /** The rules of the link changed. */
  onRules: (changed: ActiveShare) => void;
  onNotice?: (notice: ChangeNotice) => void;
  /** Earlier notices, which the page may have missed. */
  missed?: ChangeNotice[];
};

/**
 * Reports when a link stops working (revoked, expired, or its creator lost access to the dashboard), and when its rules
 * change. If the state cannot be determined, the link counts as ended. Returns a function that stops watching.
 */
export function watchShare(
  ctx: ShareVisitorContext,
  initial: ActiveShare,
  { onEnd, onRules, onNotice, missed = [] }: ShareWatcher,
): () => void {
  let current = initial;
  let isStopped = false;
  let timer = startTimer();

  function startTimer(): NodeJS.Timeout | undefined {
    const remainingMs = (current.row.expiresAt?.getTime() ?? Infinity) - Date.now();
    return remainingMs <= maxTimeoutMs ? setTimeout(onEnd, remainingMs) : undefined;
  }
  async function check({ kind }: ChangeNotice): Promise<void> {
    const active = await findById(ctx, current.row.id).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'checking a share failed');
      return undefined;
    });
    if (isStopped) return;
    if (!active) return onEnd();
    // The notice of the creation of a link may arrive after its first request has started.
    if (kind !== 'share' || isDeepStrictEqual(rulesOf(active), rulesOf(current))) return;
    current = active;
    clearTimeout(timer);
    timer = startTimer();
    onRules(active);
  }
  const handleNotice = (notice: ChangeNotice) => {
    if (mayEnd(notice, current)) void check(notice);
    onNotice?.(notice);
  };
  missed.forEach(handleNotice);
  const unsubscribe = ctx.changes.subscribe(handleNotice, onEnd);
  return () => {
    isStopped = true;
    unsubscribe();
    clearTimeout(timer);
  };
}
