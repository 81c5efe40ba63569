import { expect, test } from 'vitest';

import { alignmentOf } from './alignment.ts';
import { anchorSpec, anchoredGrains, endOfCell, endOfNewest } from './anchor.ts';
import { isBelowDay, momentOf, startOf, addSteps } from './calendar.ts';
import {
  type Compare,
  emptyQuerySpec,
  type Filter,
  type Grain,
  type BuiltQuerySpec,
  type Span,
} from '#domain/query/query.ts';
import { spanSchema } from '#contract/queries/schemas.ts';
import { expectedStepsOf } from './step-range.ts';
import { windowOf } from './span.ts';

const grains: Grain[] = [
  { unit: 'hour' },
  { unit: 'day' },
  { unit: 'week', start: 'monday' },
  { unit: 'month' },
  { unit: 'quarter' },
  { unit: 'year' },
];
const zones = ['UTC', 'Asia/Shanghai', 'America/New_York', 'Australia/Lord_Howe'];
const compares: Compare[] = [{ kind: 'none' }, { kind: 'previous' }, { kind: 'last_year' }];
const now = Date.parse('2026-11-16T10:00:00Z');
const day: Grain = { unit: 'day' };

/** Seeded pseudo-random numbers, the same in every run. */
function randomOf(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % limit;
  };
}

const specOf = (span: Span, compare: Compare, filters: Filter[] = []): BuiltQuerySpec => ({
  ...emptyQuerySpec('orders'),
  dimensions: [{ id: 'd1', column: 'at', kind: 'time', grain: { unit: 'day' } }],
  filters,
  period: { kind: 'during', column: 'at', span, compare },
});

test('a span anchored at the newest row equals the plain span at the end of the day of that row', () => {
  const next = randomOf(7);
  for (let round = 0; round < 400; round++) {
    const zone = zones[next(zones.length)]!;
    const grain = grains[next(grains.length)]!;
    const kind = next(2) ? 'last' : 'previous';
    const count = 1 + next(20);
    const cell = new Date(Date.parse('2015-01-01T00:00:00Z') + next(2_000_000) * 60_000 + next(60_000));
    const plain = { kind, count, grain } as const;
    const newest = { at: endOfCell(cell.toISOString(), null, zone) };
    const { period } = anchorSpec(specOf({ ...plain, anchor: 'newest' }, compares[next(3)]!), newest);
    if (period.kind === 'all') throw new Error('no period');
    // The last moment of the day, or the row itself for grains below a day.
    const midnight = addSteps(startOf(cell.getTime(), day, zone), 1, { grain: day, zone });
    const then = isBelowDay(grain) ? cell.getTime() : midnight - 1;
    const [inside, expected] = [windowOf(period.span, { now, zone }), windowOf(plain, { now: then, zone })];
    expect(inside.from).toBe(expected.from);
    expect(inside.to).toBe(kind === 'last' ? expected.to + 1 : expected.to);
    expect(inside.to > cell.getTime()).toBe(kind === 'last');
    if (period.compare.kind === 'none' || kind === 'last') continue;
    const compared = { compare: period.compare, clock: { now, zone } };
    expect(alignmentOf({ ...compared, span: period.span }, [grain])).toEqual(
      alignmentOf({ ...compared, span: plain, clock: { now: then, zone } }, [grain]),
    );
  }
});

test('each span is anchored at the newest row of its own column, others at now', () => {
  const span: Span = { kind: 'last', count: 7, grain: day, anchor: 'newest' };
  const plain: Span = { kind: 'last', count: 7, grain: day };
  const inner: Filter = { op: 'during', column: 'paid', span };
  const spec = specOf(span, { kind: 'custom', span }, [
    { op: 'not', filter: { op: 'any', filters: [inner, { op: 'during', column: 'sent', span: plain }] } },
  ]);
  expect([...anchoredGrains(spec).keys()]).toEqual(['at', 'paid']);
  const [at, paid] = ['2019-03-05T08:00:00.001Z', '2020-01-01T00:00:00.001Z'];
  const anchored = anchorSpec(spec, { at, paid });
  expect(anchored.period).toMatchObject({
    span: { anchor: { end: at } },
    compare: { span: { anchor: { end: at } } },
  });
  expect(anchored.filters).toEqual([
    {
      op: 'not',
      filter: {
        op: 'any',
        filters: [
          { ...inner, span: { ...plain, anchor: { end: paid } } },
          { op: 'during', column: 'sent', span: plain },
        ],
      },
    },
  ]);
});

test('a newest row of today ends the span now, one in the future ends it with its day', () => {
  const windowAt = (end: string) =>
    windowOf({ kind: 'last', count: 2, grain: day, anchor: { end } }, { now, zone: 'UTC' });
  expect(windowAt('2026-11-16T08:00:00.001Z')).toEqual({ from: Date.parse('2026-11-15'), to: now });
  expect(windowAt('2027-01-01T08:00:00.001Z').to).toBe(Date.parse('2027-01-02'));
});

test('a date that stands for a month ends with the month, so that the last step is complete', () => {
  const end = endOfCell('2019-12-01', { unit: 'month' }, 'UTC');
  expect(end).toBe('2020-01-01T00:00:00.000Z');
  const span: Span = { kind: 'last', count: 3, grain: { unit: 'month' }, anchor: { end } };
  const spec = specOf(span, { kind: 'none' });
  const dimension = { id: 'd1', column: 'at', kind: 'time' as const, grain: { unit: 'month' as const } };
  expect(expectedStepsOf(spec, dimension, { now, zone: 'UTC' })).toEqual({
    steps: ['2019-10-01', '2019-11-01', '2019-12-01'],
    isCut: false,
  });
  const open: Span = { ...span, anchor: { end: '2019-12-04T00:00:00Z' } };
  expect(expectedStepsOf(specOf(open, { kind: 'none' }), dimension, { now, zone: 'UTC' })?.isCut).toBe(true);
});

test('the API accepts only the literal `newest`, not a moment', () => {
  const span = { kind: 'last', count: 7, grain: day };
  expect(spanSchema.safeParse({ ...span, anchor: 'newest' }).success).toBe(true);
  expect(spanSchema.safeParse({ ...span, anchor: { end: '2020-01-01T00:00:00Z' } }).success).toBe(false);
  expect(spanSchema.safeParse({ kind: 'this', grain: day, until: 'now', anchor: 'newest' }).success).toBe(false);
});

test('a span with a finer grain than its column reaches the newest row', () => {
  const steps: Grain[] = [{ unit: 'month' }, { unit: 'quarter' }, { unit: 'year' }];
  const cell = '2019-01-01';
  for (const zone of zones) {
    for (const columnGrain of steps) {
      for (const grain of grains.filter((each) => !isBelowDay(each))) {
        const end = endOfNewest(cell, columnGrain, { grains: [grain], zone });
        const { from, to } = windowOf({ kind: 'last', count: 1, grain, anchor: { end } }, { now, zone });
        const moment = momentOf(Date.parse(cell), zone);
        expect([zone, columnGrain.unit, grain.unit, from <= moment && moment < to]).toEqual([
          zone,
          columnGrain.unit,
          grain.unit,
          true,
        ]);
      }
    }
  }
});
