import { lookup as resolve } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';

import { Problem } from '#contract/errors.ts';
import { mayCall } from './address.ts';

/** Resolves a host name; the resolved address is the one that is called. */
type ResolveHost = (name: string) => Promise<{ address: string; family: number }[]>;

/** Settings for outgoing requests. */
export type Egress = { allowsPrivate: boolean; resolve: ResolveHost };

export type OutsideRequest = {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Total timeout in seconds. */
  seconds?: number;
  /** Maximum response size in bytes. */
  bytes?: number;
};

export type OutsideAnswer = { status: number; headers: http.IncomingHttpHeaders; body: Buffer };

export function openEgress(allowsPrivate: boolean): Egress {
  return { allowsPrivate, resolve: (name) => resolve(name, { all: true, verbatim: true }) };
}

/**
 * The only way to send outgoing requests: the name is resolved once, the address is checked, and exactly that address
 * is called. Redirects are not followed; timeout and size are limited. Throws a Problem that says what went wrong.
 */
export async function sendOut(egress: Egress, request: OutsideRequest): Promise<OutsideAnswer> {
  const { seconds = 10, bytes = 1024 * 1024 } = request;
  return callOut(egress, { ...request, seconds }, async (response) => {
    const answer = await read(response, bytes);
    if (answer.status >= 300 && answer.status < 400) throw new Problem('host_redirects');
    return answer;
  });
}

type TimedRequest = Omit<OutsideRequest, 'bytes'> & { seconds: number; cancelSignal?: AbortSignal };

/** Calls a checked address and reads its response within the timeout; failures of the network become Problems. */
export async function callOut<T>(
  egress: Egress,
  request: TimedRequest,
  readResponse: (response: http.IncomingMessage) => Promise<T>,
): Promise<T> {
  const { seconds, cancelSignal } = request;
  const url = urlOf(request.url);
  const timeout = AbortSignal.timeout(seconds * 1000);
  const signal = cancelSignal ? AbortSignal.any([timeout, cancelSignal]) : timeout;
  const problemOf = () =>
    cancelSignal?.aborted ? new Problem('cancelled') : new Problem('host_silent', { limit: String(seconds) });
  const target = await rejectOnAbort(addressOf(egress, url), signal, problemOf);
  try {
    return await call(url, target, { ...request, signal }, readResponse);
  } catch (error) {
    if (error instanceof Problem) throw error;
    if (signal.aborted) throw problemOf();
    const { code = 'ERROR' } = error as NodeJS.ErrnoException;
    throw new Problem('host_unreachable', { detail: code }, { cause: error });
  }
}

function urlOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isValid = url && /^https?:$/.test(url.protocol) && url.hostname !== '' && !url.username && !url.password;
  if (!isValid) throw new Problem('address_malformed');
  return url;
}

type ResolvedAddress = { address: string; family: number };

async function addressOf({ allowsPrivate, resolve: find }: Egress, url: URL): Promise<ResolvedAddress> {
  const name = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(name);
  const addresses = family ? [{ address: name, family }] : await find(name).catch(throwHostUnknown);
  if (addresses.length === 0) throw new Problem('host_unknown');
  // All addresses must be allowed: the DNS server decides which one comes first.
  if (!addresses.every(({ address }) => mayCall(address, allowsPrivate))) throw new Problem('address_inside');
  return addresses[0]!;
}

function throwHostUnknown(cause: unknown): never {
  throw new Problem('host_unknown', {}, { cause });
}

function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal, problemOf: () => Problem): Promise<T> {
  return new Promise((done, fail) => {
    const abort = () => fail(problemOf());
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(done, fail);
  });
}

type CancellableRequest = TimedRequest & { signal: AbortSignal };

function call<T>(
  url: URL,
  target: ResolvedAddress,
  { method = 'GET', headers, body, signal }: CancellableRequest,
  readResponse: (response: http.IncomingMessage) => Promise<T>,
): Promise<T> {
  return new Promise((done, fail) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const outgoing = request(url, {
      method,
      headers: { 'user-agent': 'Shuju', ...headers, ...(body !== undefined && { 'content-length': lengthOf(body) }) },
      signal,
      agent: false,
      family: target.family,
      lookup: (_name, options, callback) =>
        options.all ? callback(null, [target]) : callback(null, target.address, target.family),
    });
    outgoing.once('error', fail);
    outgoing.once('response', (answer) => readResponse(answer).then(done, fail));
    outgoing.end(body);
  });
}

const lengthOf = (body: string | Buffer) => Buffer.byteLength(body);

async function read(answer: http.IncomingMessage, limit: number): Promise<OutsideAnswer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > limit) {
      answer.destroy();
      throw new Problem('host_too_much', { limit: `${Math.ceil(limit / 1024)} KB` });
    }
    chunks.push(chunk);
  }
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) };
}
