import type { FastifyInstance } from 'fastify';
import type { ServerResponse } from 'node:http';
import { Server, type Socket } from 'node:net';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';

const hearing = 200;
const patience = 10_000;

/**
 * Closes the door and finishes what is inside. By itself Fastify would drop a request that was sent but not
 * read yet, keep a connection open after its last answer, and wait for one on which nothing was ever said;
 * and of the two addresses of `localhost` it waits for the first alone.
 */
export function drain(app: FastifyInstance): () => Promise<void> {
  const connections = new Map<Socket, Set<ServerResponse>>();
  let accepted = 0;
  let isClosing = false;

  function answeringOn(socket: Socket): Set<ServerResponse> {
    const known = connections.get(socket);
    if (known) return known;
    const answering = new Set<ServerResponse>();
    connections.set(socket, answering);
    socket.once('close', () => connections.delete(socket));
    return answering;
  }

  function closeIdle(): void {
    for (const [socket, answering] of connections) if (answering.size === 0) socket.destroy();
  }

  // Node accepts one connection a turn of its loop, so that behind a busy server there may be a queue.
  async function emptyQueue(): Promise<void> {
    let quiet = 0;
    for (let turns = 0; quiet < 2 && turns < 1000; turns++) {
      const before = accepted;
      await turn();
      quiet = accepted === before ? quiet + 1 : 0;
    }
  }

  app.server.on('connection', (socket: Socket) => {
    accepted++;
    answeringOn(socket);
  });
  app.addHook('onRequest', ({ raw: { socket } }, { raw }, done) => {
    const answering = answeringOn(socket).add(raw);
    raw.once('close', () => answering.delete(raw));
    done();
  });
  app.addHook('onSend', (_, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done(null, payload);
  });

  return async () => {
    isClosing = true;
    // Streams of events would stay for as long as their readers do.
    app.server.emit('stopping');
    await emptyQueue();
    // Not the method of an HTTP server, which would also drop its idle connections, heard or not.
    Server.prototype.close.call(app.server);
    for (let waited = 0; waited < patience && connections.size > 0; waited += hearing) {
      await sleep(hearing);
      await turn();
      closeIdle();
    }
    for (const socket of connections.keys()) socket.destroy();
    await app.close();
  };
}
