import { maxAnswerBytes } from '#contract/query.ts';
import { Problem } from '#contract/errors.ts';

/** About how many bytes a value takes as JSON. */
export const sizeOf = (value: unknown): number => (typeof value === 'string' ? value.length + 3 : 8);

/** Counts the bytes of an answer, and refuses it when they are too many. */
export function createCounter(maxBytes: number = maxAnswerBytes): (bytes: number) => void {
  let total = 0;
  return (bytes) => {
    total += bytes;
    if (total > maxBytes) throw new Problem('answer_too_large', { limit: `${Math.round(maxBytes / 1024 / 1024)} MB` });
  };
}
