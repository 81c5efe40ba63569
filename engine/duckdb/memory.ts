import { totalmem } from 'node:os';

const megabyte = 1024 * 1024;

/** A quarter of the memory of this machine, or of its container. */
export const defaultMemoryMegabytes = (machine = totalmem(), container = process.constrainedMemory()) =>
  Math.floor(Math.min(2048, Math.min(machine, container || Infinity) / megabyte / 4));

/** Memory limit of DuckDB for one query or import, in megabytes; the pool of the process sets it. */
export const memoryLimit = Number(process.env['DUCKDB_MEGABYTES'] ?? defaultMemoryMegabytes());

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
