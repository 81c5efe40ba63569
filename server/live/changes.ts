import { sql } from 'drizzle-orm';
import { EventEmitter } from 'node:events';
import type pg from 'pg';
import type { Logger } from 'pino';

import type { LiveChange } from '#contract/live/changes.ts';
import { listen } from '#server/database/listen.ts';
import type { Queryable } from '#server/database/open.ts';

const channel = 'changes';

type AccessChange = Extract<LiveChange, { kind: 'access' }>;

/** A change as published between servers; a change of access includes the members who lost it, who are notified too. */
export type ChangeNotice = Exclude<LiveChange, AccessChange> | (AccessChange & { lost: string[] | 'everyone' });

/** Subscription to changes on any server. */
export type ChangeFeed = {
  /** `onDisconnect` is called when changes may have been missed. */
  subscribe: (onChange: (change: ChangeNotice) => void, onDisconnect?: () => void) => () => void;
  /** Whether all changes are currently received. */
  isConnected: () => boolean;
  /** The changes of a recent period; undefined if it is too long, or if some may have been missed. */
  changesOfLast: (milliseconds: number) => ChangeNotice[] | undefined;
  close: () => Promise<void>;
};

/** Publishes a change to all servers when the transaction commits. */
export async function publishChange(tx: Queryable, change: ChangeNotice): Promise<void> {
  await tx.execute(sql`select pg_notify(${channel}, ${JSON.stringify(change)})`);
}

const recentMs = 60_000;
const maxRecent = 5_000;

/** The changes of the last minute, for pages whose stream opens after they have loaded their data. */
function openRecentChanges() {
  let recent: { at: number; notice: ChangeNotice }[] = [];
  // No change has been missed since this time.
  let completeSince = Infinity;
  return {
    start: () => {
      recent = [];
      completeSince = performance.now();
    },
    add: (notice: ChangeNotice) => {
      const now = performance.now();
      recent.push({ at: now, notice });
      const expired = recent.findIndex(({ at }) => at > now - recentMs);
      const dropped = recent.splice(0, Math.max(expired, recent.length - maxRecent));
      completeSince = dropped.at(-1)?.at ?? completeSince;
    },
    ofLast: (milliseconds: number): ChangeNotice[] | undefined => {
      const from = performance.now() - milliseconds;
      if (milliseconds > recentMs || from < completeSince) return undefined;
      return recent.filter(({ at }) => at >= from).map(({ notice }) => notice);
    },
  };
}

export async function openChangeFeed(connection: pg.ClientConfig, log: Logger): Promise<ChangeFeed> {
  const emitter = new EventEmitter().setMaxListeners(0);
  const recent = openRecentChanges();
  const listener = await listen(connection, channel, {
    onConnect: recent.start,
    onMessage: (payload) => {
      const notice = JSON.parse(payload) as ChangeNotice;
      recent.add(notice);
      emitter.emit('change', notice);
    },
    onDisconnect: () => emitter.emit('lose'),
    log,
  });
  return {
    subscribe: (onChange, onDisconnect = () => {}) => {
      emitter.on('change', onChange).on('lose', onDisconnect);
      return () => emitter.off('change', onChange).off('lose', onDisconnect);
    },
    isConnected: listener.isConnected,
    changesOfLast: (milliseconds) => (listener.isConnected() ? recent.ofLast(milliseconds) : undefined),
    close: listener.close,
  };
}
