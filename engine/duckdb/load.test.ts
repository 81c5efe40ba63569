import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openReader, type Reader } from '#engine/testing/reader.ts';

let reader: Reader;
beforeAll(async () => {
  reader = await openReader();
});
afterAll(() => reader.close());

const csv = (...lines: string[]) => `${lines.join('\n')}\n`;

describe('a plain CSV', () => {
  test('is loaded with the types that were proposed', async () => {
    const { table, values, rows, rejected } = await reader.take(
      csv(
        'id,city,amount,at,day,paid',
        '1,上海,1.5,2026-01-31 10:00:00,2026-01-31,true',
        '2,"Köln, DE",,2026-02-01 11:30:00,2026-02-01,false',
      ),
      'orders.csv',
      { zone: 'Asia/Shanghai' },
    );
    expect(table).toMatchObject({ name: 'orders', rows: 2, exact: true, notes: [], doubtful: [] });
    expect(table.columns.map(({ name, type, role }) => [name, type, role])).toEqual([
      ['id', 'integer', 'dimension'],
      ['city', 'text', 'dimension'],
      ['amount', 'number', 'measure'],
      ['at', 'time', 'time'],
      ['day', 'date', 'time'],
      ['paid', 'boolean', 'dimension'],
    ]);
    expect({ rows, rejected }).toEqual({ rows: 2, rejected: 0 });
    expect(values).toEqual([
      [1, '上海', 1.5, '2026-01-31T02:00:00Z', '2026-01-31', true],
      [2, 'Köln, DE', null, '2026-02-01T03:30:00Z', '2026-02-01', false],
    ]);
  });
});

describe('rows that do not fit', () => {
  const days = Array.from({ length: 60 }, (_, day) => `${day},2026-01-${String((day % 28) + 1).padStart(2, '0')}`);

  test('are kept aside with line, column, value and reason, and lines count quoted line ends', async () => {
    const { table, rejects, rows } = await reader.take(
      csv(
        'n,text,day',
        ...days.map((row) => row.replace(',', ',"two\nlines",')),
        '',
        '60,a,2026-02-30',
        '61.5,b,2026-01-01',
      ),
    );
    expect(table.columns.map(({ type, doubtful }) => [type, doubtful])).toEqual([
      ['number', 0],
      ['text', 0],
      ['date', 1],
    ]);
    expect(rejects).toEqual([
      {
        line: 123,
        column: 'c2',
        value: '2026-02-30',
        reason: 'not_date',
        cells: { c0: '60', c1: 'a', c2: '2026-02-30' },
      },
    ]);
    expect(rows).toBe(61);
  });
});
