import type { RunEvent, sendRun } from './dashboard-source.ts';

type PrefetchInput = Parameters<typeof sendRun>[0];

/** A prefetched run is discarded after this time; after a press that long, there is no click. */
const prefetchTimeoutMs = { rest: 10_000, press: 1_500 };

/** Why a run is prefetched: the pointer rests on a point, or the button is pressed. */
export type PrefetchReason = keyof typeof prefetchTimeoutMs;

/** A prefetched run: the events that it has received, and a function that sends the following ones. */
type PrefetchedRun = { received: RunEvent[]; run: typeof sendRun };

/** Prefetches runs: a prefetched run is taken over together with the events it has received so far. */
export function createPrefetcher(send: typeof sendRun) {
  let prefetched: (PrefetchedRun & { text: string; controller: AbortController }) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function discard(): void {
    clearTimeout(timer);
    prefetched?.controller.abort();
    prefetched = undefined;
  }

  function start(input: PrefetchInput, reason: PrefetchReason): void {
    const controller = new AbortController();
    const received: RunEvent[] = [];
    const collect = (event: RunEvent): void => {
      if (event.kind === 'failed') discard();
      else received.push(event);
    };
    let listener = collect;
    // The server declines a run that nobody has asked for while it is busy.
    const sentInput = reason === 'rest' ? { ...input, prefetch: true } : input;
    const outcome = send(sentInput, { signal: controller.signal, onEvent: (event) => listener(event) });
    const run: typeof sendRun = async (_, { signal, onEvent }) => {
      signal.addEventListener('abort', () => controller.abort(), { once: true });
      listener = onEvent;
      return (await outcome) === 'declined' ? send(input, { signal, onEvent }) : 'ended';
    };
    const own = { text: JSON.stringify(input), controller, received, run };
    prefetched = own;
    void outcome.then((each) => each === 'declined' && prefetched === own && discard());
  }

  return {
    /** Prefetches a run, unless it is already prefetched. */
    prefetch: (input: PrefetchInput, reason: PrefetchReason): void => {
      if (prefetched?.text !== JSON.stringify(input)) {
        discard();
        start(input, reason);
      }
      clearTimeout(timer);
      timer = setTimeout(discard, prefetchTimeoutMs[reason]);
    },
    discard,
    /** Takes over the prefetched run of this input; one of another input is discarded. */
    take: (input: PrefetchInput): PrefetchedRun | undefined => {
      if (prefetched?.text !== JSON.stringify(input)) discard();
      clearTimeout(timer);
      const taken = prefetched;
      prefetched = undefined;
      return taken;
    },
  };
}
