import { type Alignment, alignmentOf } from '#domain/time/alignment.ts';
import { isBelowDay, midnightOf, wallOf } from '#domain/time/calendar.ts';
import { counterpartOf } from '#domain/time/counterpart.ts';
import type { Language } from '#domain/language.ts';
import type { Compare, Grain, Span } from '#domain/query/query.ts';
import type { Clock, TimeWindow } from '#domain/time/span.ts';
import { spanLabel } from './span.ts';

/** A date at midnight, else with the time. */
function wallText(wall: number): string {
  const text = new Date(wall).toISOString();
  return wall === midnightOf(wall) ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 16)}`;
}

/** "2026-10-01 to 2026-10-15 14:05"; a window of one whole day is that day. */
function windowLabel({ from, to }: TimeWindow, zone: string, language: Language): string {
  const end = wallOf(to, zone);
  // A window that ends at midnight ends with the day before.
  const last = end === midnightOf(end) ? midnightOf(end - 1) : end;
  const [first, until] = [wallText(wallOf(from, zone)), wallText(last)];
  return first === until ? first : spanLabel({ kind: 'range', from: first, to: until }, language);
}

const isUnanchored = (span: Span) => 'anchor' in span && span.anchor === 'newest';

/**
 * The exact window a span is compared with, aligned by steps if there are any. Empty if nothing is compared, if a
 * chosen range says so itself, or if the newest row that the span is anchored to is unknown.
 */
export function baseLabel(
  { span, compare, steps = [] }: { span: Span; compare: Compare; steps?: Grain[] },
  clock: Clock,
  language: Language,
): string {
  if (compare.kind === 'none') return '';
  if (isUnanchored(span) || (compare.kind === 'custom' && isUnanchored(compare.span))) return '';
  if (compare.kind === 'custom' && compare.span.kind === 'range' && steps.length === 0) return '';
  return windowLabel(alignmentOf({ span, compare, clock }, steps).base, clock.zone, language);
}

const words = {
  en_US: { against: (base: string) => `Compared with ${base}`, none: 'No earlier period to compare with' },
  zh_CN: { against: (base: string) => `对比 ${base}`, none: '没有可对比的时段' },
};

/** The period a step is compared with. For an unfinished step it ends at the same time of day. */
export function counterpartLabel(alignment: Alignment, step: string, grain: Grain, language: Language): string {
  const base = counterpartOf(alignment, step, grain);
  if (!base) return words[language].none;
  const [from, to] = [wallOf(base.from, alignment.zone), wallOf(base.to, alignment.zone)];
  const isShort = isBelowDay(grain) || to - from < 86_400_000;
  const text = isShort
    ? `${new Date(from).toISOString().slice(0, 16).replace('T', ' ')} – ${new Date(to).toISOString().slice(11, 16)}`
    : windowLabel(base, alignment.zone, language);
  return words[language].against(text);
}
