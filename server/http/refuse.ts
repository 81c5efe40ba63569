import type { FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

import { catalogue } from '#contract/catalogue.ts';
import { type ErrorCode, Problem } from '#contract/errors.ts';
import { findTooDeep } from '#engine/events/depth.ts';
import { bodyOf } from './answer.ts';

const slowest = 60_000;

/** Refuses what HTTP, Node or Fastify would let pass, or would refuse without saying why. */
export function refuseMalformed(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _, done) => {
    if (request.method !== 'GET' && !request.routeOptions.config?.isStream) refuseSlow(request.raw);
    done(refuseHosts(request.raw));
  });
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    // Only what is pushed may come compressed.
    if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
      return done(new Problem('unsupported_media_type'));
    const text = findTooDeep(body) >= 0 ? undefined : textOf(body);
    if (text === undefined) done(new Problem('malformed_request'));
    else void parseJson(request, text, done);
  });
  app.server.on('connect', (_: IncomingMessage, socket: Duplex) => refuseConnection({}, socket));
  app.server.on('checkExpectation', (request) => refuseConnection({}, request.socket));
}

// Two hosts, or none where there must be one, are read differently by different programs on the way.
function refuseHosts({ rawHeaders, httpVersionMinor }: IncomingMessage): Problem | undefined {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]!.toLowerCase() === 'host') hosts++;
  return hosts > 1 || hosts < httpVersionMinor ? new Problem('malformed_request') : undefined;
}

// A body that drips in would keep its connection for ever.
function refuseSlow(request: IncomingMessage): void {
  if (request.complete) return;
  const timer = setTimeout(() => request.destroy(), slowest).unref();
  request.once('close', () => clearTimeout(timer));
  request.once('end', () => clearTimeout(timer));
}

// By itself Node would read bytes that are no text as question marks.
function textOf(body: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}

/** What never becomes a request is answered on the bare connection. */
export function refuseConnection(error: { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const code: ErrorCode = error.code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'malformed_request';
  const body = JSON.stringify(bodyOf(new Problem(code), randomUUID()));
  const head = [
    `HTTP/1.1 ${catalogue[code].status} Refused`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
