import { Problem } from '#contract/errors.ts';
import type { Share } from './share.ts';
import { listPreemptible, type RunningTurn, slotFor, type TurnKind } from './slots.ts';

/** Whose turn it is to be, of which kind, who may give it up, and who hears how many are before it. */
export type Turn = {
  person: string;
  kind?: TurnKind | undefined;
  signal?: AbortSignal | undefined;
  onPosition?: ((before: number) => void) | undefined;
  /** Called before the turn waits or runs, with a way to let it take the share of others who want the same, too. */
  onQueued?: ((addShare: AddShare) => void) | undefined;
};

export type AddShare = (share: Share) => void;

/**
 * Limits how much runs at once and shares the slots fairly between people. `work` stops when its signal says so: the
 * turn was given up, or preempted; what was preempted runs again from its beginning.
 */
export type Queue = {
  run: <T>(turn: Turn, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  waiting: () => number;
};

type Entry = {
  turn: Turn;
  kind: TurnKind;
  /** It starts as soon as one of them may have a slot. */
  persons: Set<string>;
  /** Undefined until it has to wait. */
  round: number | undefined;
  wasPreempted: boolean;
  start: (slot: Slot) => void;
};
type Slot = RunningTurn & { stop: AbortController; isPreempted: boolean };

export const maxQueuedPerPerson = 50;

/**
 * A queue with so many regular slots, and a reserved one beside them: see `slotFor`. After `sliceMs` a running turn may
 * have to give its slot to someone who has none.
 */
export function openQueue(regularSlots: number, sliceMs = 1_000): Queue {
  // In the order in which they will be served.
  const waiting: Entry[] = [];
  const running = new Set<Slot>();
  const lastRounds = new Map<string, number>();
  let round = 0;
  let preempting: NodeJS.Timeout | undefined;

  // Everyone has one turn a round, however many questions they have; so who asks little never waits for who asks much.
  function nextRoundOf(person: string): number {
    const own = Math.max(round, (lastRounds.get(person) ?? -1) + 1);
    lastRounds.set(person, own);
    return own;
  }

  function insert(entry: Entry): void {
    const own = (entry.round ??= nextRoundOf([...entry.persons][0]!));
    const place = waiting.findIndex((each) => each.round! > own);
    waiting.splice(place < 0 ? waiting.length : place, 0, entry);
  }

  function remove(entry: Entry): boolean {
    const place = waiting.indexOf(entry);
    if (place < 0) return false;
    waiting.splice(place, 1);
    if (waiting.length === 0) lastRounds.clear();
    return true;
  }

  const tellPositions = () => waiting.forEach(({ turn }, before) => turn.onPosition?.(before));

  function addShare(entry: Entry, { person, kind }: Share): void {
    if (entry.persons.has(person) && (kind === 'long' || entry.kind === 'short')) return;
    entry.persons.add(person);
    if (kind === 'short') entry.kind = 'short';
    if (!remove(entry)) return;
    entry.round = Math.min(entry.round!, nextRoundOf(person));
    insert(entry);
    startWaiting();
  }

  function tryStart(entry: Entry): boolean {
    for (const person of entry.persons) {
      const found = slotFor(regularSlots, [...running], person, entry);
      if (!found) continue;
      const isReserved = found === 'reserved';
      const slot: Slot = {
        person,
        kind: entry.kind,
        startedAt: Date.now(),
        isReserved,
        stop: new AbortController(),
        isPreempted: false,
      };
      running.add(slot);
      entry.start(slot);
      return true;
    }
    return false;
  }

  function startWaiting(): void {
    for (const entry of waiting.slice()) {
      if (!tryStart(entry)) continue;
      round = Math.max(round, entry.round!);
      remove(entry);
    }
    tellPositions();
    preemptIfNeeded();
  }

  // People who have nothing running should not wait for those who have much.
  function preemptIfNeeded(): void {
    clearTimeout(preempting);
    const active = new Set([...running].map(({ person }) => person));
    const needy = waiting.filter(({ persons }) => ![...persons].some((person) => active.has(person)));
    const count = new Set(needy.map(({ persons }) => [...persons][0]!)).size;
    let missing = count - [...running].filter(({ isPreempted }) => isPreempted).length;
    if (missing <= 0) return;
    const canUseReserved = needy.some(({ kind, wasPreempted }) => kind === 'short' && !wasPreempted);
    const candidates = listPreemptible([...running]).filter(
      ({ isPreempted, isReserved }) => !isPreempted && (canUseReserved || !isReserved),
    );
    const isDue = ({ startedAt }: Slot) => Date.now() - startedAt >= sliceMs;
    for (const slot of candidates.filter(isDue).slice(0, missing)) {
      slot.isPreempted = true;
      slot.stop.abort();
      missing--;
    }
    const next = Math.min(...candidates.filter((slot) => !isDue(slot)).map(({ startedAt }) => startedAt));
    if (missing > 0 && Number.isFinite(next))
      preempting = setTimeout(preemptIfNeeded, next + sliceMs - Date.now()).unref();
  }

  function release(slot: Slot): void {
    running.delete(slot);
    // A regular slot that gets free is taken over by what runs in the reserved one.
    const reserved = [...running].find(({ isReserved }) => isReserved);
    if (reserved && !slot.isReserved) reserved.isReserved = false;
    startWaiting();
  }

  function acquire(entry: Entry): Promise<Slot> {
    return new Promise((resolve, reject) => {
      const { signal } = entry.turn;
      const leave = () => {
        if (!remove(entry)) return;
        tellPositions();
        reject(new Problem('cancelled'));
      };
      entry.start = (slot) => {
        signal?.removeEventListener('abort', leave);
        resolve(slot);
      };
      // Nobody is overtaken: whoever waits could not start now.
      if (tryStart(entry)) return;
      insert(entry);
      signal?.addEventListener('abort', leave, { once: true });
      tellPositions();
      preemptIfNeeded();
    });
  }

  function entryOf(turn: Turn): Entry {
    const { person, kind = 'short' } = turn;
    const isFull = waiting.filter(({ persons }) => persons.has(person)).length >= maxQueuedPerPerson;
    if (isFull) throw new Problem('too_many_waiting', { retryAfter: 5 });
    const start = () => undefined;
    const entry: Entry = { turn, kind, persons: new Set([person]), round: undefined, wasPreempted: false, start };
    turn.onQueued?.((other) => addShare(entry, other));
    return entry;
  }

  async function runIn<T>(slot: Slot, turn: Turn, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const stop = () => slot.stop.abort();
    turn.signal?.addEventListener('abort', stop, { once: true });
    try {
      if (turn.signal?.aborted) throw new Problem('cancelled');
      return await work(slot.stop.signal);
    } finally {
      turn.signal?.removeEventListener('abort', stop);
      release(slot);
    }
  }

  return {
    run: async (turn, work) => {
      if (turn.signal?.aborted) throw new Problem('cancelled');
      const entry = entryOf(turn);
      for (;;) {
        const slot = await acquire(entry);
        try {
          return await runIn(slot, turn, work);
        } catch (error) {
          if (!slot.isPreempted || turn.signal?.aborted) throw error;
          entry.wasPreempted = true;
        }
      }
    },
    waiting: () => waiting.length,
  };
}
