import http from 'node:http';
import https from 'node:https';
import { isIP, isIPv6 } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { Problem } from '#contract/errors.ts';
import { connectSeconds, type DatabaseAddress } from './driver.ts';
import { DatabaseFailure, type FailureReason } from './failure.ts';

/** A request to the server; `seconds` is how long the server may stay silent. */
export type TrinoRequest = {
  method: 'POST' | 'GET' | 'DELETE';
  path: string;
  headers?: Record<string, string>;
  body?: string;
  seconds: number;
  signal?: AbortSignal | undefined;
};

export type TrinoResponse = { status: number; headers: http.IncomingHttpHeaders; text: string };

/** Trino sends pages of about 1 MB; a single row can make one larger. */
const maxPageBytes = 64 * 1024 * 1024;

/** Statuses after which the protocol asks clients to try again. */
const retryStatuses = new Set([429, 502, 503, 504]);
const maxAttempts = 6;
const retryDelayMs = 100;

/** HTTP to one server: connects to the address that was checked, and follows no redirects or links to other hosts. */
export function openTrinoHttp(address: DatabaseAddress) {
  const { send, close } = openConnections(address);
  const origin = new URL(`http://${hostOf(address)}`);

  async function request(each: TrinoRequest): Promise<TrinoResponse> {
    for (let attempt = 1; ; attempt += 1) {
      const response = await send(each);
      if (response.status >= 200 && response.status < 300) return response;
      if (!retryStatuses.has(response.status) || attempt >= maxAttempts) throw failureOfStatus(response);
      await sleep(retryDelayMs * attempt, undefined, { signal: each.signal });
    }
  }

  /** The path of a link that the server sends. */
  function pathOf(link: string): string {
    const url = URL.canParse(link) ? new URL(link) : null;
    // The default port of its scheme is missing in a URL.
    const port = Number(url?.port || (url?.protocol === 'https:' ? 443 : 80));
    const isSame = url?.hostname === origin.hostname && port === address.port;
    if (!url || !isSame || !url.pathname.startsWith('/v1/statement/'))
      throw new DatabaseFailure('protocol', 'The server refers to another address');
    return url.pathname + url.search;
  }

  return { request, pathOf, close };
}

const hostOf = ({ host, port }: DatabaseAddress) => `${isIPv6(host) ? `[${host}]` : host}:${port}`;

const statusReasons: Record<number, FailureReason> = { 401: 'sign_in', 403: 'sign_in', 429: 'too_many' };

function failureOfStatus({ status, text, headers }: TrinoResponse): DatabaseFailure {
  const isText = headers['content-type']?.startsWith('text/plain');
  const message = `HTTP ${status}${isText ? `: ${text.slice(0, 500)}` : ''}`;
  // A server with authentication rejects requests without TLS.
  if (text.includes('over HTTP is not enabled')) return new DatabaseFailure('protocol', message);
  return new DatabaseFailure(
    statusReasons[status] ?? (retryStatuses.has(status) ? 'unreachable' : 'protocol'),
    message,
  );
}

function openConnections(address: DatabaseAddress) {
  const isTls = address.tls !== 'off';
  const { request, Agent } = isTls ? https : http;
  const agent = new Agent({ keepAlive: true });
  const authorization = `Basic ${Buffer.from(`${address.user}:${address.password}`).toString('base64')}`;
  const shared: https.RequestOptions = {
    host: address.address,
    port: address.port,
    agent,
    // An IP address has no server name; then the certificate must be valid for the address itself.
    servername: isIP(address.host) ? '' : address.host,
    rejectUnauthorized: address.tls === 'verified',
  };
  const sharedHeaders = {
    host: hostOf(address),
    'x-trino-user': address.user,
    ...(isTls && address.password ? { authorization } : {}),
  };

  function send({ method, path, headers, body = '', seconds, signal }: TrinoRequest): Promise<TrinoResponse> {
    return new Promise((resolve, reject) => {
      const length = { 'content-length': String(Buffer.byteLength(body)) };
      const options = { ...shared, method, path, headers: { ...sharedHeaders, ...headers, ...length } };
      const sent = request({ ...options, ...(signal ? { signal } : {}) }, (response) => {
        readText(response).then(
          (text) => resolve({ status: response.statusCode!, headers: response.headers, text }),
          (error: Error) => {
            reject(error);
            sent.destroy();
          },
        );
      });
      limitTime(sent, { seconds, connected: isTls ? 'secureConnect' : 'connect' });
      sent.on('error', reject).end(body);
    });
  }

  return { send, close: () => agent.destroy() };
}

/** Fails a request whose connection is not established, or whose server stays silent. */
function limitTime(sent: http.ClientRequest, { seconds, connected }: { seconds: number; connected: string }): void {
  const expire = () => sent.destroy(Object.assign(new Error('The server does not answer'), { code: 'ETIMEDOUT' }));
  sent.setTimeout((seconds + connectSeconds) * 1000, expire);
  const timer = setTimeout(expire, connectSeconds * 1000);
  const clear = () => clearTimeout(timer);
  sent.on('socket', (socket) => (socket.connecting ? socket.once(connected, clear) : clear()));
  sent.on('close', clear);
}

async function readText(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxPageBytes) throw new Problem('query_too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
