import type { Dashboard, DashboardState } from '#contract/dashboard.ts';
import type { Problem } from '#contract/errors.ts';
import type { Result } from '#contract/query.ts';
import { type Heard, sendRun } from './send.ts';

/** What is asked: the dashboard as it is set, the cards that someone may see, and by card what it asks as text. */
export type Wanted = {
  id: string;
  draft: boolean;
  dashboard: Dashboard;
  state: DashboardState;
  zone: string;
  cards: string[];
  /** Those in sight, which are answered first. */
  visible: string[];
  keys: ReadonlyMap<string, string>;
};

/** The last answer of a card, with what was asked. */
export type Kept = {
  key: string;
  results: Record<string, Result>;
  errors: Record<string, Problem>;
  asked: { dashboard: Dashboard; state: DashboardState };
};

/** A run under way: when it began, how many questions of others are before it, which cards it still owes. */
export type Going = { startedAt: number; position: number; pending: ReadonlySet<string> };

export type Snapshot = { kept: ReadonlyMap<string, Kept>; going: Going | null };

type Asked = { cards: string[]; fresh: boolean };

/** Answers cards of a dashboard and remembers the last answer of each. */
export function createRunner() {
  let snapshot: Snapshot = { kept: new Map(), going: null };
  let wanted: Wanted | undefined;
  let control: AbortController | undefined;
  // Cards to be asked again once what is under way has ended.
  const later = new Set<string>();
  const listeners = new Set<() => void>();

  function show(change: Partial<Snapshot>): void {
    snapshot = { ...snapshot, ...change };
    for (const listener of listeners) listener();
  }

  function stop(): void {
    control?.abort();
    control = undefined;
    if (snapshot.going) show({ going: null });
  }

  function start({ cards, fresh }: Asked): void {
    stop();
    if (!wanted || cards.length === 0) return;
    const own = new AbortController();
    control = own;
    const { id, draft, state, zone, visible } = wanted;
    const first = visible.filter((card) => cards.includes(card));
    show({ going: { startedAt: performance.now(), position: 0, pending: new Set(cards) } });
    const hear = hearer(wanted, own.signal);
    void sendRun({ id, draft, state, zone, cards, first, fresh }, { signal: own.signal, hear }).then(() => {
      if (control !== own) return;
      control = undefined;
      show({ going: null });
      start({ cards: takeLater(), fresh: false });
    });
  }

  function takeLater(): string[] {
    const cards = [...later];
    later.clear();
    return cards;
  }

  /** Puts what is heard into its place. Of the same question what is not here anew stays as it was. */
  function hearer(asked: Wanted, signal: AbortSignal): (heard: Heard) => void {
    const { dashboard, state, keys } = asked;
    const gathered = new Map<string, Kept>();
    const put = (card: string, part: Pick<Kept, 'results' | 'errors'>) => {
      const last = snapshot.kept.get(card);
      const before = gathered.get(card) ?? { results: last?.key === keys.get(card) ? last!.results : {}, errors: {} };
      const next: Kept = {
        key: keys.get(card) ?? '',
        results: { ...before.results, ...part.results },
        errors: { ...before.errors, ...part.errors },
        asked: { dashboard, state },
      };
      gathered.set(card, next);
      return new Map(snapshot.kept).set(card, next);
    };
    return (heard) => {
      const { going } = snapshot;
      if (signal.aborted || !going) return;
      if (heard.kind === 'waiting') return show({ going: { ...going, position: heard.position } });
      if (heard.kind === 'failed') {
        for (const card of going.pending) show({ kept: put(card, { results: {}, errors: { '': heard.error } }) });
        return undefined;
      }
      const pending = new Set(going.pending);
      pending.delete(heard.card);
      const part =
        heard.kind === 'result'
          ? { results: { [heard.name]: heard.result }, errors: {} }
          : { results: {}, errors: { [heard.name]: heard.error } };
      return show({ kept: put(heard.card, part), going: { ...going, position: 0, pending } });
    };
  }

  return {
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => snapshot,
    /** Asks for what is not answered yet; another dashboard or zone begins anew. */
    want: (next: Wanted): void => {
      const isOther = wanted && (wanted.id !== next.id || wanted.draft !== next.draft || wanted.zone !== next.zone);
      wanted = next;
      if (isOther) show({ kept: new Map() });
      const { kept } = snapshot;
      const isDue = (card: string) => kept.get(card)?.key !== next.keys.get(card) || later.has(card);
      const cards = next.cards.filter((card) => next.keys.get(card) !== '' && isDue(card));
      later.clear();
      start({ cards, fresh: false });
    },
    again: ({ fresh = false, cards }: { fresh?: boolean; cards?: string[] } = {}): void => {
      const all = (wanted?.cards ?? []).filter((card) => wanted!.keys.get(card) !== '');
      const asked = cards ? all.filter((card) => cards.includes(card)) : all;
      // What is under way is not broken off because new rows came: it might never end.
      if (!fresh && control) for (const card of asked) later.add(card);
      else start({ cards: asked, fresh });
    },
    cancel: (): void => {
      later.clear();
      stop();
    },
  };
}
