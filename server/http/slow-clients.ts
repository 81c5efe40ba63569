import type { FastifyInstance } from 'fastify';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';

declare module 'fastify' {
  interface FastifyInstance {
    readers: SlowClients;
  }
}

export type SlowClientLimits = {
  /** A client that reads nothing for this many milliseconds is disconnected. */
  stallMs: number;
  /** Maximum bytes of unread responses; beyond it, the longest stalled clients are disconnected sooner. */
  maxHeldBytes: number;
};

const megabyte = 1024 * 1024;
export const slowClientLimits: SlowClientLimits = { stallMs: 30_000, maxHeldBytes: 128 * megabyte };

/** Tracks unread response data per client. */
type SlowClients = {
  /** Counts a buffer until it is released; a buffer shared by several responses counts once. */
  hold: (response: ServerResponse, piece: Buffer) => () => void;
};

type ClientProgress = { flushed: number; since: number };
/** Clients that read something within this time are disconnected only as a last resort. */
const graceMs = 1_000;

/** Responses are written in chunks of this size, to detect whether the client reads. */
export const chunkSize = 64 * 1024;

/**
 * Watches all connections: a client that does not read its response is disconnected, which cancels the work behind it.
 * Unread responses are limited in total.
 */
export function watchSlowClients(app: FastifyInstance, { stallMs, maxHeldBytes }: SlowClientLimits): void {
  const clients = new Map<Socket, ClientProgress>();
  const held = new Map<Buffer, Set<ServerResponse>>();
  let heldBytes = 0;

  app.addHook('onRequest', ({ raw: { socket } }, _, done) => {
    if (!clients.has(socket)) {
      clients.set(socket, { flushed: 0, since: Date.now() });
      socket.once('close', () => clients.delete(socket));
    }
    done();
  });

  /** Milliseconds for which a client has read nothing although data is waiting. */
  function stalledFor(socket: Socket): number {
    const client = clients.get(socket);
    if (!client) return 0;
    const flushed = socket.bytesWritten - socket.writableLength;
    if (socket.writableLength === 0 || flushed !== client.flushed)
      Object.assign(client, { flushed, since: Date.now() });
    return Date.now() - client.since;
  }

  const timer = setInterval(
    () => {
      for (const socket of clients.keys()) if (stalledFor(socket) >= stallMs) socket.destroy();
    },
    Math.min(1_000, stallMs / 4),
  ).unref();
  app.addHook('onClose', (_, done) => {
    clearInterval(timer);
    done();
  });

  function disconnectStalled(): void {
    const holders = [...new Set([...held.values()].flatMap((responses) => [...responses]))]
      .flatMap(({ socket }) => (socket && !socket.destroyed ? [{ socket, stalled: stalledFor(socket) }] : []))
      .sort((a, b) => b.stalled - a.stalled);
    for (const { socket, stalled: stalledMs } of holders) {
      if (heldBytes <= maxHeldBytes || (stalledMs < graceMs && heldBytes <= 2 * maxHeldBytes)) return;
      release(socket);
      socket.destroy();
    }
  }

  // Released immediately: the close event comes only on a later event loop turn.
  function release(socket: Socket): void {
    for (const [piece, responses] of held)
      for (const response of responses) if (response.socket === socket) drop(piece, response);
  }

  function drop(piece: Buffer, response: ServerResponse): void {
    const responses = held.get(piece);
    if (!responses?.delete(response) || responses.size > 0) return;
    held.delete(piece);
    heldBytes -= piece.length;
  }

  app.decorate('readers', {
    hold: (response, piece) => {
      const responses = held.get(piece) ?? new Set();
      if (responses.size === 0) heldBytes += piece.length;
      held.set(piece, responses.add(response));
      if (heldBytes > maxHeldBytes) disconnectStalled();
      return () => drop(piece, response);
    },
  } satisfies SlowClients);

  // A large response in one write would hide whether the client reads.
  app.addHook('onSend', (_, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length <= 4 * chunkSize) return done(null, payload);
    const whole = Buffer.from(payload);
    reply.header('content-length', whole.length);
    const releaseHeld = app.readers.hold(reply.raw, whole);
    reply.raw.once('close', releaseHeld);
    done(null, Readable.from(chunksOf(whole)));
  });
}

/** Splits a buffer into chunks. */
export function* chunksOf(whole: Buffer): Generator<Buffer> {
  for (let start = 0; start < whole.length; start += chunkSize) yield whole.subarray(start, start + chunkSize);
}
