import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export type Listener = { isConnected: () => boolean; close: () => Promise<void> };

type ChannelListener = { onMessage: (payload: string) => void; onDisconnect: () => void };

/**
 * Subscribes to a PostgreSQL NOTIFY channel and reconnects after connection loss. `onDisconnect` says that messages may
 * have been missed.
 */
export async function listen(
  connection: pg.ClientConfig,
  channel: string,
  { onMessage, onDisconnect }: ChannelListener,
): Promise<Listener> {
  let closed = false;
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
      void reconnect();
    });
    await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    if (closed) await next.end();
    else client = next;
  }

  async function reconnect(): Promise<void> {
    await sleep(500, undefined, { ref: false });
    if (!closed) await connect().catch(reconnect);
  }

  await connect();
  return {
    isConnected: () => client !== undefined,
    close: async () => {
      closed = true;
      await client?.end();
    },
  };
}
