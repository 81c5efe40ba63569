import { totalmem } from 'node:os';

const megabyte = 1024 * 1024;

/** What DuckDB may take for one question, in megabytes. */
export const memoryLimit = Math.floor(Math.min(2048, totalmem() / megabyte / 4));

// DuckDB counts most of what it takes, but not all: one text of four gigabytes goes past its limit.
const slack = 1024;
const often = 100;

const used = () => process.memoryUsage.rss() / megabyte;

/** Says when this process has grown by more than a question may take, until it is told to stop watching. */
export function watchGrowth(onTooMuch: () => void): () => void {
  const before = used();
  const timer = setInterval(() => {
    if (used() - before > memoryLimit + slack) onTooMuch();
  }, often);
  return () => clearInterval(timer);
}

/** Whether there is so much in memory that what is kept for later should go. */
export const isFull = () => used() > memoryLimit;
