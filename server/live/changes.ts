import { sql } from 'drizzle-orm';
import { EventEmitter } from 'node:events';
import type pg from 'pg';

import type { Change } from '#contract/live.ts';
import { listen } from '#server/database/listen.ts';
import type { Queryable } from '#server/database/open.ts';

const channel = 'changes';

type AccessChange = Extract<Change, { kind: 'access' }>;

/** A change as servers tell it to each other: with those who may not see a thing any more, who are to hear it too. */
export type Notice = Exclude<Change, AccessChange> | (AccessChange & { lost: string[] | 'everyone' });

/** What changes on any server, for whoever wants to hear of it. */
export type Changes = {
  /** `lose` tells that changes may have been missed. */
  subscribe: (hear: (change: Notice) => void, lose?: () => void) => () => void;
  /** Whether it hears of every change now. */
  isConnected: () => boolean;
  close: () => Promise<void>;
};

/** Tells all servers of a change: when the transaction commits, and only then. */
export async function tellChange(tx: Queryable, change: Notice): Promise<void> {
  await tx.execute(sql`select pg_notify(${channel}, ${JSON.stringify(change)})`);
}

export async function openChanges(connection: pg.ClientConfig): Promise<Changes> {
  const emitter = new EventEmitter().setMaxListeners(0);
  const listener = await listen(connection, channel, {
    hear: (payload) => emitter.emit('change', JSON.parse(payload)),
    lose: () => emitter.emit('lose'),
  });
  return {
    subscribe: (hear, lose = () => {}) => {
      emitter.on('change', hear).on('lose', lose);
      return () => emitter.off('change', hear).off('lose', lose);
    },
    isConnected: listener.isConnected,
    close: listener.close,
  };
}
