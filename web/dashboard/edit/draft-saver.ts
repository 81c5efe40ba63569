import type { Dashboard } from '#domain/dashboard/dashboard.ts';
import type { SavedDashboard } from '#contract/dashboards/routes.ts';
import { Problem, undefinedIfNotFound } from '#contract/errors.ts';
import { call, sendKeepalive } from '#web/http/client.ts';
import { createListeners } from '#web/shell/listeners.ts';
import { isEqual } from './diff.ts';

/** State of the draft. `dashboard` is the last one the server has, `at` when it was saved. */
export type DraftState = {
  state: 'saved' | 'saving' | 'failed';
  dashboard: Dashboard;
  at: string | null;
  error: Problem | null;
};

/** The dashboard to save, the version it is based on, and the content of that version. */
type PendingDraft = { dashboard: Dashboard; base: number; published: Dashboard };

const retryAfterMs = 5_000;
const isTransient = ({ code }: Problem) => ['offline', 'internal', 'unavailable'].includes(code);

/** Saves the draft, or deletes it if it equals the published version. */
async function store(id: string, { dashboard, base, published }: PendingDraft): Promise<string | null> {
  if (!isEqual(dashboard, published)) return (await call('PUT /dashboards/:id/draft', { id, base, dashboard })).savedAt;
  await discardDraft(id);
  return null;
}

/** Deletes the draft, if there is one. */
export async function discardDraft(id: string): Promise<void> {
  await call('DELETE /dashboards/:id/draft', { id }).catch(undefinedIfNotFound);
}

/** Saves the draft of one dashboard: one request at a time, always the latest, with retry. */
export function createDraftSaver(id: string, first: Pick<DraftState, 'dashboard' | 'at'>) {
  let state: DraftState = { state: 'saved', error: null, ...first };
  let pending: PendingDraft | undefined;
  /** The draft of the running request. */
  let inFlight: PendingDraft | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | undefined;
  const { subscribe, notify } = createListeners();

  function update(change: Partial<DraftState>): void {
    state = { ...state, ...change };
    notify();
  }

  async function send(): Promise<void> {
    const now = pending;
    if (!now) return;
    pending = undefined;
    inFlight = now;
    try {
      const at = await store(id, now);
      update({ dashboard: now.dashboard, at, error: null, state: pending ? 'saving' : 'saved' });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      pending ??= now;
      update({ state: 'failed', error });
      if (isTransient(error)) timer = setTimeout(() => void flush(), retryAfterMs);
    } finally {
      inFlight = undefined;
    }
  }

  /** Saves now, after a running request. */
  async function flush(): Promise<void> {
    clearTimeout(timer);
    if (sending) return sending.then(flush);
    if (!pending) return undefined;
    sending = send().finally(() => (sending = undefined));
    return sending;
  }

  function scheduleSave(next: PendingDraft, wait: number): void {
    const last = pending?.dashboard ?? state.dashboard;
    if (next.dashboard === last && !sending) return;
    pending = next;
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), wait);
    update({ state: 'saving' });
  }

  /** Publishes; changes made meanwhile are saved afterwards as a draft of the new version. */
  async function publish({ dashboard, base }: Pick<PendingDraft, 'dashboard' | 'base'>): Promise<SavedDashboard> {
    await flush();
    const publishing = call('PUT /dashboards/:id', { id, base, dashboard });
    sending = publishing.then(ignore, ignore);
    try {
      const saved = await publishing;
      if (pending) pending = { ...pending, base: saved.version, published: dashboard };
      update({ dashboard, at: null });
      return saved;
    } finally {
      sending = undefined;
      void flush();
    }
  }

  /** Drops the unsaved draft after it was published or discarded. */
  function reset(dashboard: Dashboard): void {
    clearTimeout(timer);
    pending = undefined;
    update({ dashboard, at: null, error: null, state: 'saved' });
  }

  /** Sends the unsaved draft in a request that outlives the page, because unloading aborts a running request. */
  function saveOnUnload(): void {
    clearTimeout(timer);
    const unsaved = pending ?? inFlight;
    if (!unsaved || (!pending && isEqual(unsaved.dashboard, unsaved.published))) return;
    sendKeepalive('PUT /dashboards/:id/draft', { id, base: unsaved.base, dashboard: unsaved.dashboard });
    pending = undefined;
  }

  return { subscribe, snapshot: () => state, scheduleSave, flush, publish, reset, saveOnUnload };
}

// Whoever publishes gets the failure.
const ignore = () => undefined;
