import type { RunEvent, sendRun } from './dashboard-source.ts';

type PrefetchInput = Parameters<typeof sendRun>[0];

/** A press longer than this is not a click, so the prefetch is discarded. */
const prefetchTimeoutMs = 1_500;

/** A prefetched run: the events that it has received, and a function that sends the following ones. */
type PrefetchedRun = { received: RunEvent[]; run: typeof sendRun };

/** Prefetches runs: a prefetched run is taken over together with the events it has received so far. */
export function createPrefetcher(send: typeof sendRun) {
  let prefetched: (PrefetchedRun & { text: string; control: AbortController }) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function discard(): void {
    clearTimeout(timer);
    prefetched?.control.abort();
    prefetched = undefined;
  }

  function prefetch(input: PrefetchInput): void {
    discard();
    const controller = new AbortController();
    const received: RunEvent[] = [];
    let listener = (event: RunEvent): void => void received.push(event);
    const sent = send(input, { signal: controller.signal, onEvent: (event) => listener(event) });
    const run: typeof sendRun = (_, { signal, onEvent }) => {
      signal.addEventListener('abort', () => controller.abort(), { once: true });
      listener = onEvent;
      return sent;
    };
    prefetched = { text: JSON.stringify(input), control: controller, received, run };
    timer = setTimeout(discard, prefetchTimeoutMs);
  }

  return {
    prefetch,
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
