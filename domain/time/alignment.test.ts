import { describe, expect, test } from 'vitest';

import { alignmentOf, baseOf } from './alignment.ts';
import { day as dayLength, isBelowDay, monthsOf, startOf, addSteps, wallOf } from './calendar.ts';
import { counterpartOf } from './counterpart.ts';
import type { Compare, Grain, Span } from '#domain/query/query.ts';
import { type TimeWindow, windowOf } from './span.ts';

const at = (text: string) => Date.parse(text);
const isoBoundsOf = ({ from, to }: { from: number; to: number }) =>
  [from, to].map((moment) => new Date(moment).toISOString().replace(':00.000Z', 'Z'));
const month: Grain = { unit: 'month' };
const day: Grain = { unit: 'day' };
const monday: Grain = { unit: 'week', start: 'monday' };

describe('the base window of a span', () => {
  const range = (from: string, to: string): Span => ({ kind: 'range', from, to });
  const soFar: Span = { kind: 'this', grain: month, until: 'now' };
  test.each<[string, Span, Compare['kind'], string, string[]]>([
    [
      'the whole of a shorter month',
      soFar,
      'previous',
      '2026-03-31T10:00:00Z',
      ['2026-02-01T00:00Z', '2026-03-01T00:00Z'],
    ],
    [
      'the whole month before',
      { ...soFar, until: 'end' },
      'previous',
      '2026-03-31T10:00:00Z',
      ['2026-02-01T00:00Z', '2026-03-01T00:00Z'],
    ],
    [
      'the 7 days before',
      { kind: 'last', count: 7, grain: day },
      'previous',
      '2026-11-15T07:30:00Z',
      ['2026-11-02T00:00Z', '2026-11-08T07:30Z'],
    ],
    [
      'as many days',
      range('2026-03-10', '2026-03-12'),
      'previous',
      '2026-11-15T00:00:00Z',
      ['2026-03-07T00:00Z', '2026-03-10T00:00Z'],
    ],
    [
      'whole months before whole months',
      range('2026-03-01', '2026-04-30'),
      'previous',
      '2026-11-15T00:00:00Z',
      ['2026-01-01T00:00Z', '2026-03-01T00:00Z'],
    ],
    [
      'February without its 29th',
      range('2028-02-01', '2028-02-29'),
      'last_year',
      '2028-11-15T00:00:00Z',
      ['2027-02-01T00:00Z', '2027-03-01T00:00Z'],
    ],
    [
      'February with its 29th',
      range('2029-02-01', '2029-02-28'),
      'last_year',
      '2029-11-15T00:00:00Z',
      ['2028-02-01T00:00Z', '2028-03-01T00:00Z'],
    ],
    [
      'the 28th before a leap day',
      range('2028-02-28', '2028-02-28'),
      'last_year',
      '2028-11-15T00:00:00Z',
      ['2027-02-28T00:00Z', '2027-03-01T00:00Z'],
    ],
    [
      'until the end of the 28th for a leap day',
      soFar,
      'last_year',
      '2028-02-29T10:00:00Z',
      ['2027-02-01T00:00Z', '2027-03-01T00:00Z'],
    ],
  ])('is %s', (_name, span, kind, now, bounds) => {
    const compare = { kind } as { kind: 'previous' | 'last_year' };
    expect(isoBoundsOf(baseOf(span, compare, { now: at(now), zone: 'UTC' }))).toEqual(bounds);
  });
});

describe('the steps of a comparison', () => {
  const partsOf = (
    span: Span,
    kind: 'previous' | 'last_year',
    grain: Grain,
    [now, ...labels]: [string, ...string[]],
  ) => {
    const alignment = alignmentOf({ span, compare: { kind }, clock: { now: at(now), zone: 'UTC' } }, [grain]);
    return labels.map((label) => {
      const part = counterpartOf(alignment, label, grain);
      return part && isoBoundsOf(part);
    });
  };

  test.each(['previous', 'last_year'] as const)('by week are matched with the weeks 52 weeks earlier, %s', (kind) => {
    const span: Span = { kind: 'last', count: 12, grain: month };
    const parts = partsOf(span, kind, monday, ['2026-11-16T10:42:00Z', '2025-12-01', '2026-11-09', '2026-11-16']);
    expect(parts).toEqual([
      ['2024-12-02T00:00Z', '2024-12-09T00:00Z'],
      ['2025-11-10T00:00Z', '2025-11-17T00:00Z'],
      ['2025-11-17T00:00Z', '2025-11-17T10:42Z'],
    ]);
  });

  test('cut off at the start are compared with the same part of the base step', () => {
    const span: Span = { kind: 'last', count: 30, grain: day };
    expect(partsOf(span, 'previous', monday, ['2026-11-16T10:42:00Z', '2026-10-12', '2026-10-19'])).toEqual([
      ['2026-09-13T00:00Z', '2026-09-14T00:00Z'],
      ['2026-09-14T00:00Z', '2026-09-21T00:00Z'],
    ]);
    expect(partsOf(span, 'previous', month, ['2026-11-16T10:42:00Z', '2026-10-01', '2026-11-01'])).toEqual([
      ['2026-09-18T00:00Z', '2026-10-01T00:00Z'],
      ['2026-10-01T00:00Z', '2026-10-16T10:42Z'],
    ]);
  });

  test('by day are matched by date with the month before, where the last days may be missing', () => {
    const span: Span = { kind: 'this', grain: month, until: 'now' };
    expect(partsOf(span, 'previous', day, ['2026-03-31T10:00:00Z', '2026-03-28', '2026-03-29', '2026-03-31'])).toEqual([
      ['2026-02-28T00:00Z', '2026-03-01T00:00Z'],
      null,
      null,
    ]);
  });
});

const zones = ['UTC', 'Asia/Shanghai', 'America/New_York', 'Europe/London', 'Asia/Kathmandu', 'America/Sao_Paulo'];
const grains: Grain[] = [
  { unit: 'hour' },
  day,
  monday,
  { unit: 'week', start: 'sunday' },
  { unit: 'iso_week' },
  month,
  { unit: 'quarter' },
  { unit: 'year' },
  { unit: 'fiscal_year', start: 4 },
];
const nows = ['2026-11-16T10:42:00Z', '2026-03-31T23:59:00Z', '2028-02-29T00:00:00Z', '2026-11-01T05:30:00Z'];
const spans: Span[] = [
  ...grains.flatMap((grain): Span[] => [
    { kind: 'last', count: 1, grain },
    { kind: 'last', count: 13, grain },
    { kind: 'this', grain, until: 'now' },
    { kind: 'this', grain, until: 'end' },
    { kind: 'previous', count: 3, grain },
  ]),
  { kind: 'last', count: 30, grain: day },
  { kind: 'last', count: 12, grain: month },
  { kind: 'range', from: '2026-02-01', to: '2026-02-28' },
  { kind: 'range', from: '2026-01-31', to: '2026-03-30' },
];
const compares: Exclude<Compare, { kind: 'none' }>[] = [
  { kind: 'previous' },
  { kind: 'last_year' },
  { kind: 'custom', span: { kind: 'range', from: '2025-01-15', to: '2025-02-14' } },
];

/** First moments of the steps of a window; of many only the first and last four. */
function stepsOf({ from, to }: TimeWindow, grain: Grain, zone: string): number[] {
  const steps: number[] = [];
  let first = startOf(from, grain, zone);
  for (; first < to; first = addSteps(first, 1, { grain, zone })) steps.push(first);
  return steps.length > 8 ? [...steps.slice(0, 4), ...steps.slice(-4)] : steps;
}

const labelOf = (moment: number, grain: Grain, zone: string) =>
  new Date(isBelowDay(grain) ? moment : wallOf(moment, zone))
    .toISOString()
    .slice(0, isBelowDay(grain) ? undefined : 10);

const all = spans.flatMap((span) => grains.flatMap((grain) => nows.map((now) => ({ span, grain, now: at(now) }))));
// With EVERY=1 all combinations are tried, which takes minutes.
const every = Number(process.env['EVERY'] ?? 97);
const sampleOf = (offset: number) => all.filter((_, index) => index % every === offset % every);

/** Length of a window: elapsed time below a day, wall-clock time otherwise. */
const lengthOf = ({ from, to }: TimeWindow, grain: Grain, zone: string) =>
  isBelowDay(grain) ? to - from : wallOf(to, zone) - wallOf(from, zone);

describe.each(zones)('in %s', (zone) => {
  test.each(compares.map((compare) => [compare.kind, compare] as const))(
    'every step is matched with the same part of one base step: %s',
    (_kind, compare) => {
      for (const { span, grain, now } of sampleOf(zones.indexOf(zone))) check(span, compare, grain, { now, zone });
    },
  );
});

function check(span: Span, compare: (typeof compares)[number], grain: Grain, clock: { now: number; zone: string }) {
  const { zone } = clock;
  const about = JSON.stringify({ span, compare, grain, clock });
  const alignment = alignmentOf({ span, compare, clock }, [grain]);
  const { window, base, shift } = alignment;
  const isByYear = compare.kind === 'previous' && shift!.unit === 'days' && shift!.count >= 364;
  if (compare.kind === 'previous' && !isByYear) expect(base.to, about).toBeLessThanOrEqual(window.from);
  if (window.to <= window.from) return;
  let before = -Infinity;
  for (const first of stepsOf(window, grain, zone)) {
    const part = counterpartOf(alignment, labelOf(first, grain, zone), grain);
    if (!part) continue;
    const own = {
      from: Math.max(first, window.from),
      to: Math.min(addSteps(first, 1, { grain, zone }), window.to),
    };
    // Base parts are in order, each within one base step, without overlap.
    expect(part.from, about).toBeGreaterThanOrEqual(before);
    expect(part.to, about).toBeLessThanOrEqual(base.to);
    expect(startOf(part.to - 1, grain, zone), about).toBe(startOf(part.from, grain, zone));
    before = part.to;
    const isMonths = monthsOf(grain) !== null;
    const difference = Math.abs(lengthOf(own, grain, zone) - lengthOf(part, grain, zone));
    // Months differ in length, and a DST change may fall on a day.
    if (isMonths) expect(difference, about).toBeLessThanOrEqual(3 * dayLength * (monthsOf(grain) ?? 1));
    else expect(difference, about).toBeLessThanOrEqual(isBelowDay(grain) ? 0 : 3_600_000);
    if (!isMonths && !isBelowDay(grain) && grain.unit !== 'day') {
      expect(new Date(wallOf(part.from, zone)).getUTCDay(), about).toBe(new Date(wallOf(own.from, zone)).getUTCDay());
    }
  }
}

test('the base of a previous-period comparison ends where the span begins', () => {
  for (const zone of zones) {
    for (const span of spans) {
      const clock = { now: at('2026-11-16T10:42:00Z'), zone };
      const ended: Span = span.kind === 'last' ? { ...span, kind: 'previous' } : span;
      if (ended.kind === 'this' && ended.until === 'now') continue;
      expect(baseOf(ended, { kind: 'previous' }, clock).to).toBe(windowOf(ended, clock).from);
    }
  }
});
