import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export type Listener = { isConnected: () => boolean; close: () => Promise<void> };

/** Hears what other servers on the same database say on a channel; connects again when the database comes back. */
export async function listen(
  connection: pg.ClientConfig,
  channel: string,
  handle: (payload: string) => void,
): Promise<Listener> {
  let closed = false;
  let client: pg.Client | undefined;

  async function connect(): Promise<void> {
    const next = new pg.Client(connection);
    next.on('notification', (message) => handle(message.payload ?? ''));
    next.on('error', () => {});
    next.on('end', () => {
      client = undefined;
      if (!closed) void reconnect();
    });
    await next.connect();
    await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    client = next;
  }

  async function reconnect(): Promise<void> {
    await sleep(500);
    if (closed) return;
    await connect().catch(reconnect);
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
