import { day, momentOf, startOf, step } from './calendar.ts';
import type { Span } from './query.ts';

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

export function windowOf(span: Span, { now, zone }: Clock): Window {
  if (span.kind === 'range') {
    return { from: windowOfDay(span.from, zone).from, to: windowOfDay(span.to, zone).to };
  }
  const place = { grain: span.grain, zone };
  const start = startOf(now, span.grain, zone);
  if (span.kind === 'last') return { from: step(start, 1 - span.count, place), to: now };
  if (span.kind === 'previous') return { from: step(start, -span.count, place), to: start };
  return { from: start, to: span.until === 'now' ? now : step(start, 1, place) };
}
