import type { ApiKey, Input, Output } from '#contract/api.ts';
import { type ErrorBody, Problem } from '#contract/errors.ts';
import { currentLanguage } from '#web/shell/language.ts';
import { readToken } from '#web/shell/token.ts';
import { type Address, addressOf } from './address.ts';

type Request = { method: string; url: string; body?: object };
type Watcher = (response: Response) => void;

const watchers = new Set<Watcher>();

/** Tells about every answer of the server, whatever asked for it. */
export function watchAnswers(watcher: Watcher): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Calls one route of the contract; fails with a Problem. */
export async function call<K extends ApiKey>(key: K, input: Input<K>, signal?: AbortSignal): Promise<Output<K>> {
  const response = await reach(key, input, signal);
  return (response.status === 204 ? undefined : await response.json()) as Output<K>;
}

/** The answer of a route itself, for those that give something else than JSON. */
export function reach<K extends ApiKey>(key: K, input: Input<K>, signal?: AbortSignal): Promise<Response> {
  return send(requestOf(key, input), { signal });
}

/** Sends what must arrive although the page is going away; nobody is left to hear the answer. Browsers let pass 64 KB. */
export function sendOff<K extends ApiKey>(key: K, input: Input<K>): void {
  void send(requestOf(key, input), { keepalive: true }).catch(() => undefined);
}

/** Reads a static asset. */
export async function loadAsset(path: string): Promise<object> {
  const response = await send({ method: 'GET', url: path });
  return response.json();
}

/** Method and path of a call, and what goes into its body. */
export function requestOf(key: ApiKey, input: object): Request {
  const [method, path] = key.split(' ') as [string, string];
  const rest: Record<string, unknown> = { ...input };
  const url = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  if (method !== 'GET' && method !== 'DELETE') return { method, url, body: rest };
  const query = new URLSearchParams(rest as Record<string, string>).toString();
  return { method, url: query ? `${url}?${query}` : url };
}

type Sending = { signal?: AbortSignal | undefined; keepalive?: boolean };

async function send({ method, url, body }: Request, { signal, keepalive = false }: Sending = {}): Promise<Response> {
  const address = addressOf(url, window.location.origin);
  const headers = headersOf(address, method);
  if (body) headers.set('content-type', 'application/json');
  const response = await fetch(address.url, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
    keepalive,
  }).catch((cause: unknown) => {
    throw signal?.aborted ? cause : new Problem('offline', {}, { cause });
  });
  for (const watcher of watchers) watcher(response);
  if (!response.ok) throw await problemOf(response);
  return response;
}

/** What every request of ours carries: the language, who asks, and that it comes from our own page. */
export function headersOf(address: Address, method: string): Headers {
  const headers = new Headers({ 'accept-language': currentLanguage().replace('_', '-') });
  const token = address.takesToken && readToken();
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (method !== 'GET' && address.isOwn) headers.set('x-xsrf-token', readXsrfCookie());
  return headers;
}

function readXsrfCookie(): string {
  return /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? '';
}

async function problemOf(response: Response): Promise<Problem> {
  const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody>;
  return problemOfBody(body, Number(response.headers.get('retry-after')));
}

/** What a failed answer says. */
export function problemOfBody(body: Partial<ErrorBody>, retryAfter = 0): Problem {
  const code = body.code ?? 'unavailable';
  return new Problem(code, {
    ...(retryAfter > 0 && { retryAfter }),
    ...(body.requestId && { requestId: body.requestId }),
    ...(body.message && { message: body.message }),
    ...(body.at !== undefined && { at: body.at }),
    ...(body.original && { original: body.original }),
  });
}
