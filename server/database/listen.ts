import pg from 'pg';
import type { Logger } from 'pino';

import { retryOutage } from './retry-outage.ts';

export type Listener = { isConnected: () => boolean; close: () => Promise<void> };

type ChannelListener = { onMessage: (payload: string) => void; onDisconnect: () => void; log: Logger };

/**
 * Subscribes to a PostgreSQL NOTIFY channel and reconnects after connection loss. `onDisconnect` says that messages may
 * have been missed.
 */
export async function listen(
  connection: pg.ClientConfig,
  channel: string,
  { onMessage, onDisconnect, log }: ChannelListener,
): Promise<Listener> {
  const closing = new AbortController();
  let client: pg.Client | undefined;

  async function connect(): Promise<void> {
    const next = new pg.Client(connection);
    next.on('notification', (message) => onMessage(message.payload ?? ''));
    // An error is followed by the end of the connection.
    next.on('error', () => {});
    await next.connect();
    next.once('end', () => {
      if (client !== next) return;
      client = undefined;
      onDisconnect();
      void retryOutage({ log, subject: `the notification channel ${channel}`, signal: closing.signal }, connect);
    });
    await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    if (closing.signal.aborted) await next.end();
    else client = next;
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
