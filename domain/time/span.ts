import { day, isBelowDay, momentOf, startOf, addSteps } from './calendar.ts';
import type { Grain, Span } from '#domain/query/query.ts';

/** A half-open time window [from, to) in milliseconds. */
export type TimeWindow = { from: number; to: number };

/** The current time and the zone of a query. */
export type Clock = { now: number; zone: string };

export const wallOfDay = (text: string) => Date.parse(`${text}T00:00:00Z`);

/** The time window of a day in the zone. */
export const windowOfDay = (text: string, zone: string): TimeWindow => ({
  from: momentOf(wallOfDay(text), zone),
  to: momentOf(wallOfDay(text) + day, zone),
});

type RelativeSpan = Exclude<Span, { kind: 'range' }>;

const days: Grain = { unit: 'day' };

/**
 * The moment that a span counts back from, and its end. A newest row stands for its whole day, or for today so far;
 * with grains below a day it stands for itself.
 */
function anchorOf(span: RelativeSpan, { now, zone }: Clock): { now: number; end: number } {
  const anchor = 'anchor' in span ? span.anchor : undefined;
  if (anchor === undefined || anchor === 'newest') return { now, end: now };
  const after = Date.parse(anchor.end);
  if (isBelowDay(span.grain)) return { now: after - 1, end: after };
  const midnight = startOf(after - 1, days, zone);
  const isToday = midnight === startOf(now, days, zone);
  const end = isToday ? Math.max(now, after) : addSteps(midnight, 1, { grain: days, zone });
  return { now: end - 1, end };
}

export function windowOf(span: Span, clock: Clock): TimeWindow {
  const { zone } = clock;
  if (span.kind === 'range') {
    return { from: windowOfDay(span.from, zone).from, to: windowOfDay(span.to, zone).to };
  }
  const stepOptions = { grain: span.grain, zone };
  const { now, end } = anchorOf(span, clock);
  const start = startOf(now, span.grain, zone);
  if (span.kind === 'last') return { from: addSteps(start, 1 - span.count, stepOptions), to: end };
  if (span.kind === 'previous') return { from: addSteps(start, -span.count, stepOptions), to: start };
  return { from: start, to: span.until === 'now' ? now : addSteps(start, 1, stepOptions) };
}
