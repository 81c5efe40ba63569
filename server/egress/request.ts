import { lookup as resolve } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';

import { Problem } from '#contract/errors.ts';
import { mayCall } from './address.ts';

/** The addresses of a name; the one that is chosen is the one that is called. */
export type Resolve = (name: string) => Promise<{ address: string; family: number }[]>;

/** How this installation calls other hosts. */
export type Egress = { allowsPrivate: boolean; resolve: Resolve };

export type OutsideRequest = {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** How long everything together may take, in seconds. */
  seconds?: number;
  /** How much of an answer is read, in bytes. */
  bytes?: number;
};

export type OutsideAnswer = { status: number; headers: http.IncomingHttpHeaders; body: Buffer };

export function openEgress(allowsPrivate: boolean): Egress {
  return { allowsPrivate, resolve: (name) => resolve(name, { all: true, verbatim: true }) };
}

/**
 * The only way out: the name is resolved once, its address is checked, and that very address is called. Nothing is
 * followed, and who is silent or never ends is left. Throws a Problem that says what went wrong.
 */
export async function sendOut(egress: Egress, request: OutsideRequest): Promise<OutsideAnswer> {
  const { seconds = 10, bytes = 1024 * 1024 } = request;
  const url = urlOf(request.url);
  const signal = AbortSignal.timeout(seconds * 1000);
  const silent = new Problem('host_silent', { limit: String(seconds) });
  const address = await beforeEnd(addressOf(egress, url), signal, silent);
  try {
    const answer = await call(url, address, { ...request, bytes, signal });
    if (answer.status >= 300 && answer.status < 400) throw new Problem('host_redirects');
    return answer;
  } catch (error) {
    if (error instanceof Problem) throw error;
    if (signal.aborted) throw silent;
    const { code = 'ERROR' } = error as NodeJS.ErrnoException;
    throw new Problem('host_unreachable', { detail: code }, { cause: error });
  }
}

function urlOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isRight = url && /^https?:$/.test(url.protocol) && url.hostname !== '' && !url.username && !url.password;
  if (!isRight) throw new Problem('address_malformed');
  return url;
}

type Target = { address: string; family: number };

async function addressOf({ allowsPrivate, resolve: find }: Egress, url: URL): Promise<Target> {
  const name = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(name);
  const found = family ? [{ address: name, family }] : await find(name).catch(() => []);
  if (found.length === 0) throw new Problem('host_unknown');
  // A name with one address inside is not half trusted: whoever answers for it decides which one comes first.
  if (!found.every(({ address }) => mayCall(address, allowsPrivate))) throw new Problem('address_inside');
  return found[0]!;
}

function beforeEnd<T>(work: Promise<T>, signal: AbortSignal, late: Problem): Promise<T> {
  return new Promise((done, fail) => {
    signal.addEventListener('abort', () => fail(late), { once: true });
    work.then(done, fail);
  });
}

type Call = OutsideRequest & { bytes: number; signal: AbortSignal };

function call(
  url: URL,
  target: Target,
  { method = 'GET', headers, body, bytes, signal }: Call,
): Promise<OutsideAnswer> {
  return new Promise((done, fail) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const sending = request(url, {
      method,
      headers: { 'user-agent': 'Shuju', ...headers, ...(body !== undefined && { 'content-length': lengthOf(body) }) },
      signal,
      agent: false,
      family: target.family,
      lookup: (_name, options, found) =>
        options.all ? found(null, [target]) : found(null, target.address, target.family),
    });
    sending.once('error', fail);
    sending.once('response', (answer) => read(answer, bytes).then(done, fail));
    sending.end(body);
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
