import type { Language } from '#domain/language.ts';
import { headersOf } from './headers.ts';
import { requestUrlOf } from './request-url.ts';

type EarlyRequestKey = { method: string; url: string; body?: object | undefined };
/** A request that was sent before the scripts of the page were loaded, until the page takes over its response. */
type EarlyRequest = EarlyRequestKey & { response: Promise<Response>; abort: () => void };

declare global {
  interface Window {
    earlyRequests?: EarlyRequest[];
  }
}

/** A response that is not taken over by then is discarded as out of date. */
const lifetimeMs = 10_000;

/** Sends a request early; `takeEarlyRequest` takes over its response. */
export function sendEarly(method: string, path: string, language: Language, body?: object): Promise<Response> {
  const address = requestUrlOf(path, window.location.origin);
  const headers = headersOf(address, method, language);
  if (body) headers.set('content-type', 'application/json');
  const { signal, ...control } = controllerOf();
  const response = fetch(address.url, { method, headers, signal, ...(body && { body: JSON.stringify(body) }) });
  const request: EarlyRequest = { method, url: address.url, body, response, abort: control.abort };
  const requests = (window.earlyRequests ??= []);
  requests.push(request);
  setTimeout(() => {
    const index = requests.indexOf(request);
    if (index < 0) return;
    requests.splice(index, 1);
    request.abort();
  }, lifetimeMs);
  return response;
}

/** Whether the page has not taken over a response yet. */
export const isWaiting = (response: Promise<Response>): boolean =>
  (window.earlyRequests ?? []).some((each) => each.response === response);

function controllerOf() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

/** Takes over the response of a matching early request; undefined if there is none. */
export function takeEarlyRequest(key: EarlyRequestKey, signal?: AbortSignal): Promise<Response> | undefined {
  const requests = window.earlyRequests ?? [];
  const index = signal?.aborted ? -1 : requests.findIndex((each) => serves(each, key));
  if (index < 0) return undefined;
  const [request] = requests.splice(index, 1);
  signal?.addEventListener('abort', request!.abort, { once: true });
  return request!.response;
}

type CardsBody = { cards?: string[]; first?: string[] };

/** Whether the response of an early request serves another one: an equal one, or a run of a subset of its cards. */
function serves(early: EarlyRequest, { method, url, body }: EarlyRequestKey): boolean {
  if (early.method !== method || early.url !== url) return false;
  const { cards: earlyCards = [], first: _, ...earlyRest } = (early.body ?? {}) as CardsBody;
  const { cards = [], first: __, ...rest } = (body ?? {}) as CardsBody;
  return JSON.stringify(earlyRest) === JSON.stringify(rest) && cards.every((card) => earlyCards.includes(card));
}
