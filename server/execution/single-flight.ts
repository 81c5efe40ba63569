import { Problem } from '#contract/errors.ts';
import type { AddShare } from '#server/queue/queue.ts';
import type { QueueShare } from '#server/queue/queue-share.ts';

/** One caller of shared work: takes part until its signal is aborted. */
type Follower<Progress> = { share: QueueShare; signal: AbortSignal; onProgress: (progress: Progress) => void };

/** The work passes `addShare` to `setAddShare` to receive the share of everyone who joins. */
type FlightWork<T, Progress> = (
  signal: AbortSignal,
  report: (progress: Progress) => void,
  setAddShare: (addShare: AddShare) => void,
) => Promise<T>;
type FlightState<Progress> = { followers: Set<Follower<Progress>>; latest?: Progress; addShare?: AddShare };
type Flight<T, Progress> = { answer: Promise<T>; state: FlightState<Progress>; stop: AbortController };

/** Single-flight: concurrent calls with the same key share one execution. It is aborted when the last caller leaves. */
export type SingleFlight<T, Progress> = {
  join: (key: string, follower: Follower<Progress>, work: FlightWork<T, Progress>) => Promise<T>;
};

export function openSingleFlight<T, Progress>(): SingleFlight<T, Progress> {
  const flights = new Map<string, Flight<T, Progress>>();

  function start(key: string, work: FlightWork<T, Progress>): Flight<T, Progress> {
    const stop = new AbortController();
    // The work may report before `flight` is assigned.
    const state: FlightState<Progress> = { followers: new Set() };
    const report = (progress: Progress) => {
      state.latest = progress;
      for (const { onProgress } of state.followers) onProgress(progress);
    };
    const end = () => flights.get(key) === flight && flights.delete(key);
    const setAddShare = (addShare: AddShare) => {
      state.addShare = addShare;
    };
    const flight: Flight<T, Progress> = { answer: work(stop.signal, report, setAddShare).finally(end), state, stop };
    flights.set(key, flight);
    return flight;
  }

  function leave(key: string, flight: Flight<T, Progress>): void {
    if (flight.state.followers.size > 0) return;
    // Later callers start a new execution.
    if (flights.get(key) === flight) flights.delete(key);
    flight.stop.abort();
  }

  return {
    join: async (key, follower, work) => {
      const flight = flights.get(key) ?? start(key, work);
      const { followers, latest } = flight.state;
      followers.add(follower);
      flight.state.addShare?.(follower.share);
      if (latest !== undefined) follower.onProgress(latest);
      const cancellation = rejectOnAbort(follower.signal);
      try {
        return await Promise.race([flight.answer, cancellation.promise]);
      } finally {
        cancellation.dispose();
        followers.delete(follower);
        leave(key, flight);
      }
    },
  };
}

function rejectOnAbort(signal: AbortSignal): { promise: Promise<never>; dispose: () => void } {
  let abort = () => undefined as void;
  const promise = new Promise<never>((_, reject) => {
    abort = () => reject(new Problem('cancelled'));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
  return { promise, dispose: () => signal.removeEventListener('abort', abort) };
}
