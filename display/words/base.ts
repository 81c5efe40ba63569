import { midnightOf, wallOf } from '#contract/calendar.ts';
import type { Language } from '#contract/language.ts';
import type { Compare, Span } from '#contract/query.ts';
import { baseOf, type Clock } from '#contract/span.ts';
import { spanLabel } from './span.ts';

/** A day at midnight, else with the clock. */
function wallText(wall: number): string {
  const text = new Date(wall).toISOString();
  return wall === midnightOf(wall) ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 16)}`;
}

/**
 * From when until when exactly the time is that a span is compared with: "2026-10-01 to 2026-10-15 14:05" where the
 * span ends now, at that hour. Empty where nothing is compared, or with a range that is chosen and says so itself.
 */
export function baseLabel(span: Span, compare: Compare, clock: Clock, language: Language): string {
  if (compare.kind === 'none' || (compare.kind === 'custom' && compare.span.kind === 'range')) return '';
  const { from, to } = baseOf(span, compare, clock);
  const end = wallOf(to, clock.zone);
  // What ends at midnight ends with the day before.
  const last = end === midnightOf(end) ? midnightOf(end - 1) : end;
  const [first, until] = [wallText(wallOf(from, clock.zone)), wallText(last)];
  return spanLabel({ kind: 'range', from: first, to: until }, language);
}
