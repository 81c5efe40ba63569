import type { FastifyInstance } from 'fastify';
import type { ServerResponse } from 'node:http';
import { Server, type Socket } from 'node:net';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';

const pollMs = 200;
const drainTimeoutMs = 10_000;

/**
 * Graceful shutdown: stops accepting connections and finishes open requests. Fastify alone would drop a request that
 * was sent but not read yet, keep a connection open after its last response, wait for idle connections, and wait for
 * only the first of the two addresses of `localhost`.
 */
export function drain(app: FastifyInstance): () => Promise<void> {
  const connections = new Map<Socket, Set<ServerResponse>>();
  let accepted = 0;
  let isClosing = false;

  function openResponsesOf(socket: Socket): Set<ServerResponse> {
    const existing = connections.get(socket);
    if (existing) return existing;
    const responses = new Set<ServerResponse>();
    connections.set(socket, responses);
    socket.once('close', () => connections.delete(socket));
    return responses;
  }

  function closeIdle(): void {
    for (const [socket, responses] of connections) if (responses.size === 0) socket.destroy();
  }

  // Node accepts one connection per event loop turn, so a busy server may have a backlog.
  async function acceptBacklog(): Promise<void> {
    let quiet = 0;
    for (let turns = 0; quiet < 2 && turns < 1000; turns++) {
      const before = accepted;
      await turn();
      quiet = accepted === before ? quiet + 1 : 0;
    }
  }

  app.server.on('connection', (socket: Socket) => {
    accepted++;
    openResponsesOf(socket);
  });
  app.addHook('onRequest', ({ raw: { socket } }, { raw }, done) => {
    const responses = openResponsesOf(socket).add(raw);
    raw.once('close', () => responses.delete(raw));
    done();
  });
  app.addHook('onSend', (_, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done(null, payload);
  });

  return async () => {
    isClosing = true;
    // Event streams would stay open as long as their clients.
    app.server.emit('stopping');
    await acceptBacklog();
    // Not the close of http.Server, which would also drop idle connections whose request has not been read yet.
    Server.prototype.close.call(app.server);
    for (let waited = 0; waited < drainTimeoutMs && connections.size > 0; waited += pollMs) {
      await sleep(pollMs);
      await turn();
      closeIdle();
    }
    for (const socket of connections.keys()) socket.destroy();
    await app.close();
  };
}
