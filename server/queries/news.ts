const pause = 300;

/** Tells how something is getting on: nothing for a moment, then the latest news, not more often than can be read. */
export function tellNews<News>(send: (news: News) => unknown): { hear: (news: News) => void; end: () => void } {
  let latest: News | undefined;
  const timer = setInterval(() => {
    if (latest !== undefined) send(latest);
    latest = undefined;
  }, pause);
  return { hear: (news) => (latest = news), end: () => clearInterval(timer) };
}
