import type { Problem } from '#contract/errors.ts';

const transientCodes = new Set([
  'too_many_waiting',
  'cancelled',
  'unavailable',
  'warehouse_unavailable',
  'row_rules_changed',
  'internal',
]);

/** Whether a query that failed may succeed later. */
export const isTransient = ({ code }: Problem): boolean => transientCodes.has(code);
