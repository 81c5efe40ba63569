import type { FastifyInstance, FastifyReply, RouteOptions } from 'fastify';

import { once } from 'node:events';

import { Problem } from '#contract/errors.ts';
import type { OpenResponse } from '#server/access/open-responses.ts';
import type { EventsAnswer, FailureOf, FileAnswer, LinesAnswer, PictureAnswer, LinePiece } from '#server/context.ts';
import { chunkSize, chunksOf } from './slow-clients.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler reads the body as a stream. */
    isStream?: boolean;
    /** The route changes nothing although its method is not GET. */
    isReading?: boolean;
    /** Cookies are ignored and none are set. */
    isCookieless?: boolean;
  }
}

const idleTimeoutMs = 60_000;
const heartbeatMs = 15_000;
/** Maximum bytes of unsent events per client. */
const maxBacklog = 256 * 1024;

/** Serves a route whose handler streams the body, of any content type. */
export function serveStream(app: FastifyInstance, options: RouteOptions): void {
  app.register((own, _, done) => {
    own.removeAllContentTypeParsers();
    own.addContentTypeParser('*', (_request, payload, ready) => ready(null, payload));
    own.addHook('onRequest', (request, _reply, next) => {
      request.raw.setTimeout(idleTimeoutMs, () => request.raw.destroy());
      next();
    });
    own.route({ ...options, config: { ...options.config, isStream: true } });
    done();
  });
}

/** Sends a file download. */
export function sendFile(reply: FastifyReply, { name, type, content, bytes }: FileAnswer): FastifyReply {
  if (bytes !== undefined) reply.header('content-length', bytes);
  return reply
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .type(type)
    .send(content);
}

/** Sends an image; browsers cache it forever unless it changes. */
export function sendPicture(reply: FastifyReply, { type, content, changes }: PictureAnswer): FastifyReply {
  const freshness = changes ? 'no-cache' : 'private, max-age=31536000, immutable';
  return reply.header('cache-control', freshness).type(type).send(content);
}

/** Whether the client may still read, and a subscription to changes of this permission. */
type StreamPermission = { isPermitted: () => Promise<boolean>; watch: (check: () => void) => () => void };

/** Sends server-sent events while the client is connected and permitted, and the server runs. */
export function sendEvents(
  reply: FastifyReply,
  begin: EventsAnswer,
  { isPermitted, watch }: StreamPermission,
): FastifyReply {
  const { raw } = reply.hijack();
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Disables proxy buffering, which would delay events.
    'x-accel-buffering': 'no',
  });
  raw.write(': here\n\n');
  const close = () => raw.end();
  const send = (event: object) => {
    raw.write(`data: ${JSON.stringify(event)}\n\n`);
    // A client that reads nothing is disconnected; it reloads everything when it reconnects.
    if (raw.writableLength > maxBacklog) raw.destroy();
  };
  const end = begin(send, close);
  const heartbeatTimer = setInterval(async () => {
    if (await isPermitted()) raw.write(': still here\n\n');
    else raw.end();
  }, heartbeatMs);
  const unwatch = watch(() => void isPermitted().then((may) => may || raw.end()));
  const { server } = reply.server;
  server.setMaxListeners(0).once('stopping', close);
  raw.once('close', () => {
    server.off('stopping', close);
    clearInterval(heartbeatTimer);
    unwatch();
    end();
  });
  return reply;
}

type LineStreamOptions = { failureOf: FailureOf; hold: OpenResponse | undefined };

/**
 * Streams JSON lines. The response head is sent with the first line, so that earlier failures get their own status; a
 * later failure becomes the last line.
 */
export async function sendLines(
  reply: FastifyReply,
  begin: LinesAnswer,
  { failureOf, hold }: LineStreamOptions,
): Promise<FastifyReply> {
  const { raw } = reply;
  const disconnected = new AbortController();
  hold?.lost.addEventListener('abort', () => disconnected.abort(), { once: true });
  // A close after the response has finished needs no abort.
  raw.once('close', () => raw.writableFinished || disconnected.abort());
  let writing: Promise<void> | undefined;
  const write = lineWriterOf(reply, disconnected.signal);
  const send = (line: object | LinePiece[]) => {
    if (!reply.sent) writeHead(reply);
    const pieces = Array.isArray(line) ? line : [JSON.stringify(line)];
    // Large lines take several writes, and no other line may come between them.
    const written = writing ? writing.then(() => write(pieces)) : write(pieces);
    const own = written?.finally(() => writing === own && (writing = undefined));
    return (writing = own);
  };
  try {
    await begin(send, disconnected.signal, failureOf);
  } catch (cause) {
    const error = hold?.lost.aborted ? new Problem('not_found', {}, { cause }) : cause;
    if (!reply.sent) throw error;
    await send(failureOf(error));
  } finally {
    hold?.close();
  }
  // oxlint-disable-next-line no-unmodified-loop-condition -- `send` changes it meanwhile
  while (writing) await writing;
  // Node 22 sends the end before lines that are still corked, and they would be lost.
  while (raw.writableCorked > 0) raw.uncork();
  raw.end();
  return reply;
}

function writeHead(reply: FastifyReply): void {
  reply.hijack().raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'application/x-ndjson; charset=utf-8',
    'cache-control': 'no-store',
    // Disables proxy buffering, which would delay lines.
    'x-accel-buffering': 'no',
  });
}

/** Writes lines with backpressure; returns a promise if the caller must wait. */
function lineWriterOf(
  { raw, server }: FastifyReply,
  signal: AbortSignal,
): (pieces: LinePiece[]) => Promise<void> | undefined {
  // An abort ends the wait; the sender stops by the same signal.
  const drained = () => once(raw, 'drain', { signal }).catch(() => undefined);

  // Corks small lines, so that lines of the same tick share a packet. In one write, because each is a chunk of HTTP.
  function writeSmall(pieces: LinePiece[]): Promise<void> | undefined {
    raw.cork();
    raw.write(Buffer.concat([...pieces, '\n'].map((piece) => (Buffer.isBuffer(piece) ? piece : Buffer.from(piece)))));
    process.nextTick(() => raw.uncork());
    return raw.writableNeedDrain ? drained().then(() => undefined) : undefined;
  }

  // Large lines are written in chunks; joining them would cost as much as sending them.
  async function writeLarge(pieces: LinePiece[]): Promise<void> {
    for (const piece of pieces) {
      const whole = Buffer.isBuffer(piece) ? piece : Buffer.from(piece);
      const release = whole.length > chunkSize ? server.readers.hold(raw, whole) : () => undefined;
      try {
        for (const part of chunksOf(whole)) {
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
    // After an abort the error is still sent if the client is connected.
    if (signal.aborted && (raw.destroyed || raw.closed || !raw.socket || raw.socket.destroyed)) return undefined;
    const isLarge = pieces.some(({ length }) => length > chunkSize);
    return isLarge ? writeLarge(pieces) : writeSmall(pieces);
  };
}
