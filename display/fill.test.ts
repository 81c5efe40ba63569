import { describe, expect, test } from 'vitest';

import { defaultOptions } from '#domain/query/chart.ts';
import { emptyQuerySpec, type Formula, type BuiltQuerySpec, type Result, type Span } from '#domain/query/query.ts';
import { layOut } from './charts/series-layout.ts';
import type { Look } from './frame.ts';
import { frameOf } from './frames.ts';

const look: Look = {
  language: 'en_US',
  theme: 'light',
  units: 'language',
  rising: 'green',
  weekStart: 'monday',
  zone: 'Asia/Shanghai',
};
const subject = { columns: [], metrics: [] };
const day = { unit: 'day' } as const;
const week: Span = { kind: 'last', count: 5, grain: day };
const sum: Formula = { kind: 'sum', column: 'amount' };

type FillSpec = Partial<BuiltQuerySpec> & {
  formula?: Formula;
  show?: 'value' | 'running';
  span?: Span;
  isCompared?: boolean;
};

/** A query by day, and optionally by city. */
function specOf({ formula = sum, show = 'value', span = week, isCompared = false, ...rest }: FillSpec): BuiltQuerySpec {
  return {
    ...emptyQuerySpec('d'),
    dimensions: [{ id: 't', column: 'at', kind: 'time', grain: day }],
    measures: [{ id: 'm', formula, show }],
    period: { kind: 'during', column: 'at', span, compare: { kind: isCompared ? 'previous' : 'none' } },
    ...rest,
  };
}

/** A result from 10:00 on November 15th. */
function frameFor(spec: BuiltQuerySpec, rows: Record<string, unknown>[], isCutOff = false) {
  const names = [...new Set([...spec.dimensions.map(({ id }) => id), 'm', ...rows.flatMap(Object.keys)])];
  const typeOf = (name: string) => (name === 't' ? 'date' : name === 'city' ? 'text' : 'number');
  const result: Result = {
    columns: names.map((name) => ({ name, type: typeOf(name) })),
    values: names.map((name) => rows.map((row) => row[name] ?? null)),
    totals: [],
    proof: {
      sql: '',
      params: [],
      datasets: [],
      applied: [],
      ignored: [],
      rowsRead: 0,
      rowsReturned: 0,
      isCutOff,
      milliseconds: 1,
      waited: 0,
      answeredAt: '2026-11-15T02:00:00Z',
      fromCache: false,
      newest: {},
    },
  };
  return frameOf({ spec, result, subject, look });
}

const filledRows = (spec: BuiltQuerySpec, rows: Record<string, unknown>[]) => {
  const { values } = frameFor(spec, rows);
  return values[0]!.map((step, row) => [(step as string)?.slice(8), ...values.slice(1).map((each) => each[row])]);
};

const two = [
  { t: '2026-11-12', m: 3 },
  { t: '2026-11-14', m: 5 },
];

describe('steps without rows', () => {
  test('are zero for sums and null for averages, from the first queried step to the current one', () => {
    const amounts = [
      ['11', 0],
      ['12', 3],
      ['13', 0],
      ['14', 5],
      ['15', 0],
    ];
    expect(filledRows(specOf({}), two)).toEqual(amounts);
    expect(filledRows(specOf({ formula: { kind: 'add', left: sum, right: { kind: 'count' } } }), two)).toEqual(amounts);
    expect(filledRows(specOf({ formula: { kind: 'average', column: 'amount' } }), two)).toEqual(
      amounts.map(([step, amount]) => [step, amount === 0 ? null : amount]),
    );
    expect(filledRows(specOf({ formula: { kind: 'divide', left: sum, right: { kind: 'count' } } }), two)[0]).toEqual([
      '11',
      null,
    ]);
  });

  test('are filled with a comparison too, while future steps have only a base', () => {
    const span: Span = { kind: 'range', from: '2026-11-13', to: '2026-11-16' };
    const compared = [
      { t: '2026-11-14', m: 5, 'm.base': 0, 'm.difference': 5, 'm.percent': null },
      { t: '2026-11-16', m: 0, 'm.base': 4, 'm.difference': -4, 'm.percent': -1 },
    ];
    expect(filledRows(specOf({ span, isCompared: true }), compared)).toEqual([
      ['13', 0, 0, 0, null],
      ['14', 5, 0, 5, null],
      ['15', 0, 0, 0, null],
      ['16', null, 4, null, null],
    ]);
  });

  test('follow the order of the query, and continue a running total', () => {
    const byAmount = (direction: 'ascending' | 'descending') =>
      specOf({ order: [{ kind: 'measure', id: 'm', part: 'value', direction }] });
    const steps = (spec: BuiltQuerySpec, rows: Record<string, unknown>[]) =>
      filledRows(spec, rows).map(([step]) => step);
    expect(steps(byAmount('descending'), two.toReversed())).toEqual(['14', '12', '11', '13', '15']);
    expect(steps(byAmount('ascending'), two)).toEqual(['11', '13', '15', '12', '14']);
    const down = specOf({ order: [{ kind: 'dimension', id: 't', direction: 'descending' }] });
    expect(steps(down, two.toReversed())).toEqual(['15', '14', '13', '12', '11']);
    expect(filledRows(specOf({ show: 'running' }), two).map(([, total]) => total)).toEqual([0, 3, 3, 5, 5]);
  });

  test('are limited to the range of a time filter, and not filled for several ranges', () => {
    const pick = { op: 'between', column: 'at', from: '2026-11-12', to: '2026-11-13' } as const;
    expect(filledRows(specOf({ filters: [pick] }), two.slice(0, 1))).toEqual([
      ['12', 3],
      ['13', 0],
    ]);
    const several = { op: 'in', column: 'at', values: ['2026-11-12', '2026-11-14'] } as const;
    expect(filledRows(specOf({ filters: [{ ...several, values: [...several.values] }] }), two)).toHaveLength(2);
  });

  test('do not hide that the queried range ends within the last step', () => {
    const weeks = [{ id: 't', column: 'at', kind: 'time' as const, grain: { unit: 'iso_week' as const } }];
    const unfinished = (span: Span) =>
      frameFor(specOf({ dimensions: weeks, span }), [{ t: '2026-10-05', m: 1 }]).unfinished;
    expect(unfinished({ kind: 'range', from: '2026-10-05', to: '2026-10-25' })).toBeNull();
    expect(unfinished({ kind: 'range', from: '2026-10-05', to: '2026-10-28' })).toBe('2026-10-26');
    expect(unfinished({ kind: 'last', count: 60, grain: day })).toBe('2026-11-09');
  });

  test('lie between the first and last step when the range is all time', () => {
    expect(filledRows(specOf({ period: { kind: 'all' } }), two).map(([step]) => step)).toEqual(['12', '13', '14']);
  });

  test('are not filled when there are no rows, or when the result is truncated', () => {
    expect(frameFor(specOf({}), []).values[0]).toEqual([]);
    expect(frameFor(specOf({}), two, true).values[0]).toHaveLength(2);
  });

  test('are filled per series in a chart, but not as table rows', () => {
    const dimensions = [...specOf({}).dimensions, { id: 'city', column: 'city', kind: 'value' as const }];
    const rows = [
      { t: '2026-11-12', city: 'Rome', m: 3 },
      { t: '2026-11-14', city: 'Oslo', m: 5 },
    ];
    const frame = frameFor(specOf({ dimensions }), rows);
    expect(frame.values[0]).toHaveLength(2);
    const { items, series } = layOut({ frame, options: defaultOptions, look });
    expect(items.map(({ value }) => value)).toEqual(frame.steps);
    expect(frame.unfinished).toBe('2026-11-15');
    expect(series.map(({ name, values }) => [name, values])).toEqual([
      ['Rome', [0, 3, 0, 0, 0]],
      ['Oslo', [0, 0, 0, 5, 0]],
    ]);
  });
});
