import { Problem } from '#contract/errors.ts';
import type { QueueShare } from './queue-share.ts';
import { listPreemptible, type RunningTurn, slotFor, type TurnKind } from './slots.ts';

/** One request for a slot. `onPosition` receives the number of turns before it while it waits. */
export type QueueTurn = {
  person: string;
  kind?: TurnKind | undefined;
  signal?: AbortSignal | undefined;
  onPosition?: ((before: number) => void) | undefined;
  /**
   * Called before the turn waits or runs; `addShare` adds the share of another person who wants the same result.
   */
  onQueued?: ((addShare: AddShare) => void) | undefined;
};

export type AddShare = (share: QueueShare) => void;

/**
 * Limits concurrency and shares the slots fairly between people. The signal of `work` is aborted when the turn is
 * cancelled or preempted; a preempted turn restarts from the beginning.
 */
export type Queue = {
  run: <T>(turn: QueueTurn, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  waiting: () => number;
  /** Whether nothing runs and nothing waits. */
  isIdle: () => boolean;
};

type QueueEntry = {
  turn: QueueTurn;
  kind: TurnKind;
  /** People who share the turn; it starts as soon as one of them may use a slot. */
  persons: Set<string>;
  /** Undefined until the turn has to wait. */
  round: number | undefined;
  wasPreempted: boolean;
  start: (slot: QueueSlot) => void;
};
type QueueSlot = RunningTurn & { stop: AbortController; isPreempted: boolean };

const maxQueuedPerPerson = 50;

/**
 * A queue with `regularSlots` slots and one reserved slot: see `slotFor`. After `sliceMs` a running turn can be
 * preempted for a person who has no slot.
 */
export function openQueue(regularSlots: number, sliceMs = 1_000): Queue {
  // In the order in which they are served.
  const waiting: QueueEntry[] = [];
  const running = new Set<QueueSlot>();
  const lastRounds = new Map<string, number>();
  let round = 0;
  let preemptTimer: NodeJS.Timeout | undefined;

  // Round-robin: a person has one turn per round, however many are queued, so that light users never wait for heavy
  // ones.
  function nextRoundOf(person: string): number {
    const ownRound = Math.max(round, (lastRounds.get(person) ?? -1) + 1);
    lastRounds.set(person, ownRound);
    return ownRound;
  }

  function insert(entry: QueueEntry): void {
    const ownRound = (entry.round ??= nextRoundOf([...entry.persons][0]!));
    const index = waiting.findIndex((each) => each.round! > ownRound);
    waiting.splice(index < 0 ? waiting.length : index, 0, entry);
  }

  function remove(entry: QueueEntry): boolean {
    const index = waiting.indexOf(entry);
    if (index < 0) return false;
    waiting.splice(index, 1);
    if (waiting.length === 0) lastRounds.clear();
    return true;
  }

  const reportPositions = () => waiting.forEach(({ turn }, before) => turn.onPosition?.(before));

  function addShare(entry: QueueEntry, { person, kind }: QueueShare): void {
    if (entry.persons.has(person) && (kind === 'long' || entry.kind === 'short')) return;
    entry.persons.add(person);
    if (kind === 'short') entry.kind = 'short';
    if (!remove(entry)) return;
    entry.round = Math.min(entry.round!, nextRoundOf(person));
    insert(entry);
    startWaiting();
  }

  function tryStart(entry: QueueEntry): boolean {
    for (const person of entry.persons) {
      const slotKind = slotFor(regularSlots, [...running], person, entry);
      if (!slotKind) continue;
      const isReserved = slotKind === 'reserved';
      const slot: QueueSlot = {
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
    reportPositions();
    preemptIfNeeded();
  }

  // People with nothing running should not wait for those with several running turns.
  function preemptIfNeeded(): void {
    clearTimeout(preemptTimer);
    const active = new Set([...running].map(({ person }) => person));
    const waitingOnly = waiting.filter(({ persons }) => ![...persons].some((person) => active.has(person)));
    const count = new Set(waitingOnly.map(({ persons }) => [...persons][0]!)).size;
    let missing = count - [...running].filter(({ isPreempted }) => isPreempted).length;
    if (missing <= 0) return;
    const canUseReserved = waitingOnly.some(({ kind, wasPreempted }) => kind === 'short' && !wasPreempted);
    const candidates = listPreemptible([...running]).filter(
      ({ isPreempted, isReserved }) => !isPreempted && (canUseReserved || !isReserved),
    );
    const isDue = ({ startedAt }: QueueSlot) => Date.now() - startedAt >= sliceMs;
    for (const slot of candidates.filter(isDue).slice(0, missing)) {
      slot.isPreempted = true;
      slot.stop.abort();
      missing--;
    }
    const next = Math.min(...candidates.filter((slot) => !isDue(slot)).map(({ startedAt }) => startedAt));
    if (missing > 0 && Number.isFinite(next))
      preemptTimer = setTimeout(preemptIfNeeded, next + sliceMs - Date.now()).unref();
  }

  function release(slot: QueueSlot): void {
    running.delete(slot);
    // A freed regular slot is taken over by the turn that runs in the reserved one.
    const reserved = [...running].find(({ isReserved }) => isReserved);
    if (reserved && !slot.isReserved) reserved.isReserved = false;
    startWaiting();
  }

  function acquire(entry: QueueEntry): Promise<QueueSlot> {
    return new Promise((resolve, reject) => {
      const { signal } = entry.turn;
      const cancel = () => {
        if (!remove(entry)) return;
        reportPositions();
        reject(new Problem('cancelled'));
      };
      entry.start = (slot) => {
        signal?.removeEventListener('abort', cancel);
        resolve(slot);
      };
      // This is fair, because none of the waiting turns can start now.
      if (tryStart(entry)) return;
      insert(entry);
      signal?.addEventListener('abort', cancel, { once: true });
      reportPositions();
      preemptIfNeeded();
    });
  }

  function entryOf(turn: QueueTurn): QueueEntry {
    const { person, kind = 'short' } = turn;
    const isFull = waiting.filter(({ persons }) => persons.has(person)).length >= maxQueuedPerPerson;
    if (isFull) throw new Problem('too_many_waiting', { retryAfter: 5 });
    const start = () => undefined;
    const entry: QueueEntry = { turn, kind, persons: new Set([person]), round: undefined, wasPreempted: false, start };
    turn.onQueued?.((other) => addShare(entry, other));
    return entry;
  }

  async function runIn<T>(slot: QueueSlot, turn: QueueTurn, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
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
    isIdle: () => waiting.length === 0 && running.size === 0,
  };
}
