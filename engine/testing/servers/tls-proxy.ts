import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import net, { type AddressInfo, type NetConnectOpts, type Socket } from 'node:net';
import path from 'node:path';
import tls from 'node:tls';

const fileOf = (name: string) => path.join(import.meta.dirname, 'certificates', name);

/** A certificate for `db.example.test` by an authority that only tests know; both are valid for a hundred years. */
export const certificateFiles = {
  authority: fileOf('ca.pem'),
  certificate: fileOf('server.pem'),
  key: fileOf('server-key.pem'),
};

/** Accepts TLS in front of a server that has none. With `startTls`, clients first request TLS, as in PostgreSQL. */
export async function openTlsProxy(target: NetConnectOpts, { startTls = false } = {}) {
  const secureContext = tls.createSecureContext({
    cert: readFileSync(certificateFiles.certificate),
    key: readFileSync(certificateFiles.key),
  });
  const sockets = new Set<Socket>();
  const forward = (client: Socket) => {
    const secure = new tls.TLSSocket(client, { isServer: true, secureContext });
    const upstream = net.connect(target);
    for (const [from, to] of [
      [secure, upstream],
      [upstream, secure],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => (sockets.delete(from), to.destroy()));
      from.pipe(to);
    }
  };
  const server = net.createServer((client) => {
    // A client that does not trust the certificate disconnects.
    client.on('error', () => {});
    if (startTls) client.once('data', () => client.write('S', () => forward(client)));
    else forward(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      sockets.forEach((socket) => socket.destroy());
      server.close();
    },
  };
}
