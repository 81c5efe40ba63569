import type { Dashboard, DashboardState } from '#contract/dashboard.ts';
import type { Problem } from '#contract/errors.ts';
import type { Result } from '#contract/query.ts';
import { openAhead } from './ahead.ts';
import { firstInSight } from './first.ts';
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

/** The last answer of a card; while the next one is under way, the one before. */
export type CardAnswer = Omit<Kept, 'key'> & {
  /** Why the card itself has no answer. */
  error: Problem | undefined;
};

/** By dataset that comes with files: its newest row. */
export type Newest = ReadonlyMap<string, string>;

type Snapshot = { kept: ReadonlyMap<string, Kept>; going: Going | null; newest: Newest };

// A card is drawn again only if its answer is another object.
const shown = new WeakMap<Kept, CardAnswer>();

function answerOf(kept: Kept): CardAnswer {
  const known = shown.get(kept);
  if (known) return known;
  const { key: _key, ...answer } = kept;
  const made = { ...answer, error: answer.errors[''] };
  shown.set(kept, made);
  return made;
}

type Asked = { cards: string[]; fresh: boolean };

function inputOf({ id, draft, state, zone, visible }: Wanted, { cards, fresh }: Asked) {
  return { id, draft, state, zone, cards, first: visible.filter((card) => cards.includes(card)), fresh };
}

/** Answers cards of a dashboard and remembers the last answer of each. */
export function createRunner(send = sendRun) {
  let snapshot: Snapshot = { kept: new Map(), going: null, newest: new Map() };
  let wanted: Wanted | undefined;
  let control: AbortController | undefined;
  const ahead = openAhead(send);
  // Cards to be asked again once what is under way has ended.
  const later = new Set<string>();
  // Cards whose data changed while nobody could see them: what is kept of them is old.
  const outdated = new Set<string>();
  const listeners = new Set<() => void>();

  function show(change: Partial<Snapshot>): void {
    snapshot = { ...snapshot, ...change };
    for (const listener of listeners) listener();
  }

  let telling: ReturnType<typeof setTimeout> | undefined;

  /** Answers that come in one piece are shown in one go. */
  function showSoon(change: Partial<Snapshot>): void {
    snapshot = { ...snapshot, ...change };
    telling ??= setTimeout(() => {
      telling = undefined;
      show({});
    });
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
    const input = inputOf(wanted, { cards, fresh });
    show({ going: { startedAt: performance.now(), position: 0, pending: new Set(cards) } });
    const { hear, end } = firstInSight(input.first, hearer(wanted, own.signal));
    void ahead
      .send(input, { signal: own.signal, hear })
      .then(end)
      .then(() => {
        if (control !== own) return;
        control = undefined;
        show({ going: null });
        start({ cards: takeLater(), fresh: false });
      });
  }

  /** The cards that have to be asked, given what is kept of them. */
  function dueOf({ cards, keys }: Wanted): string[] {
    const isDue = (card: string) =>
      snapshot.kept.get(card)?.key !== keys.get(card) || later.has(card) || outdated.has(card);
    return cards.filter((card) => keys.get(card) !== '' && isDue(card));
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
      if (heard.kind === 'newest') return showSoon({ newest: new Map(snapshot.newest).set(heard.dataset, heard.cell) });
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
      return showSoon({ kept: put(heard.card, part), going: { ...going, position: 0, pending } });
    };
  }

  return {
    /** Calls at every change. */
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    newest: (): Newest => snapshot.newest,
    /** What is under way, if anything is. */
    going: (): Going | null => snapshot.going,
    answer: (card: string): CardAnswer | undefined => {
      const kept = snapshot.kept.get(card);
      return kept && answerOf(kept);
    },
    /** Whether what is kept of a card answers another question than the one that is asked now. */
    isOld: (card: string): boolean => {
      const kept = snapshot.kept.get(card);
      return kept !== undefined && kept.key !== wanted?.keys.get(card);
    },
    /** The cards that have an answer; another list when there is another answer. */
    cards: (): ReadonlyMap<string, unknown> => snapshot.kept,
    /** Asks for what is not answered yet; another dashboard or zone begins anew. */
    want: (next: Wanted): void => {
      const isOther = wanted && (wanted.id !== next.id || wanted.draft !== next.draft || wanted.zone !== next.zone);
      wanted = next;
      // What is kept may be old, or right again, by what is asked now.
      show(isOther ? { kept: new Map(), newest: new Map() } : {});
      const cards = dueOf(next);
      later.clear();
      for (const card of cards) outdated.delete(card);
      start({ cards, fresh: false });
    },
    again: ({ fresh = false, cards }: { fresh?: boolean; cards?: string[] } = {}): void => {
      const all = (wanted?.cards ?? []).filter((card) => wanted!.keys.get(card) !== '');
      const asked = cards ? all.filter((card) => cards.includes(card)) : all;
      for (const card of cards ?? snapshot.kept.keys()) if (!all.includes(card)) outdated.add(card);
      // What is under way is not broken off because new rows came: it might never end.
      if (!fresh && control) for (const card of asked) later.add(card);
      else start({ cards: asked, fresh });
    },
    /** What is wanted now. */
    wanted: (): Wanted | undefined => wanted,
    /** Tells which cards are in sight. */
    see: (visible: string[]): void => {
      if (wanted) wanted = { ...wanted, visible };
    },
    /** Asks what may be wanted soon. */
    foresee: (next: Wanted): void => {
      const cards = dueOf(next);
      if (cards.length > 0) ahead.foresee(inputOf(next, { cards, fresh: false }));
    },
    cancel: (): void => {
      later.clear();
      ahead.forget();
      stop();
    },
  };
}
