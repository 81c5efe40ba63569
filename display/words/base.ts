import { type Alignment, alignmentOf } from '#contract/alignment.ts';
import { isBelowDay, midnightOf, wallOf } from '#contract/calendar.ts';
import { counterpartOf } from '#contract/counterpart.ts';
import type { Language } from '#contract/language.ts';
import type { Compare, Grain, Span } from '#contract/query.ts';
import type { Clock, Window } from '#contract/span.ts';
import { spanLabel } from './span.ts';

/** A day at midnight, else with the clock. */
function wallText(wall: number): string {
  const text = new Date(wall).toISOString();
  return wall === midnightOf(wall) ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 16)}`;
}

/** "2026-10-01 to 2026-10-15 14:05"; a window that is one whole day is that day. */
function windowLabel({ from, to }: Window, zone: string, language: Language): string {
  const end = wallOf(to, zone);
  // What ends at midnight ends with the day before.
  const last = end === midnightOf(end) ? midnightOf(end - 1) : end;
  const [first, until] = [wallText(wallOf(from, zone)), wallText(last)];
  return first === until ? first : spanLabel({ kind: 'range', from: first, to: until }, language);
}

const isOpen = (span: Span) => 'anchor' in span && span.anchor === 'newest';

/**
 * From when until when exactly the time is that a span is compared with, by steps if it is asked by some. Empty where
 * nothing is compared, with a range that is chosen and says so itself, or where the newest row that a span counts back
 * from is not known.
 */
export function baseLabel(
  { span, compare, steps = [] }: { span: Span; compare: Compare; steps?: Grain[] },
  clock: Clock,
  language: Language,
): string {
  if (compare.kind === 'none') return '';
  if (isOpen(span) || (compare.kind === 'custom' && isOpen(compare.span))) return '';
  if (compare.kind === 'custom' && compare.span.kind === 'range' && steps.length === 0) return '';
  return windowLabel(alignmentOf({ span, compare, clock }, steps).base, clock.zone, language);
}

const words = {
  en_US: { against: (base: string) => `Compared with ${base}`, none: 'No earlier period to compare with' },
  zh_CN: { against: (base: string) => `对比 ${base}`, none: '没有可对比的时段' },
};

/** What a step is compared with. Where it is not over, its counterpart is told to end at the same time. */
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
