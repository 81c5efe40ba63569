import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { InspectedTable } from '#engine/tables.ts';
import { openFileReader, type TestFileReader } from '#engine/testing/file-reader.ts';

let reader: TestFileReader;
beforeAll(async () => {
  reader = await openFileReader();
});
afterAll(() => reader.close());

const csv = (...lines: string[]) => `${lines.join('\n')}\n`;

describe('proposals', () => {
  test.each<[string, string[], Partial<InspectedTable['columns'][number]>, unknown[]]>([
    ['percent', ['6.5%', '12%'], { type: 'number', format: 'percent', role: 'measure' }, [0.065, 0.12]],
    ['grouped', ['"1,234.5"', '7'], { type: 'number', format: 'plain' }, [1234.5, 7]],
    ['ten thousands', ['"1,234万"', '1.2亿'], { type: 'number' }, [12_340_000, 120_000_000]],
    ['yuan', ['￥12.50', '￥3'], { type: 'number', format: 'currency', unit: '¥' }, [12.5, 3]],
    ['dollars', ['"$1,200"', '-$5'], { type: 'number', format: 'currency', unit: '$' }, [1200, -5]],
    ['negative in brackets', ['(12.5)', '3.5'], { type: 'number' }, [3.5, -12.5]],
    ['full width', ['１２３', '４．５'], { type: 'number' }, [123, 4.5]],
    ['decimal commas', ['"1.234,56"', '"0,125"', '"1,234"', '7'], { type: 'number' }, [1234.56, 0.125, 1.234, 7]],
    [
      'decimal commas with signs',
      ['"12,50 €"', '"1 234,5 €"', '"3 €"'],
      { format: 'currency', unit: '€' },
      [12.5, 1234.5, 3],
    ],
    ['percentages without rounding errors', ['1.1%', '14.3%'], { format: 'percent' }, [0.011, 0.143]],
    ['ten thousands without rounding errors', ['1.1万', '2.3万'], { type: 'number' }, [11_000, 23_000]],
    ['long fractions', ['$5682.838120380147', '$1.5'], { type: 'number', unit: '$' }, [5682.838120380147, 1.5]],
    ['long ids', ['1234567890123456', '2'], { type: 'text' }, ['1234567890123456', '2']],
    ['leading zeros', ['007', '12'], { type: 'text' }, ['007', '12']],
    ['dashes', ['1', '-', 'N/A', '3'], { type: 'integer', doubtful: 0 }, [1, null, null, 3]],
    ['words', ['是', '否'], { type: 'boolean' }, [true, false]],
    ['yes and no', ['yes', 'No'], { type: 'boolean' }, [true, false]],
    ['slashes', ['2026/1/31', '2026/12/1'], { type: 'date', role: 'time' }, ['2026-01-31', '2026-12-01']],
    ['Chinese dates', ['2026年1月31日', '2026年2月1日'], { type: 'date' }, ['2026-01-31', '2026-02-01']],
    ['dots', ['31.01.2026', '01.02.2026'], { type: 'date' }, ['2026-01-31', '2026-02-01']],
    ['month first', ['01/31/2026', '02/01/2026'], { type: 'date' }, ['2026-01-31', '2026-02-01']],
    ['day first', ['31/01/2026', '02/01/2026'], { type: 'date' }, ['2026-01-31', '2026-01-02']],
    [
      'moments',
      ['2026-01-31T10:00:00Z', '2026-01-31T10:00:00+08:00'],
      { type: 'time' },
      ['2026-01-31T10:00:00Z', '2026-01-31T02:00:00Z'],
    ],
    [
      'local times',
      ['2026-01-31 10:00', '2026/1/31 9:30:00'],
      { type: 'time' },
      ['2026-01-31T02:00:00Z', '2026-01-31T01:30:00Z'],
    ],
    [
      '12-hour clock',
      ['1/31/2026 1:30 PM', '1/31/2026 12:00 AM'],
      { type: 'time' },
      ['2026-01-31T05:30:00Z', '2026-01-30T16:00:00Z'],
    ],
    ['JSON', ['"{""a"":[1]}"', '[2]'], { type: 'json' }, ['{"a":[1]}', '[2]']],
  ])('%s', async (_, cells, column, values) => {
    const loaded = await reader.take(csv('v,w', ...cells.map((cell) => `${cell},x`)), 'v.csv', {
      zone: 'Asia/Shanghai',
    });
    expect(loaded.table.columns[0]).toMatchObject(column);
    expect(loaded.rejects).toEqual([]);
    expect(new Set(loaded.values.map(([value]) => value))).toEqual(new Set(values));
  });

  test('commas are decimal marks or thousands separators by the values of the column, else of the file, and a note says which', async () => {
    const read = async (text: string) => {
      const { table, values } = await reader.take(text);
      return { notes: table.notes, values: values.map((row) => row[0]) };
    };
    const notes = (code: string, detail: string) => [{ code, detail }];
    expect(await read('a,b\n"1,234",x\n"12,500",y\n')).toEqual({
      notes: notes('thousands_comma', 'a'),
      values: [1234, 12_500],
    });
    expect(await read('a,b\n"1,234",x\n"1,234.5",y\n')).toEqual({ notes: [], values: [1234, 1234.5] });
    expect(await read('a;b\n1,234;x\n2,500;y\n')).toEqual({ notes: notes('decimal_comma', 'a'), values: [1.234, 2.5] });
    expect(await read('a;b\n1,234;0.5\n2,500;1.5\n')).toEqual({
      notes: notes('thousands_comma', 'a'),
      values: [1234, 2500],
    });
    expect(await read('a;b\n1,234;0,5\n2.500;1,75\n')).toEqual({
      notes: notes('decimal_comma', 'a, b'),
      values: [1.234, 2500],
    });
  });

  test('decimals that lose digits are noted, those that a double represents are not', async () => {
    const [table] = await reader.inspect(csv('a,b', '0.30000000000000004,12345678.1234567891', '1.5,2'));
    expect(table!.notes).toEqual([{ code: 'digits_rounded', detail: 'b' }]);
  });

  test('a number with the other decimal mark is not a number', async () => {
    const { rejects, values } = await reader.take(csv('v,w', ...Array<string>(40).fill('"1,5",x'), '1.5,y', '"0,5",z'));
    expect(new Set(values.map(([value]) => value))).toEqual(new Set([1.5, 0.5]));
    expect(rejects).toMatchObject([{ value: '1.5', reason: 'not_number' }]);
  });

  test.each(['order_id', 'orderId', '订单编号', 'year', 'zip', 'Phone'])('%s is not a measure', async (name) => {
    const [table] = await reader.inspect(csv(`${name},n`, '12,3', '13,4'));
    expect(table!.columns.map(({ role }) => role)).toEqual(['dimension', 'measure']);
  });

  test('one wrong cell among many is doubtful, and the sample marks it', async () => {
    const rows = Array.from({ length: 50 }, (_, n) => `${n},x`);
    const [table] = await reader.inspect(csv('n,t', ...rows, 'many,y'));
    expect(table!.columns[0]).toMatchObject({ type: 'integer', doubtful: 1 });
    expect(table!.doubtful).toEqual([[50, 0]]);
    expect(table!.sample[50]).toEqual(['many', 'y']);
  });
});
