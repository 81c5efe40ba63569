import type { RunEvent, sendRun } from './dashboard-source.ts';

type PrefetchInput = Parameters<typeof sendRun>[0];

/** A press longer than this is not a click, so the prefetch is discarded. */
const prefetchTimeoutMs = 1_500;

/** Prefetches runs: a prefetched run is taken over together with the events it has received so far. */
export function createPrefetcher(send: typeof sendRun) {
  let prefetched: { text: string; control: AbortController; adopt: typeof sendRun } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function discard(): void {
    clearTimeout(timer);
    prefetched?.control.abort();
    prefetched = undefined;
  }

  function prefetch(input: PrefetchInput): void {
    discard();
    const controller = new AbortController();
    const buffered: RunEvent[] = [];
    let listener = (event: RunEvent): void => void buffered.push(event);
    const sent = send(input, { signal: controller.signal, onEvent: (event) => listener(event) });
    const adopt: typeof sendRun = (_, { signal, onEvent }) => {
      signal.addEventListener('abort', () => controller.abort(), { once: true });
      for (const event of buffered) onEvent(event);
      listener = onEvent;
      return sent;
    };
    prefetched = { text: JSON.stringify(input), control: controller, adopt };
    timer = setTimeout(discard, prefetchTimeoutMs);
  }

  return {
    prefetch,
    discard,
    /** Takes over the prefetched run of this input; one of another input is discarded. */
    take: (input: PrefetchInput): typeof sendRun | undefined => {
      if (prefetched?.text !== JSON.stringify(input)) discard();
      clearTimeout(timer);
      const adopt = prefetched?.adopt;
      prefetched = undefined;
      return adopt;
    },
  };
}
