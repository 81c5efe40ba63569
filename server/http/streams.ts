import type { FastifyInstance, FastifyReply, RouteOptions } from 'fastify';

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

import type { EventsAnswer, FailureOf, FileAnswer, LinesAnswer, Piece } from '#server/context.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is read by the handler, for as long as it comes. */
    isStream?: boolean;
  }
}

const stalled = 60_000;
const heartbeat = 15_000;

/** Serves a route whose body is read by its handler as it comes, whatever its type. */
export function serveStream(app: FastifyInstance, options: RouteOptions): void {
  app.register((own, _, done) => {
    own.removeAllContentTypeParsers();
    own.addContentTypeParser('*', (_request, payload, ready) => ready(null, payload));
    own.addHook('onRequest', (request, _reply, next) => {
      request.raw.setTimeout(stalled, () => request.raw.destroy());
      next();
    });
    own.route({ ...options, config: { isStream: true } });
    done();
  });
}

/** Answers with a file to keep. */
export function sendFile(reply: FastifyReply, { name, type, content, bytes }: FileAnswer): FastifyReply {
  if (bytes !== undefined) reply.header('content-length', bytes);
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .type(type)
    .send(content);
}

/** Answers with events for as long as the reader stays, may still read them, and the server runs. */
export function sendEvents(
  reply: FastifyReply,
  begin: EventsAnswer,
  isPermitted: () => Promise<boolean>,
): FastifyReply {
  const { raw } = reply.hijack();
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // A proxy that gathers answers would hold the events back.
    'x-accel-buffering': 'no',
  });
  raw.write(': here\n\n');
  const end = begin((event) => raw.write(`data: ${JSON.stringify(event)}\n\n`));
  const beat = setInterval(async () => {
    if (await isPermitted()) raw.write(': still here\n\n');
    else raw.end();
  }, heartbeat);
  const { server } = reply.server;
  const close = () => raw.end();
  server.setMaxListeners(0).once('stopping', close);
  raw.once('close', () => {
    server.off('stopping', close);
    clearInterval(beat);
    end();
  });
  return reply;
}

/**
 * Answers with lines of JSON. Nothing goes out before the first one, so that what fails before has its right status;
 * what fails later is the last line.
 */
export async function sendLines(reply: FastifyReply, begin: LinesAnswer, failureOf: FailureOf): Promise<FastifyReply> {
  const { raw } = reply;
  const leaving = new AbortController();
  raw.once('close', () => leaving.abort());
  const send = (line: object | Piece[]) => {
    if (!reply.sent) writeHead(reply);
    return write(raw, Array.isArray(line) ? line : [JSON.stringify(line)], leaving.signal);
  };
  try {
    await begin(send, leaving.signal, failureOf);
  } catch (error) {
    if (!reply.sent) throw error;
    void send(failureOf(error));
  }
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

// Large lines go out in their pieces; putting them together would cost as much as sending them.
function write(raw: ServerResponse, pieces: Piece[], signal: AbortSignal): Promise<void> | undefined {
  raw.cork();
  for (const piece of pieces) raw.write(piece);
  raw.write('\n');
  // What else is known at this moment goes out with it.
  process.nextTick(() => raw.uncork());
  if (!raw.writableNeedDrain || signal.aborted) return undefined;
  return once(raw, 'drain', { signal }).then(
    () => undefined,
    () => undefined,
  );
}
