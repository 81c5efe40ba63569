import type { FastifyInstance, FastifyReply, RouteOptions } from 'fastify';

import { once } from 'node:events';

import { Problem } from '#contract/errors.ts';
import type { Hold } from '#server/access/holds.ts';
import type { EventsAnswer, FailureOf, FileAnswer, LinesAnswer, PictureAnswer, Piece } from '#server/context.ts';
import { pieceSize, piecesOf } from './readers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is read by the handler, for as long as it comes. */
    isStream?: boolean;
    /** Nothing changes by it though it is no GET. */
    isReading?: boolean;
    /** No cookie counts, and none is set. */
    isBare?: boolean;
  }
}

const stalled = 60_000;
const heartbeat = 15_000;
/** So many bytes of events may wait for a reader. */
const maxBacklog = 256 * 1024;

/** Serves a route whose body is read by its handler as it comes, whatever its type. */
export function serveStream(app: FastifyInstance, options: RouteOptions): void {
  app.register((own, _, done) => {
    own.removeAllContentTypeParsers();
    own.addContentTypeParser('*', (_request, payload, ready) => ready(null, payload));
    own.addHook('onRequest', (request, _reply, next) => {
      request.raw.setTimeout(stalled, () => request.raw.destroy());
      next();
    });
    own.route({ ...options, config: { ...options.config, isStream: true } });
    done();
  });
}

/** Answers with a file to keep. */
export function sendFile(reply: FastifyReply, { name, type, content, bytes }: FileAnswer): FastifyReply {
  if (bytes !== undefined) reply.header('content-length', bytes);
  return reply
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .type(type)
    .send(content);
}

/** Answers with a picture, which browsers may keep for ever if it does not change. */
export function sendPicture(reply: FastifyReply, { type, content, changes }: PictureAnswer): FastifyReply {
  const freshness = changes ? 'no-cache' : 'private, max-age=31536000, immutable';
  return reply.header('cache-control', freshness).type(type).send(content);
}

/** Whether the reader may still read, and what tells that it may be otherwise now. */
type Permission = { isPermitted: () => Promise<boolean>; watch: (check: () => void) => () => void };

/** Answers with events for as long as the reader stays, may still read them, and the server runs. */
export function sendEvents(reply: FastifyReply, begin: EventsAnswer, { isPermitted, watch }: Permission): FastifyReply {
  const { raw } = reply.hijack();
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // A proxy that gathers answers would hold the events back.
    'x-accel-buffering': 'no',
  });
  raw.write(': here\n\n');
  const close = () => raw.end();
  const send = (event: object) => {
    raw.write(`data: ${JSON.stringify(event)}\n\n`);
    // Who reads nothing for so long asks anew for everything when they come back.
    if (raw.writableLength > maxBacklog) raw.destroy();
  };
  const end = begin(send, close);
  const beat = setInterval(async () => {
    if (await isPermitted()) raw.write(': still here\n\n');
    else raw.end();
  }, heartbeat);
  const leave = watch(() => void isPermitted().then((may) => may || raw.end()));
  const { server } = reply.server;
  server.setMaxListeners(0).once('stopping', close);
  raw.once('close', () => {
    server.off('stopping', close);
    clearInterval(beat);
    leave();
    end();
  });
  return reply;
}

type Sending = { failureOf: FailureOf; hold: Hold | undefined };

/**
 * Answers with lines of JSON. Nothing goes out before the first one, so that what fails before has its right status;
 * what fails later is the last line.
 */
export async function sendLines(
  reply: FastifyReply,
  begin: LinesAnswer,
  { failureOf, hold }: Sending,
): Promise<FastifyReply> {
  const { raw } = reply;
  const leaving = new AbortController();
  hold?.lost.addEventListener('abort', () => leaving.abort(), { once: true });
  // A connection that closes after its answer tells nothing new, and telling it costs.
  raw.once('close', () => raw.writableFinished || leaving.abort());
  let writing: Promise<void> | undefined;
  const write = lineWriterOf(reply, leaving.signal);
  const send = (line: object | Piece[]) => {
    if (!reply.sent) writeHead(reply);
    const pieces = Array.isArray(line) ? line : [JSON.stringify(line)];
    // A large line takes its time, and no other one may come between its pieces.
    const written = writing ? writing.then(() => write(pieces)) : write(pieces);
    const own = written?.finally(() => writing === own && (writing = undefined));
    return (writing = own);
  };
  try {
    await begin(send, leaving.signal, failureOf);
  } catch (cause) {
    const error = hold?.lost.aborted ? new Problem('not_found', {}, { cause }) : cause;
    if (!reply.sent) throw error;
    await send(failureOf(error));
  } finally {
    hold?.close();
  }
  // oxlint-disable-next-line no-unmodified-loop-condition -- `send` changes it meanwhile
  while (writing) await writing;
  raw.end();
  return reply;
}

function writeHead(reply: FastifyReply): void {
  reply.hijack().raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'application/x-ndjson; charset=utf-8',
    'cache-control': 'no-store',
    // A proxy that gathers answers would hold the lines back.
    'x-accel-buffering': 'no',
  });
}

/** Writes lines as fast as their reader takes them; a promise is what must be waited for. */
function lineWriterOf(
  { raw, server }: FastifyReply,
  signal: AbortSignal,
): (pieces: Piece[]) => Promise<void> | undefined {
  const drained = () => once(raw, 'drain', { signal }).catch(() => undefined);

  // Small lines: what else is known at this moment goes out with it.
  function writeSmall(pieces: Piece[]): Promise<void> | undefined {
    raw.cork();
    for (const piece of pieces) raw.write(piece);
    raw.write('\n');
    process.nextTick(() => raw.uncork());
    return raw.writableNeedDrain ? drained().then(() => undefined) : undefined;
  }

  // Large ones go out in their pieces; putting them together would cost as much as sending them.
  async function writeLarge(pieces: Piece[]): Promise<void> {
    for (const piece of pieces) {
      const whole = Buffer.isBuffer(piece) ? piece : Buffer.from(piece);
      const release = whole.length > pieceSize ? server.readers.hold(raw, whole) : () => undefined;
      try {
        for (const part of piecesOf(whole)) {
          if (signal.aborted) return;
          if (!raw.write(part)) await drained();
        }
      } finally {
        release();
      }
    }
    raw.write('\n');
  }

  return (pieces) => {
    // Work that was stopped still says why, if its reader is there.
    if (signal.aborted && (raw.destroyed || raw.closed || !raw.socket || raw.socket.destroyed)) return undefined;
    const isLarge = pieces.some(({ length }) => length > pieceSize);
    return isLarge ? writeLarge(pieces) : writeSmall(pieces);
  };
}
