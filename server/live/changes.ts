import { sql } from 'drizzle-orm';
import { EventEmitter } from 'node:events';
import type pg from 'pg';
import type { Logger } from 'pino';

import type { LiveChange } from '#contract/live/changes.ts';
import { listen } from '#server/database/listen.ts';
import type { Queryable } from '#server/database/open.ts';

const channel = 'changes';

type AccessChange = Extract<LiveChange, { kind: 'access' }>;

/** A change as published between servers, including the members who just lost access and are notified as well. */
export type ChangeNotice = Exclude<LiveChange, AccessChange> | (AccessChange & { lost: string[] | 'everyone' });

/** Subscription to changes on any server. */
export type ChangeFeed = {
  /** `onDisconnect` says that changes may have been missed. */
  subscribe: (onChange: (change: ChangeNotice) => void, onDisconnect?: () => void) => () => void;
  /** Whether all changes are currently received. */
  isConnected: () => boolean;
  close: () => Promise<void>;
};

/** Publishes a change to all servers when the transaction commits. */
export async function publishChange(tx: Queryable, change: ChangeNotice): Promise<void> {
  await tx.execute(sql`select pg_notify(${channel}, ${JSON.stringify(change)})`);
}

export async function openChangeFeed(connection: pg.ClientConfig, log: Logger): Promise<ChangeFeed> {
  const emitter = new EventEmitter().setMaxListeners(0);
  const listener = await listen(connection, channel, {
    onMessage: (payload) => emitter.emit('change', JSON.parse(payload)),
    onDisconnect: () => emitter.emit('lose'),
    log,
  });
  return {
    subscribe: (onChange, onDisconnect = () => {}) => {
      emitter.on('change', onChange).on('lose', onDisconnect);
      return () => emitter.off('change', onChange).off('lose', onDisconnect);
    },
    isConnected: listener.isConnected,
    close: listener.close,
  };
}
