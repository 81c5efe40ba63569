import { Problem } from '#contract/errors.ts';

/** Whose turn it is to be, who may give it up, and who hears how many are before it. */
export type Turn = {
  person: string;
  signal?: AbortSignal | undefined;
  onPosition?: ((before: number) => void) | undefined;
};

/** What lets only so many work at once, and all persons in turn. */
export type Queue = {
  run: <T>(turn: Turn, work: () => Promise<T>) => Promise<T>;
  waiting: () => number;
};

type Waiting = Turn & { round: number; start: () => void; leave: () => void };

/** So many questions of one person may wait. */
const patience = 50;

export function openQueue(places: number): Queue {
  // In the order in which they will be served.
  const waiting: Waiting[] = [];
  const lastRounds = new Map<string, number>();
  let round = 0;
  let free = places;

  // Everyone has one turn a round, however many questions they have; so who asks little never waits for who asks much.
  function roundOf({ person }: Turn): number {
    const own = Math.max(round, (lastRounds.get(person) ?? -1) + 1);
    lastRounds.set(person, own);
    return own;
  }

  function join(turn: Turn): Promise<void> {
    if (waiting.filter(({ person }) => person === turn.person).length >= patience)
      throw new Problem('too_many_waiting', { retryAfter: 5 });
    return new Promise((resolve, reject) => {
      const leave = () => {
        remove(joined);
        reject(new Problem('cancelled'));
      };
      const joined: Waiting = { ...turn, round: roundOf(turn), start: resolve, leave };
      const place = waiting.findIndex((each) => each.round > joined.round);
      waiting.splice(place < 0 ? waiting.length : place, 0, joined);
      turn.signal?.addEventListener('abort', leave, { once: true });
      tellPositions();
    });
  }

  function remove(gone: Waiting): void {
    gone.signal?.removeEventListener('abort', gone.leave);
    waiting.splice(waiting.indexOf(gone), 1);
    if (waiting.length === 0) lastRounds.clear();
    tellPositions();
  }

  const tellPositions = () => waiting.forEach(({ onPosition }, before) => onPosition?.(before));

  function leavePlace(): void {
    const next = waiting[0];
    if (!next) return void free++;
    round = Math.max(round, next.round);
    remove(next);
    next.start();
  }

  return {
    run: async (turn, work) => {
      if (turn.signal?.aborted) throw new Problem('cancelled');
      if (free > 0) free--;
      else await join(turn);
      try {
        return await work();
      } finally {
        leavePlace();
      }
    },
    waiting: () => waiting.length,
  };
}
