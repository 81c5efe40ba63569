import type { FastifyInstance } from 'fastify';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';

declare module 'fastify' {
  interface FastifyInstance {
    readers: Readers;
  }
}

export type ReaderLimits = {
  /** A reader who takes nothing for so many milliseconds is cut off. */
  stallMs: number;
  /** So many bytes of answers may wait to be read; beyond it, those who stalled longest are cut off sooner. */
  maxHeldBytes: number;
};

const megabyte = 1024 * 1024;
export const readerLimits: ReaderLimits = { stallMs: 30_000, maxHeldBytes: 128 * megabyte };

/** What waits to be read by whom. */
export type Readers = {
  /** Counts a piece of an answer until it is released; several readers of the same piece count once. */
  hold: (response: ServerResponse, piece: Buffer) => () => void;
};

type Reader = { flushed: number; since: number };
/** Whoever has taken something within so many milliseconds is only cut off if there is no other way. */
const graceMs = 1_000;

/** Pieces of an answer are written one after the other, so that it can be seen whether the reader takes any. */
export const pieceSize = 64 * 1024;

/**
 * Watches every connection: whoever takes nothing of what was written to them is cut off, which ends the work behind
 * it. Unread answers are bounded in all.
 */
export function watchReaders(app: FastifyInstance, { stallMs, maxHeldBytes }: ReaderLimits): void {
  const readers = new Map<Socket, Reader>();
  const held = new Map<Buffer, Set<ServerResponse>>();
  let heldBytes = 0;

  app.addHook('onRequest', ({ raw: { socket } }, _, done) => {
    if (!readers.has(socket)) {
      readers.set(socket, { flushed: 0, since: Date.now() });
      socket.once('close', () => readers.delete(socket));
    }
    done();
  });

  /** For how many milliseconds a reader has taken nothing though there is something. */
  function stalledFor(socket: Socket): number {
    const reader = readers.get(socket);
    if (!reader) return 0;
    const flushed = socket.bytesWritten - socket.writableLength;
    if (socket.writableLength === 0 || flushed !== reader.flushed)
      Object.assign(reader, { flushed, since: Date.now() });
    return Date.now() - reader.since;
  }

  const timer = setInterval(
    () => {
      for (const socket of readers.keys()) if (stalledFor(socket) >= stallMs) socket.destroy();
    },
    Math.min(1_000, stallMs / 4),
  ).unref();
  app.addHook('onClose', (_, done) => {
    clearInterval(timer);
    done();
  });

  function makeRoom(): void {
    const holders = [...new Set([...held.values()].flatMap((responses) => [...responses]))]
      .flatMap(({ socket }) => (socket && !socket.destroyed ? [{ socket, stalled: stalledFor(socket) }] : []))
      .sort((a, b) => b.stalled - a.stalled);
    for (const { socket, stalled } of holders) {
      if (heldBytes <= maxHeldBytes || (stalled < graceMs && heldBytes <= 2 * maxHeldBytes)) return;
      release(socket);
      socket.destroy();
    }
  }

  // At once: its own release comes only after the event loop has turned.
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
      if (heldBytes > maxHeldBytes) makeRoom();
      return () => drop(piece, response);
    },
  } satisfies Readers);

  // A large answer in one piece would hide whether its reader takes any of it.
  app.addHook('onSend', (_, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length <= 4 * pieceSize) return done(null, payload);
    const whole = Buffer.from(payload);
    reply.header('content-length', whole.length);
    const letGo = app.readers.hold(reply.raw, whole);
    reply.raw.once('close', letGo);
    done(null, Readable.from(piecesOf(whole)));
  });
}

/** A buffer in pieces that can be written one after the other. */
export function* piecesOf(whole: Buffer): Generator<Buffer> {
  for (let start = 0; start < whole.length; start += pieceSize) yield whole.subarray(start, start + pieceSize);
}
