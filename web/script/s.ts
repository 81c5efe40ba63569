// The script that other web pages load as /s.js. It counts page views and tracks events of the page. It sets no cookie,
// stores nothing, and sends neither query strings nor anything that identifies a visitor.

type EventFields = Record<string, unknown>;
/** The API of the page; before the script is loaded, `q` may queue events. */
export type Shuju = { track: (name: string, properties?: EventFields) => void; q?: [string, EventFields?][] };

const script = document.currentScript as HTMLScriptElement;
const { key, dataset = 'web' } = script.dataset;
// The key is in the URL: a custom header would need a preflight request, which an unloading page cannot wait for.
const target = new URL(`/api/ingest/${encodeURIComponent(dataset)}?key=${key}`, script.src).href;

const batchDelayMs = 400;
const retryDelayMs = 1000;
const maxBatchSize = 50;
const maxQueued = 200;

let queue: EventFields[] = [];
let view: EventFields | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let visits = 0;

function send(isLeaving: boolean): void {
  clearTimeout(timer);
  timer = undefined;
  // Single-page apps set the title shortly after the URL.
  if (view?.path === location.pathname) view.title = document.title;
  view = undefined;
  while (queue.length > 0) {
    const events = queue.splice(0, maxBatchSize);
    const body = JSON.stringify(events);
    if (isLeaving && navigator.sendBeacon?.(target, body)) continue;
    fetch(target, { method: 'POST', body, keepalive: true, credentials: 'omit' }).then(
      ({ status }) => status > 428 && requeue(events),
      // Offline, or the page is being left.
      () => requeueUnlessLeft(events),
    );
  }
}

// Events that could not be sent are queued again, up to a limit.
function requeue(events: EventFields[]): void {
  queue = [...events, ...queue].slice(-maxQueued);
}

// Offline: sent with the next events. A page that is being left rejects its requests too, though `keepalive` delivers
// them: sent again they would count twice.
function requeueUnlessLeft(events: EventFields[]): void {
  const visit = visits;
  setTimeout(() => visit === visits && requeue(events), retryDelayMs);
}

function add(event: string, properties?: EventFields): EventFields {
  const row: EventFields = {
    at: new Date(),
    event,
    path: location.pathname,
    title: document.title,
    referrer: hostOf(document.referrer),
    language: navigator.language,
    screen: screen.width,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    properties,
  };
  queue.push(row);
  timer ??= setTimeout(send, batchDelayMs, false);
  return row;
}

function hostOf(address: string): string | undefined {
  return address && new URL(address).host !== location.host ? new URL(address).host : undefined;
}

let lastPath: string | undefined;

function trackPageView(): void {
  if (lastPath === location.pathname) return;
  lastPath = location.pathname;
  view = add('page_view');
}

for (const name of ['pushState', 'replaceState'] as const) {
  const original = history[name];
  history[name] = function (...args) {
    original.apply(this, args);
    trackPageView();
  };
}
addEventListener('popstate', trackPageView);
addEventListener('pagehide', () => {
  visits++;
  send(true);
});
addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send(true));
// Restored from the back/forward cache counts as a new view.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) lastPath = undefined;
  trackPageView();
});

const page = window as unknown as { shuju?: Shuju };
const early = page.shuju?.q ?? [];
page.shuju = { track: (name, properties) => void add(name, properties) };
trackPageView();
for (const args of early) page.shuju.track(...args);
