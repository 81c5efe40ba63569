import { describe, expect, test } from 'vitest';

import { type ChartOptions } from '#domain/query/chart.ts';
import type { DatasetColumn } from '#domain/columns/column.ts';
import type { DatePart, Filter, BuiltQuerySpec, Result } from '#domain/query/query.ts';
import { kindFor } from './charts/default-kind.ts';
import { optionsFor } from './charts/draw-input.ts';
import { itemName, layOut } from './charts/series-layout.ts';
import { formatCell } from './format/cell.ts';
import type { Frame, Look } from './frame.ts';
import { frameOf } from './frames.ts';
import { pivotOf } from './tables/pivot.ts';
import { filterLabel } from './words/filter.ts';
import { sentenceOf, titleOf } from './words/sentence.ts';
import type { QuerySubject } from './words/subject.ts';

const lookOf = (language: Look['language'], weekStart: Look['weekStart']): Look => ({
  language,
  theme: 'light',
  units: 'language',
  rising: 'green',
  weekStart,
  zone: 'Asia/Shanghai',
});
const english = lookOf('en_US', 'sunday');
const chinese = lookOf('zh_CN', 'monday');

const column = (id: string, type: DatasetColumn['type'], label: DatasetColumn['label']): DatasetColumn => ({
  id,
  name: id,
  type,
  role: 'dimension',
  format: 'plain',
  unit: '',
  aggregation: 'automatic',
  label,
  description: { en_US: '', zh_CN: '' },
});
const at = column('at', 'time', { en_US: 'Ordered at', zh_CN: '下单时间' });
const due = column('due', 'date', { en_US: 'Due', zh_CN: '到期日' });
const city = column('city', 'text', { en_US: 'City', zh_CN: '城市' });
const subject: QuerySubject = { columns: [at, city], metrics: [] };

const by = (part: DatePart) => ({ id: part, kind: 'date_part', column: 'at', part }) as const;
const specOf = (rest: Partial<BuiltQuerySpec>): BuiltQuerySpec => ({
  kind: 'query',
  dataset: 'd',
  dimensions: [],
  measures: [{ id: 'm', formula: { kind: 'count' }, show: 'value' }],
  filters: [],
  period: { kind: 'all' },
  top: { kind: 'every' },
  order: [],
  limit: 1000,
  totals: [],
  ...rest,
});
const resultOf = (values: unknown[][], spec: BuiltQuerySpec): Result => ({
  columns: [
    ...spec.dimensions.map(({ id, kind }) => ({
      name: id,
      type: kind === 'value' ? ('text' as const) : ('integer' as const),
    })),
    ...spec.measures.map(({ id }) => ({ name: id, type: 'integer' as const })),
  ],
  values,
  totals: [],
  proof: {
    sql: '',
    params: [],
    datasets: [],
    applied: [],
    ignored: [],
    rowsRead: 0,
    rowsReturned: 0,
    isCutOff: false,
    milliseconds: 1,
    waited: 0,
    newest: {},
    answeredAt: '2026-11-15T02:00:00Z',
    fromCache: false,
  },
});
const frameFor = (spec: BuiltQuerySpec, values: unknown[][], look: Look): Frame =>
  frameOf({ spec, result: resultOf(values, spec), subject, look });
const rowsOf = ({ fields, values }: Frame, look: Look) =>
  values[0]!.map((_, row) => fields.map((field, index) => formatCell(values[index]![row], field, look)).join(' '));

const options: ChartOptions = optionsFor({ kind: 'bar', options: {} });
const layoutFor = (frame: Frame, look: Look) => {
  const layout = layOut({ frame, options, look });
  return {
    items: layout.items.map((item) => itemName(item, layout.axis, look)),
    series: Object.fromEntries(layout.series.map(({ name, values }) => [name, values])),
  };
};

describe('with one dimension', () => {
  const weekdays = specOf({ dimensions: [by('weekday')] });
  const answer = [
    [2, 6, 7, null],
    [20, 60, 70, 5],
  ];

  test('shows all seven weekdays, beginning with the first day of the week', () => {
    expect(rowsOf(frameFor(weekdays, answer, english), english)).toEqual([
      'Sun 70',
      'Mon 0',
      'Tue 20',
      'Wed 0',
      'Thu 0',
      'Fri 0',
      'Sat 60',
      '- 5',
    ]);
    expect(rowsOf(frameFor(weekdays, answer, chinese), chinese)).toEqual([
      '周一 0',
      '周二 20',
      '周三 0',
      '周四 0',
      '周五 0',
      '周六 60',
      '周日 70',
      '- 5',
    ]);
  });

  test('names months and hours in both languages', () => {
    const months = specOf({ dimensions: [by('month')] });
    expect(rowsOf(frameFor(months, [[3], [1]], english), english).slice(0, 3)).toEqual(['Jan 0', 'Feb 0', 'Mar 1']);
    expect(rowsOf(frameFor(months, [[12], [1]], chinese), chinese).slice(-2)).toEqual(['11月 0', '12月 1']);
    const hours = rowsOf(frameFor(specOf({ dimensions: [by('hour')] }), [[9], [4]], english), english);
    expect(hours).toHaveLength(24);
    expect([hours[0], hours[9], hours[23]]).toEqual(['00:00 0', '09:00 4', '23:00 0']);
  });

  test('shows no value for a non-additive measure where there are no rows', () => {
    const measures = [{ id: 'm', formula: { kind: 'max', column: 'at' }, show: 'value' } as const];
    expect(rowsOf(frameFor({ ...weekdays, measures }, [[1], [4]], chinese), chinese).slice(0, 2)).toEqual([
      '周一 4',
      '周二 -',
    ]);
  });

  test('keeps an explicit order, with empty weekdays last when descending', () => {
    const order: BuiltQuerySpec['order'] = [{ kind: 'measure', id: 'm', part: 'value', direction: 'descending' }];
    const largest = frameFor(
      { ...weekdays, order },
      [
        [7, 2],
        [70, 20],
      ],
      chinese,
    );
    expect(rowsOf(largest, chinese).slice(0, 3)).toEqual(['周日 70', '周二 20', '周一 0']);
    expect(layoutFor(largest, chinese).items.slice(0, 3)).toEqual(['周日', '周二', '周一']);
  });

  test('accumulates running totals from Monday, whatever the first day of the week', () => {
    const measures = [{ id: 'm', formula: { kind: 'count' }, show: 'running' } as const];
    const rows = rowsOf(
      frameFor(
        { ...weekdays, measures },
        [
          [2, 6],
          [20, 80],
        ],
        english,
      ),
      english,
    );
    expect(rows).toEqual(['Mon 0', 'Tue 20', 'Wed 20', 'Thu 20', 'Fri 20', 'Sat 80', 'Sun 80']);
  });

  test('shows only the weekdays that a filter allows', () => {
    const filters: Filter[] = [{ op: 'date_part', column: 'at', part: 'weekday', numbers: [2, 3] }];
    expect(rowsOf(frameFor({ ...weekdays, filters }, [[2], [20]], english), english)).toEqual(['Tue 20', 'Wed 0']);
  });

  test('draws bars in that order', () => {
    const frame = frameFor(
      weekdays,
      [
        [2, 7],
        [20, 70],
      ],
      english,
    );
    expect(kindFor(frame)).toBe('bar');
    expect(layoutFor(frame, english)).toEqual({
      items: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
      series: { 'Number of rows': [70, 0, 20, 0, 0, 0, 0] },
    });
  });
});

describe('with two dimensions', () => {
  const both = specOf({ dimensions: [by('weekday'), by('hour')] });
  const answer = [
    [1, 1, 7],
    [9, 10, 8],
    [3, 4, 5],
  ];

  test('draws weekdays by hours as a heat map with hours across', () => {
    const frame = frameFor(both, answer, english);
    expect(kindFor(frame)).toBe('heatmap');
    const { items, series } = layoutFor(frame, english);
    expect(items).toHaveLength(24);
    expect(Object.keys(series)).toEqual(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']);
    expect(series['Mon']!.slice(8, 12)).toEqual([0, 3, 4, 0]);
  });

  test('shows all values of both in a pivot table, in order', () => {
    const pivot = pivotOf(frameFor(both, answer, english), 1);
    expect(pivot.rows.map(({ value }) => value)).toEqual([7, 1, 2, 3, 4, 5, 6]);
    expect(pivot.columns.map(({ value }) => value)).toEqual(Array.from({ length: 24 }, (_, hour) => hour));
    expect(pivot.valueAt('7', '8', 'm')).toBe(5);
  });

  test('sorts table rows by the first day of the week within each name', () => {
    const spec = specOf({ dimensions: [{ id: 'city', kind: 'value', column: 'city' }, by('weekday')] });
    const values = [
      ['Oslo', 'Oslo', 'Rome', 'Rome'],
      [1, 7, 2, 7],
      [1, 2, 3, 4],
    ];
    const frame = frameFor(spec, values, english);
    expect(rowsOf(frame, english)).toEqual(['Oslo Sun 2', 'Oslo Mon 1', 'Rome Sun 4', 'Rome Tue 3']);
    expect(layoutFor(frame, english).series['Rome']).toEqual([4, 0, 3, 0, 0, 0, 0]);
    expect(kindFor(frame)).toBe('bar');
  });
});

describe('in words', () => {
  const weekdays = specOf({ dimensions: [by('weekday')] });

  test('names the date part in the title', () => {
    expect(titleOf(subject, weekdays, 'en_US')).toBe('Number of rows by day of week');
    expect(titleOf(subject, weekdays, 'zh_CN')).toBe('按星期几统计行数');
    const two = { ...subject, columns: [at, due, city] };
    expect(titleOf(two, specOf({ dimensions: [by('hour')] }), 'en_US')).toBe(
      'Number of rows by ordered at (hour of day)',
    );
    expect(titleOf(two, specOf({ dimensions: [by('month')] }), 'zh_CN')).toBe('按下单时间（月份）统计行数');
  });

  test('names the date parts in a filter', () => {
    const filter: Filter = { op: 'date_part', column: 'at', part: 'weekday', numbers: [2, 7] };
    expect(filterLabel(subject, filter, english)).toBe('ordered at (day of week) is Tue or Sun');
    expect(filterLabel(subject, filter, chinese)).toBe('下单时间（星期几）是周二或周日');
    expect(sentenceOf(subject, { ...weekdays, filters: [filter] }, english)).toBe(
      'Number of rows by day of week, where ordered at (day of week) is Tue or Sun',
    );
  });
});
