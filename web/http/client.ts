import type { ApiKey, ApiInput, ApiOutput } from '#contract/api.ts';
import { type ErrorBody, Problem } from '#contract/errors.ts';
import { currentLanguage } from '#web/shell/language.ts';
import { clearSeeAs, exitSeeAs } from '#web/shell/see-as.ts';
import { takeEarlyRequest } from './early-requests.ts';
import { headersOf } from './headers.ts';
import { requestUrlOf } from './request-url.ts';

type ApiRequest = { method: string; url: string; body?: object };
type ResponseWatcher = (response: Response) => void;

const watchers = new Set<ResponseWatcher>();

/** Subscribes to every response of the server. */
export function watchResponses(watcher: ResponseWatcher): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Calls one route of the contract; fails with a Problem. */
export async function call<K extends ApiKey>(key: K, input: ApiInput<K>, signal?: AbortSignal): Promise<ApiOutput<K>> {
  const response = await fetchRoute(key, input, signal);
  return (response.status === 204 ? undefined : await response.json()) as ApiOutput<K>;
}

/** The raw response of a route, for routes that do not return JSON. */
export function fetchRoute<K extends ApiKey>(key: K, input: ApiInput<K>, signal?: AbortSignal): Promise<Response> {
  return send(requestOf(key, input), { signal });
}

/**
 * Sends a request that must arrive although the page unloads; the response is ignored. Browsers limit keepalive bodies
 * to 64 KB.
 */
export function sendKeepalive<K extends ApiKey>(key: K, input: ApiInput<K>): void {
  // The page is gone, so a failure cannot be reported.
  void send(requestOf(key, input), { keepalive: true }).catch(() => undefined);
}

/** Requests that have no response yet. */
const pendingRequests = new Set<AbortController>();
let isSessionEnded = false;
const never = new Promise<never>(() => undefined);

/**
 * Ends the session on the server. Without it, other requests would fail: those without a response are aborted, and none
 * are sent until `resumeRequests`. They never settle, so that the page shows no errors before it is left.
 */
export async function endSession(): Promise<void> {
  for (const request of pendingRequests) request.abort();
  clearSeeAs();
  const deletion = call('DELETE /sessions/current', {});
  isSessionEnded = true;
  await deletion;
}

/** Allows requests again, once the pages of the ended session are gone. */
export function resumeRequests(): void {
  isSessionEnded = false;
}

/** Loads JSON that is not of a route: an asset, or the OpenAPI document. */
export async function loadAsset(path: string): Promise<object> {
  const response = await send({ method: 'GET', url: path });
  return response.json();
}

/** Method, URL and body of a call. */
export function requestOf(key: ApiKey, input: object): ApiRequest {
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

type SendOptions = { signal?: AbortSignal | undefined; keepalive?: boolean };

async function send(
  { method, url, body }: ApiRequest,
  { signal, keepalive = false }: SendOptions = {},
): Promise<Response> {
  if (isSessionEnded) return never;
  const address = requestUrlOf(url, window.location.origin);
  const headers = headersOf(address, method, currentLanguage());
  if (body) headers.set('content-type', 'application/json');
  const request = new AbortController();
  if (signal?.aborted) request.abort(signal.reason);
  signal?.addEventListener('abort', () => request.abort(signal.reason), { once: true });
  const sent =
    takeEarlyRequest({ method, url: address.url, body }, request.signal) ??
    fetch(address.url, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
      signal: request.signal,
      keepalive,
    });
  pendingRequests.add(request);
  const response = await sent
    .catch((cause: unknown) => {
      if (signal?.aborted) throw cause;
      // Only `endSession` aborts a request whose own signal is not aborted.
      if (request.signal.aborted) return never;
      throw new Problem('offline', {}, { cause });
    })
    .finally(() => pendingRequests.delete(request));
  for (const watcher of watchers) watcher(response);
  if (response.ok) return response;
  const problem = await problemOfResponse(response);
  if (problem.code === 'see_as_ended') exitSeeAs();
  throw problem;
}

/** The Problem of an error response. */
export async function problemOfResponse(response: Response): Promise<Problem> {
  // A proxy may answer without JSON.
  const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody>;
  return problemOfBody(body, Number(response.headers.get('retry-after')));
}

/** The Problem of the body of an error response. */
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
