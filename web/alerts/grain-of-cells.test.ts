import { expect, test } from 'vitest';

import { grainOfCells } from './grain-of-cells.ts';
import { sqlWatchOf } from './sql-watch.ts';

const zone = 'Asia/Shanghai';
const unit = (...cells: unknown[]) => grainOfCells(cells, zone).unit;

test('infers the grain from dates', () => {
  expect(unit('2026-11-01', '2026-11-02', null)).toBe('day');
  expect(unit('2026-09-01', '2026-11-01')).toBe('month');
  expect(unit('2026-04-01', '2026-07-01')).toBe('quarter');
  expect(unit('2025-01-01', '2026-01-01')).toBe('year');
  expect(grainOfCells(['2026-11-02', '2026-11-16'], zone)).toEqual({ unit: 'week', start: 'monday' });
  expect(grainOfCells(['2026-11-01', '2026-11-08'], zone)).toEqual({ unit: 'week', start: 'sunday' });
  expect(unit('2026-11-04', '2026-11-11')).toBe('day');
});

test('reads timestamps in the local time of the zone', () => {
  expect(unit('2026-10-31T16:00:00Z', '2026-11-30T16:00:00Z')).toBe('month');
  expect(unit('2026-11-01T00:00:00Z', '2026-11-01T05:00:00Z')).toBe('hour');
  expect(unit('2026-11-01T00:00:00Z', '2026-11-01T00:07:00Z')).toBe('minute');
  expect(unit('2026-11-01T00:00:12Z', '2026-11-05T00:07:59Z')).toBe('day');
});

const columns = [
  { name: 'day', type: 'date' as const },
  { name: 'city', type: 'text' as const },
  { name: 'n', type: 'integer' as const },
];
const spec = { kind: 'sql' as const, sql: 'select 1', params: [], limit: 10 };
const watchOf = (...rows: [string, string, number][]) =>
  sqlWatchOf(
    { spec, result: { columns, values: [0, 1, 2].map((at) => rows.map((row) => row[at])) }, span: null },
    zone,
  );

test('splits by a text column only where the time is not unique', () => {
  const days = watchOf(['2026-11-01', 'Lhasa', 1], ['2026-11-02', 'Wuhan', 2]);
  expect(days).toMatchObject({ value: 'n', time: { column: 'day', grain: { unit: 'day' } }, by: null });
  const cities = watchOf(['2026-11-01', 'Lhasa', 1], ['2026-11-02', 'Wuhan', 2], ['2026-11-02', 'Lhasa', 2]);
  expect(cities).toMatchObject({ time: { column: 'day' }, by: 'city' });
});

test('selects no time column when all its values are equal', () => {
  expect(watchOf(['2026-11-01', 'Lhasa', 1])).toMatchObject({ time: null, by: null });
  expect(watchOf(['2026-11-01', 'Lhasa', 1], ['2026-11-01', 'Wuhan', 1])).toMatchObject({ time: null, by: 'city' });
});
