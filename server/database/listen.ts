import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export type Listener = { isConnected: () => boolean; close: () => Promise<void> };

type Ears = { hear: (payload: string) => void; lose: () => void };

/**
 * Hears what other servers on the same database say on a channel; connects again when the database
 * comes back. `lose` tells that something may have been missed.
 */
export async function listen(connection: pg.ClientConfig, channel: string, { hear, lose }: Ears): Promise<Listener> {
  let closed = false;
  let client: pg.Client | undefined;

  async function connect(): Promise<void> {
    const next = new pg.Client(connection);
    next.on('notification', (message) => hear(message.payload ?? ''));
    // An error is followed by the end of the connection.
    next.on('error', () => {});
    await next.connect();
    next.once('end', () => {
      if (client !== next) return;
      client = undefined;
      lose();
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
