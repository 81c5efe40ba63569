import type { Dashboard } from '#contract/dashboard.ts';
import type { SavedDashboard } from '#contract/dashboards.ts';
import { Problem } from '#contract/errors.ts';
import { call, sendOff } from '#web/http/client.ts';
import { isEqual } from './diff.ts';

/** How the draft is doing. `dashboard` is the last that the server has, `at` when it got it. */
export type Keeping = {
  state: 'kept' | 'keeping' | 'failed';
  dashboard: Dashboard;
  at: string | null;
  error: Problem | null;
};

/** What is to be kept, the version it began from, and what that version holds. */
type Wanted = { dashboard: Dashboard; base: number; published: Dashboard };

const retryAfter = 5_000;
const isPassing = ({ code }: Problem) => ['offline', 'internal', 'unavailable'].includes(code);

/** A draft that says the same as what is published is none. */
async function store(id: string, { dashboard, base, published }: Wanted): Promise<string | null> {
  if (!isEqual(dashboard, published)) return (await call('PUT /dashboards/:id/draft', { id, base, dashboard })).savedAt;
  await call('DELETE /dashboards/:id/draft', { id }).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.code !== 'not_found') throw error;
  });
  return null;
}

/** Keeps the draft of one dashboard on the server: one request at a time, always the latest. */
export function createKeeper(id: string, first: Pick<Keeping, 'dashboard' | 'at'>) {
  let keeping: Keeping = { state: 'kept', error: null, ...first };
  let wanted: Wanted | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | undefined;
  const listeners = new Set<() => void>();

  function show(change: Partial<Keeping>): void {
    keeping = { ...keeping, ...change };
    for (const listener of listeners) listener();
  }

  async function send(): Promise<void> {
    const now = wanted;
    if (!now) return;
    wanted = undefined;
    try {
      const at = await store(id, now);
      show({ dashboard: now.dashboard, at, error: null, state: wanted ? 'keeping' : 'kept' });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      wanted ??= now;
      show({ state: 'failed', error });
      if (isPassing(error)) timer = setTimeout(() => void flush(), retryAfter);
    }
  }

  /** Sends what is not kept yet, now; after what is already under way. */
  async function flush(): Promise<void> {
    clearTimeout(timer);
    if (sending) return sending.then(flush);
    if (!wanted) return undefined;
    sending = send().finally(() => (sending = undefined));
    return sending;
  }

  function keep(next: Wanted, wait: number): void {
    const last = wanted?.dashboard ?? keeping.dashboard;
    if (next.dashboard === last && !sending) return;
    wanted = next;
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), wait);
    show({ state: 'keeping' });
  }

  /** Publishes; what is changed meanwhile is kept after that, as a draft of the version after it. */
  async function publish({ dashboard, base }: Pick<Wanted, 'dashboard' | 'base'>): Promise<SavedDashboard> {
    await flush();
    const publishing = call('PUT /dashboards/:id', { id, base, dashboard });
    sending = publishing.then(ignore, ignore);
    try {
      const saved = await publishing;
      if (wanted) wanted = { ...wanted, base: saved.version, published: dashboard };
      show({ dashboard, at: null });
      return saved;
    } finally {
      sending = undefined;
      void flush();
    }
  }

  /** Nothing is kept any more: it was published or thrown away. */
  function forget(dashboard: Dashboard): void {
    clearTimeout(timer);
    wanted = undefined;
    show({ dashboard, at: null, error: null, state: 'kept' });
  }

  /** The page goes away: what is not kept is sent after it. */
  function leave(): void {
    clearTimeout(timer);
    if (!wanted) return;
    const { dashboard, base } = wanted;
    sendOff('PUT /dashboards/:id/draft', { id, base, dashboard });
    wanted = undefined;
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return { subscribe, snapshot: () => keeping, keep, flush, publish, forget, leave };
}

const ignore = () => undefined;

export type Keeper = ReturnType<typeof createKeeper>;
