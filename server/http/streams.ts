import type { FastifyInstance, FastifyReply, RouteOptions } from 'fastify';

import type { EventsAnswer, FileAnswer } from '#server/context.ts';

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
export function sendFile(reply: FastifyReply, { name, type, content }: FileAnswer): FastifyReply {
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
