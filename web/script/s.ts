// The script that other web pages load as /s.js. It counts page views and takes events of the page's own; it sets no
// cookie, stores nothing, and sends neither the query of an address nor anything that tells one visitor from another.

type Row = Record<string, unknown>;
/** What the page can call; before the script is there, `q` may gather what is to be tracked. */
export type Shuju = { track: (name: string, properties?: Row) => void; q?: [string, Row?][] };

const script = document.currentScript as HTMLScriptElement;
const { key, dataset = 'web' } = script.dataset;
// The key is in the address: with a header of ours the browser would ask first, which a page being left cannot wait for.
const target = new URL(`/api/ingest/${encodeURIComponent(dataset)}?key=${key}`, script.src).href;

const patience = 400;
const largest = 50;
const mostWaiting = 200;

let waiting: Row[] = [];
let view: Row | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

function send(isLeaving: boolean): void {
  clearTimeout(timer);
  timer = undefined;
  // Pages that change their address set their title a little later.
  if (view?.path === location.pathname) view.title = document.title;
  view = undefined;
  while (waiting.length > 0) {
    const events = waiting.splice(0, largest);
    const body = JSON.stringify(events);
    if (isLeaving && navigator.sendBeacon?.(target, body)) continue;
    fetch(target, { method: 'POST', body, keepalive: true, credentials: 'omit' }).then(
      ({ status }) => status > 428 && keep(events),
      () => keep(events),
    );
  }
}

// What could not be sent goes along with the next events, if they are not too many.
function keep(events: Row[]): void {
  waiting = [...events, ...waiting].slice(-mostWaiting);
}

function add(event: string, properties?: Row): Row {
  const added: Row = {
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
  waiting.push(added);
  timer ??= setTimeout(send, patience, false);
  return added;
}

function hostOf(address: string): string | undefined {
  return address && new URL(address).host !== location.host ? new URL(address).host : undefined;
}

let shown: string | undefined;

function look(): void {
  if (shown === location.pathname) return;
  shown = location.pathname;
  view = add('page_view');
}

for (const name of ['pushState', 'replaceState'] as const) {
  const original = history[name];
  history[name] = function (...args) {
    original.apply(this, args);
    look();
  };
}
addEventListener('popstate', look);
addEventListener('pagehide', () => send(true));
addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send(true));
// Back from the browser's cache it is a visit of its own.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) shown = undefined;
  look();
});

const page = window as unknown as { shuju?: Shuju };
const early = page.shuju?.q ?? [];
page.shuju = { track: (name, properties) => void add(name, properties) };
look();
for (const args of early) page.shuju.track(...args);
