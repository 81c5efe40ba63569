/** Undo history of the session. */
export type History<Item> = {
  past: Item[];
  now: Item;
  future: Item[];
  /** Group and time of the last change; undo clears it. */
  last: { group: string; at: number } | null;
};

/** Changes of one group within this many milliseconds, such as keystrokes, are one step. */
const groupWindowMs = 1_000;

export const createHistory = <Item>(now: Item): History<Item> => ({ past: [], now, future: [], last: null });

/** Adds a change; changes with the same `group` (a field, a drag) can be merged into one step. */
export function record<Item>(
  history: History<Item>,
  next: Item,
  { group, at }: { group?: string | undefined; at: number },
): History<Item> {
  if (next === history.now) return history;
  const { past, now, last } = history;
  const isSameStep = group !== undefined && last?.group === group && at - last.at < groupWindowMs;
  return {
    past: isSameStep ? past : [...past, now],
    now: next,
    future: [],
    last: group === undefined ? null : { group, at },
  };
}

export function undo<Item>(history: History<Item>): History<Item> {
  const { past, now, future } = history;
  if (past.length === 0) return history;
  return { past: past.slice(0, -1), now: past.at(-1)!, future: [now, ...future], last: null };
}

export function redo<Item>(history: History<Item>): History<Item> {
  const { past, now, future } = history;
  if (future.length === 0) return history;
  return { past: [...past, now], now: future[0]!, future: future.slice(1), last: null };
}
