import pg from 'pg';
import type { Logger } from 'pino';

import { retryOutage } from './retry-outage.ts';

export type Listener = { isConnected: () => boolean; close: () => Promise<void> };

type ChannelListener = {
  onMessage: (payload: string) => void;
  /** Called for the first connection too. */
  onConnect?: () => void;
  onDisconnect: () => void;
  log: Logger;
  /** How often to check that the database still answers: a network that was cut reports nothing. */
  checkMs?: number;
};

const timeouts = { connectionTimeoutMillis: 5_000, query_timeout: 5_000 };

/**
 * Subscribes to a PostgreSQL NOTIFY channel and reconnects after connection loss. `onDisconnect` says that messages may
 * have been missed.
 */
export async function listen(
  connection: pg.ClientConfig,
  channel: string,
  { onMessage, onConnect, onDisconnect, log, checkMs = 10_000 }: ChannelListener,
): Promise<Listener> {
  const closing = new AbortController();
  let client: pg.Client | undefined;

  async function connect(): Promise<void> {
    const next = new pg.Client({ ...connection, ...timeouts });
    next.on('notification', (message) => onMessage(message.payload ?? ''));
    // An error is followed by the end of the connection.
    next.on('error', () => {});
    await next.connect();
    let timer: NodeJS.Timeout | undefined;
    // Ending a client that waits for an answer closes its connection at once.
    const check = () => void next.query('select 1').then(scheduleCheck, () => next.end());
    const scheduleCheck = () => {
      timer = setTimeout(check, checkMs).unref();
    };
    next.once('end', () => {
      clearTimeout(timer);
      if (client !== next) return;
      client = undefined;
      onDisconnect();
      void retryOutage({ log, subject: `the notification channel ${channel}`, signal: closing.signal }, connect);
    });
    await next.query(`listen ${pg.escapeIdentifier(channel)}`).catch(async (error: unknown) => {
      await next.end();
      throw error;
    });
    scheduleCheck();
    if (closing.signal.aborted) return next.end();
    client = next;
    onConnect?.();
  }

  await connect();
  return {
    isConnected: () => client !== undefined,
    close: async () => {
      closing.abort();
      await client?.end();
    },
  };
}
