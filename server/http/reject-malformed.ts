import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

import { catalogue } from '#contract/error-catalogue.ts';
import { type ErrorCode, Problem } from '#contract/errors.ts';
import { findTooDeep } from '#engine/events/json-depth.ts';
import { bodyOf } from './error-response.ts';
import { createTraceId } from './trace.ts';

const bodyTimeoutMs = 60_000;

/** Rejects requests that HTTP, Node or Fastify would accept, or reject without an error body. */
export function rejectMalformed(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _, done) => {
    if (request.method !== 'GET' && !request.routeOptions.config?.isStream) rejectSlowBody(request.raw);
    done(rejectBadHost(request.raw));
  });
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    // Only ingestion accepts compressed bodies.
    if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
      return done(new Problem('unsupported_media_type'));
    const text = findTooDeep(body) >= 0 ? undefined : textOf(body);
    if (text === undefined) done(new Problem('malformed_request'));
    else void parseJson(request, text, done);
  });
  app.server.on('connect', (_: IncomingMessage, socket: Duplex) => rejectConnection({}, socket));
  app.server.on('checkExpectation', (request) => rejectConnection({}, request.socket));
}

// Duplicate or missing Host headers are interpreted differently by proxies.
function rejectBadHost({ rawHeaders, httpVersionMinor }: IncomingMessage): Problem | undefined {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]!.toLowerCase() === 'host') hosts++;
  return hosts > 1 || hosts < httpVersionMinor ? new Problem('malformed_request') : undefined;
}

// A slow body would keep its connection open forever.
function rejectSlowBody(request: IncomingMessage): void {
  if (request.complete) return;
  const timer = setTimeout(() => request.destroy(), bodyTimeoutMs).unref();
  request.once('close', () => clearTimeout(timer));
  request.once('end', () => clearTimeout(timer));
}

// Node would decode invalid UTF-8 as replacement characters.
function textOf(body: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    // Invalid UTF-8: the caller rejects the request.
    return undefined;
  }
}

/** Answers on the raw socket when no request could be parsed. */
export function rejectConnection(error: { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const code: ErrorCode = error.code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'malformed_request';
  const body = JSON.stringify(bodyOf(new Problem(code), createTraceId()));
  const head = [
    `HTTP/1.1 ${catalogue[code].status} Refused`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
