import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { pipeline } from 'node:stream/promises';

import { Problem } from '#contract/errors.ts';
import { isSameSecret } from '#server/hash.ts';
import type { Servers } from '#server/servers/servers.ts';
import { traceparentOf } from './trace.ts';

const headerName = 'x-shuju-relayed';
const connectMs = 5_000;
/** Hop-by-hop headers, which are not forwarded. */
const connectionHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'trailer']);

export type RelayOptions = {
  servers: Servers;
  secret: string;
  /** The id of the files that a request is about. */
  idOf: (request: FastifyRequest) => string;
};

/**
 * Forwards a request to the server that has its files. That server authorizes the caller; it reads the caller's address
 * from a header that only servers of this installation can sign.
 */
export async function relayToHolder(
  request: FastifyRequest,
  reply: FastifyReply,
  { servers, secret, idOf }: RelayOptions,
): Promise<FastifyReply | undefined> {
  if (acceptRelayed(request, secret)) return undefined;
  const holder = await servers.findHolder(idOf(request));
  if (!holder) return undefined;
  const response = await send(request, new URL(request.raw.url!, holder.address), secret);
  reply.hijack();
  reply.raw.writeHead(response.statusCode!, withoutConnection(response.headers));
  // A disconnect on either side ends the other one too.
  await pipeline(response, reply.raw).catch(() => undefined);
  return reply;
}

/** Whether another server forwarded the request; then the caller's address is the one in its header. */
function acceptRelayed(request: FastifyRequest, secret: string): boolean {
  const [ip, signature] = String(request.headers[headerName] ?? '').split(' ');
  if (!ip || !signature) return false;
  if (!isSameSecret(signature, signatureOf(ip, secret))) return false;
  Object.defineProperty(request, 'ip', { value: ip });
  return true;
}

const signatureOf = (ip: string, secret: string) =>
  createHmac('sha256', secret).update(`relay ${ip}`).digest('base64url');

async function send(request: FastifyRequest, url: URL, secret: string): Promise<IncomingMessage> {
  const { method, headers } = request.raw;
  const relayed = `${request.ip} ${signatureOf(request.ip, secret)}`;
  const upstream = (url.protocol === 'https:' ? https : http).request(url, {
    method: method!,
    // A new connection: on a pooled one that the other server is closing, the request would be lost.
    agent: false,
    headers: {
      ...withoutConnection(headers),
      host: headers.host ?? url.host,
      traceparent: traceparentOf(request.id),
      [headerName]: relayed,
    },
  });
  const timer = setTimeout(() => upstream.destroy(new Error('no connection')), connectMs);
  upstream.once('socket', (socket) => socket.once('connect', () => clearTimeout(timer)));
  try {
    // A server that responds before it has read the whole body closes the connection.
    void pipeline(request.raw, upstream).catch(() => undefined);
    const [response] = (await once(upstream, 'response')) as [IncomingMessage];
    return response;
  } catch (cause) {
    throw new Problem('server_unreachable', {}, { cause });
  } finally {
    clearTimeout(timer);
  }
}

const withoutConnection = (headers: IncomingMessage['headers']) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !connectionHeaders.has(name)));
