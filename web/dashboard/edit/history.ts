/** All that was done in this session, so that it can be undone and done again. */
export type History<Thing> = {
  past: Thing[];
  now: Thing;
  future: Thing[];
  /** What the last change was part of, and when it was made; undoing ends it. */
  last: { group: string; at: number } | null;
};

/** Changes of one kind that follow each other this closely, like letters, are one step. */
const pause = 1_000;

export const beginHistory = <Thing>(now: Thing): History<Thing> => ({ past: [], now, future: [], last: null });

/** A change; `group` names what is written or dragged, for steps that belong together. */
export function record<Thing>(
  history: History<Thing>,
  next: Thing,
  { group, at }: { group?: string | undefined; at: number },
): History<Thing> {
  if (next === history.now) return history;
  const { past, now, last } = history;
  const isSameStep = group !== undefined && last?.group === group && at - last.at < pause;
  return {
    past: isSameStep ? past : [...past, now],
    now: next,
    future: [],
    last: group === undefined ? null : { group, at },
  };
}

export function undo<Thing>(history: History<Thing>): History<Thing> {
  const { past, now, future } = history;
  if (past.length === 0) return history;
  return { past: past.slice(0, -1), now: past.at(-1)!, future: [now, ...future], last: null };
}

export function redo<Thing>(history: History<Thing>): History<Thing> {
  const { past, now, future } = history;
  if (future.length === 0) return history;
  return { past: [...past, now], now: future[0]!, future: future.slice(1), last: null };
}
