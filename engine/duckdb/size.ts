import { maxAnswerBytes } from '#domain/query/query.ts';
import { Problem } from '#contract/errors.ts';

/** Lower estimate of the bytes that values take as JSON. */
export function sizeOf(values: unknown[]): number {
  let size = values.length;
  for (const value of values) if (typeof value === 'string') size += value.length + 2;
  return size;
}

/** Counts the bytes of a result and rejects it when there are too many. */
export function createCounter(maxBytes: number = maxAnswerBytes): (bytes: number) => void {
  let total = 0;
  return (bytes) => {
    total += bytes;
    if (total > maxBytes) throw new Problem('answer_too_large', { limit: `${Math.round(maxBytes / 1024 / 1024)} MB` });
  };
}

/** Rejects values that are too large on their own. */
export const requireSize = (values: unknown[]): void => createCounter()(sizeOf(values));
