import { once } from 'node:events';
import net, { type AddressInfo, type ListenOptions, type NetConnectOpts, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** A proxy in front of a server, which simulates network failures. */
export type TestProxy = {
  /** The port it listens on, unless that is a Unix socket. */
  port: number;
  /** Drops all data of open and new connections without closing them. */
  cut: () => void;
  /** Delays data from the server. */
  delay: (ms: number) => void;
  /** Delivers data again, but not on connections that were used while it was cut. */
  mend: () => void;
  /** Ends the open connections; new ones work again. */
  reset: () => void;
  close: () => Promise<void>;
};

export async function openProxy(listen: ListenOptions, target: NetConnectOpts): Promise<TestProxy> {
  const sockets = new Set<Socket>();
  let isCut = false;
  let delayMs = 0;

  const deliver = (delays: () => number) =>
    new Transform({
      transform: (chunk, _, done) => {
        // Without a call of `done`, later chunks wait too.
        if (!isCut) void sleep(delays()).then(() => (isCut ? undefined : done(null, chunk)));
      },
    });

  const server = net.createServer((client) => {
    const upstream = net.connect(target);
    for (const [from, to, delays] of [
      [client, upstream, () => 0],
      [upstream, client, () => delayMs],
    ] as const) {
      sockets.add(from);
      // The close event that follows closes the other side.
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        // While it is cut, the other side is not closed either.
        if (!isCut) to.destroy();
      });
      from.pipe(deliver(delays)).pipe(to);
    }
  });
  server.listen(listen);
  await once(server, 'listening');
  const mend = () => void (isCut = false);
  const reset = () => {
    mend();
    delayMs = 0;
    sockets.forEach((socket) => socket.destroy());
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => void (isCut = true),
    delay: (ms) => void (delayMs = ms),
    mend,
    reset,
    close: async () => {
      reset();
      server.close();
      await once(server, 'close');
    },
  };
}
