import { Problem } from '#contract/errors.ts';
import type { AddShare } from '#server/queue/queue.ts';
import type { Share } from '#server/queue/share.ts';

/** How someone takes part: until they go away, hearing how it is getting on. */
export type Follower<News> = { share: Share; signal: AbortSignal; onNews: (news: News) => void };

/** The work may say whom to tell of everyone who joins. */
type Work<T, News> = (
  signal: AbortSignal,
  tell: (news: News) => void,
  tellShares: (addShare: AddShare) => void,
) => Promise<T>;
type Crowd<News> = { followers: Set<Follower<News>>; latest?: News; addShare?: AddShare };
type Flight<T, News> = { answer: Promise<T>; crowd: Crowd<News>; stop: AbortController };

/** Work that several people want at once is done once. It is stopped when the last of them has gone. */
export type Flights<T, News> = {
  join: (key: string, follower: Follower<News>, work: Work<T, News>) => Promise<T>;
};

export function openFlights<T, News>(): Flights<T, News> {
  const flights = new Map<string, Flight<T, News>>();

  function begin(key: string, work: Work<T, News>): Flight<T, News> {
    const stop = new AbortController();
    // Work may have news before it is under way.
    const crowd: Crowd<News> = { followers: new Set() };
    const tell = (news: News) => {
      crowd.latest = news;
      for (const { onNews } of crowd.followers) onNews(news);
    };
    const end = () => flights.get(key) === flight && flights.delete(key);
    const tellShares = (addShare: AddShare) => {
      crowd.addShare = addShare;
    };
    const flight: Flight<T, News> = { answer: work(stop.signal, tell, tellShares).finally(end), crowd, stop };
    flights.set(key, flight);
    return flight;
  }

  function leave(key: string, flight: Flight<T, News>): void {
    if (flight.crowd.followers.size > 0) return;
    // Who comes now begins anew.
    if (flights.get(key) === flight) flights.delete(key);
    flight.stop.abort();
  }

  return {
    join: async (key, follower, work) => {
      const flight = flights.get(key) ?? begin(key, work);
      const { followers, latest } = flight.crowd;
      followers.add(follower);
      flight.crowd.addShare?.(follower.share);
      if (latest !== undefined) follower.onNews(latest);
      const gone = goneOf(follower.signal);
      try {
        return await Promise.race([flight.answer, gone.promise]);
      } finally {
        gone.forget();
        followers.delete(follower);
        leave(key, flight);
      }
    },
  };
}

function goneOf(signal: AbortSignal): { promise: Promise<never>; forget: () => void } {
  let leave = () => undefined as void;
  const promise = new Promise<never>((_, reject) => {
    leave = () => reject(new Problem('cancelled'));
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
  return { promise, forget: () => signal.removeEventListener('abort', leave) };
}
