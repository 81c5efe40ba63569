import { day, isBelowDay, momentOf, startOf, step } from './calendar.ts';
import type { Grain, Span } from './query.ts';

/** From a moment until just before another. */
export type Window = { from: number; to: number };

/** When and where a question is asked. */
export type Clock = { now: number; zone: string };

export const wallOfDay = (text: string) => Date.parse(`${text}T00:00:00Z`);

/** The window of a day in the zone. */
export const windowOfDay = (text: string, zone: string): Window => ({
  from: momentOf(wallOfDay(text), zone),
  to: momentOf(wallOfDay(text) + day, zone),
});

type Relative = Exclude<Span, { kind: 'range' }>;

const days: Grain = { unit: 'day' };

/**
 * The moment that a span counts back from, and where it ends. A newest row stands for its whole day, or what is of that
 * day so far if that is today; where hours are counted it stands for itself.
 */
function nowOf(span: Relative, { now, zone }: Clock): { now: number; end: number } {
  const anchor = 'anchor' in span ? span.anchor : undefined;
  if (anchor === undefined || anchor === 'newest') return { now, end: now };
  const after = Date.parse(anchor.end);
  if (isBelowDay(span.grain)) return { now: after - 1, end: after };
  const midnight = startOf(after - 1, days, zone);
  const isToday = midnight === startOf(now, days, zone);
  const end = isToday ? Math.max(now, after) : step(midnight, 1, { grain: days, zone });
  return { now: end - 1, end };
}

export function windowOf(span: Span, clock: Clock): Window {
  const { zone } = clock;
  if (span.kind === 'range') {
    return { from: windowOfDay(span.from, zone).from, to: windowOfDay(span.to, zone).to };
  }
  const place = { grain: span.grain, zone };
  const { now, end } = nowOf(span, clock);
  const start = startOf(now, span.grain, zone);
  if (span.kind === 'last') return { from: step(start, 1 - span.count, place), to: end };
  if (span.kind === 'previous') return { from: step(start, -span.count, place), to: start };
  return { from: start, to: span.until === 'now' ? now : step(start, 1, place) };
}
