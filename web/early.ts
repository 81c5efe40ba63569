// Runs before the first paint, while the scripts of the page are loaded: sets the theme, and sends the requests that the
// page will need first. Built as a script of its own by scripts/early-script.ts, so it must stay small.
import type { SavedDashboard } from '#contract/dashboards/routes.ts';
import { isWaiting, sendEarly } from '#web/http/early-requests.ts';
import { initialLanguage, textsUrlOf } from '#web/shell/language-options.ts';
import { readStored } from '#web/shell/storage.ts';
import { readToken } from '#web/shell/token.ts';
import { estimateVisible, initialCardsOf, initialDatasetsOf, runInputOf } from '#web/viewer/run-input.ts';
import { readState } from '#web/viewer/url-state.ts';
import { zoneIn } from '#web/viewer/zone-param.ts';
import { browserZone } from '#web/shell/browser-zone.ts';

try {
  start();
} catch {
  // Storage is blocked, which the page reports.
  setTheme(null);
}

function start(): void {
  setTheme(readStored('theme'));
  const language = initialLanguage(readStored('language'), navigator.language);
  const send = (method: string, path: string, body?: object) => sendEarly(method, path, language, body);
  ignoreFailure(send('GET', textsUrlOf(language)));
  if (!readToken()) return;
  ignoreFailure(send('GET', '/me'));
  const id = /^\/dashboard\/([\w-]{36})$/.exec(location.pathname)?.[1];
  const search = new URLSearchParams(location.search);
  if (!id || search.has('mode')) return;
  const response = send('GET', `/dashboards/${id}`);
  // Determined while the request is running.
  const zone = zoneIn(search) ?? (readStored('preferences.zone') || browserZone());
  // The state of a saved view is not in the URL.
  if (search.has('view')) return ignoreFailure(response);
  const runOnceLoaded = async () => {
    // The page reads the body too.
    const loaded = (await response).clone();
    if (!loaded.ok) return;
    const { dashboard, trashedAt } = (await loaded.json()) as SavedDashboard;
    if (trashedAt || dashboard.format !== 1) return;
    // If the page took over the response, it requests the datasets itself.
    const datasets = isWaiting(response) ? initialDatasetsOf(dashboard, search) : [];
    for (const dataset of datasets) ignoreFailure(send('GET', `/datasets/${dataset}`));
    const cards = initialCardsOf(dashboard, search);
    const subject = { id, draft: false, state: readState(search, dashboard), zone, visible: estimateVisible(cards) };
    const { id: _, ...body } = runInputOf(subject, { cards: cards.map((card) => card.id), fresh: false });
    await send('POST', `/dashboards/${id}/run`, body);
  };
  return ignoreFailure(runOnceLoaded());
}

function ignoreFailure(sent: Promise<unknown>): void {
  // The page reports a failure when it takes over the response.
  void sent.catch(() => undefined);
}

/** Sets the theme that was chosen, or the system's, so that the page does not flash. */
function setTheme(chosen: string | null): void {
  const isDark =
    chosen === 'dark' || chosen === 'light' ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
}
