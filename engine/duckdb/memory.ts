import { totalmem } from 'node:os';

const megabyte = 1024 * 1024;

/** Memory limit of DuckDB for one query, in megabytes. */
export const memoryLimit = Math.floor(Math.min(2048, totalmem() / megabyte / 4));

// DuckDB does not count all of its memory: a single text of 4 GB exceeds its limit.
const slackMegabytes = 1024;
const checkIntervalMs = 100;

const usedMegabytes = () => process.memoryUsage.rss() / megabyte;

/** Calls back when this process has grown by more than a query may use; returns a function that stops watching. */
export function watchMemoryGrowth(onExceeded: () => void): () => void {
  const before = usedMegabytes();
  const timer = setInterval(() => {
    if (usedMegabytes() - before > memoryLimit + slackMegabytes) onExceeded();
  }, checkIntervalMs);
  return () => clearInterval(timer);
}

/** Whether memory use is so high that caches should be dropped. */
export const isMemoryFull = () => usedMegabytes() > memoryLimit;
