import net, { type AddressInfo } from 'node:net';

import { openTestPostgres } from '#engine/testing/servers/postgres.ts';
import { reply, type ServerFault } from './server-fault.ts';

/** A PostgreSQL database that can be reached by TCP, and the settings of a connection to it. */
export async function openConnectedDatabase() {
  const server = await openTestPostgres();
  const { host: folder, user, password, database } = server.address;
  const sockets = new Set<net.Socket>();
  let isHanging = false;
  let fault: ServerFault | null = null;
  // The PostgreSQL of the tests listens on a socket in a folder only.
  const proxy = net.createServer((client) => {
    const upstream = net.connect(`${folder}/.s.PGSQL.5432`);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => (sockets.delete(from), to.destroy()));
    }
    if (isHanging) return;
    client.pipe(upstream);
    upstream.on('data', (bytes) => (fault ? reply(client, fault, bytes) : client.write(bytes)));
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  const { port } = proxy.address() as AddressInfo;
  return {
    execute: server.execute,
    settings: {
      kind: 'postgres' as const,
      host: '127.0.0.1',
      port,
      database,
      user,
      password,
      tls: 'off' as const,
      zone: 'UTC',
      allowsPrivate: true,
    },
    /** Sets how the server misbehaves from now on. */
    setFault: (next: ServerFault | null) => {
      fault = next;
    },
    /** Whether some data is waiting for a connected client to read it. */
    isSending: () => [...sockets].some((socket) => socket.writableNeedDrain),
    /** Stops responding without closing any connection. */
    hang: () => {
      isHanging = true;
      sockets.forEach((socket) => socket.unpipe().removeAllListeners('data').pause());
    },
    /** Closes all sessions, like a server that restarts. */
    disconnect: () => sockets.forEach((socket) => socket.destroy()),
    close: async () => {
      sockets.forEach((socket) => socket.destroy());
      await new Promise((done) => proxy.close(done));
      await server.close();
    },
  };
}
export type ConnectedDatabase = Awaited<ReturnType<typeof openConnectedDatabase>>;
