import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { writeXlsx } from 'hucre/xlsx';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { InspectedTable } from '#engine/tables.ts';
import { openFileReader, type TestFileReader } from '#engine/testing/file-reader.ts';
import { numbersOf, textsOf, workbookOf } from '#engine/testing/workbook.ts';
import { zipOf } from '#engine/testing/zip.ts';

let reader: TestFileReader;
beforeAll(async () => {
  reader = await openFileReader();
});
afterAll(() => reader.close());

const csv = (...lines: string[]) => `${lines.join('\n')}\n`;
const typesOf = (table: InspectedTable) => table.columns.map(({ type }) => type);
const namesOf = (table: InspectedTable) => table.columns.map(({ name }) => name);
const codesOf = (table: InspectedTable) => table.notes.map(({ code }) => code);

describe('JSON', () => {
  const objects = [
    { id: 1, who: { name: '李', tags: ['a'] }, at: '2026-01-31T10:00:00Z', extra: 1, __proto__x: true },
    { id: 2, who: { name: 'Bo', tags: [] }, at: null, extra: { deep: 1 } },
  ];
  const lines = objects.map((each) => JSON.stringify(each)).join('\n');
  test.each([
    ['an array', JSON.stringify(objects, null, 2)],
    ['lines', lines],
    ['an array in an object', JSON.stringify({ total: 2, data: objects, page: { next: [1] } })],
  ])('%s becomes a table with dotted columns', async (_, text) => {
    const { table, values } = await reader.take(text, 'data.json');
    expect(table.columns.map(({ name, type }) => [name, type])).toEqual([
      ['id', 'integer'],
      ['who.name', 'text'],
      ['who.tags', 'json'],
      ['at', 'time'],
      ['extra', 'json'],
      ['__proto__x', 'boolean'],
    ]);
    expect(values).toEqual([
      [1, '李', '["a"]', '2026-01-31T10:00:00Z', '1', true],
      [2, 'Bo', '[]', null, '{"deep":1}', null],
    ]);
  });

  test('a single object is one row, and a long id keeps its digits', async () => {
    const { values } = await reader.take('{"id": 12345678901234567890, "a": "x: 1234567890123456789"}', 'one.json');
    expect(values).toEqual([['12345678901234567890', 'x: 1234567890123456789']]);
  });

  test('a byte order mark before a value is not part of it', async () => {
    const marked = [JSON.stringify(objects), lines, lines.replace('\n', '\n\uFEFF')].map((text) => `\uFEFF${text}`);
    for (const text of marked) expect((await reader.take(text, 'data.json')).values).toHaveLength(2);
  });

  test('JSON stays JSON in rows that are checked again', async () => {
    const rows = Array.from({ length: 30 }, (_, n) => ({ n, tags: { at: [n, 'x'] } as unknown }));
    // The amount, the long cell and the corrected one are all checked again one by one.
    const odd = [
      { n: '1,000', tags: [{ deep: true }] },
      { n: 31, tags: { long: 'y'.repeat(3000) } },
      { n: 'many', tags: 'word' },
    ];
    const text = [...rows, ...odd].map((row) => JSON.stringify(row)).join('\n');
    const recipe = [{ column: 'c0', from: 'many', to: '5' }];
    const { values, runQuery, rejected } = await reader.take(text, 'data.json', { recipe, types: ['integer'] });
    expect(rejected).toBe(0);
    expect(values.slice(-3).map(([, tags]) => JSON.parse(String(tags)))).toEqual(odd.map(({ tags }) => tags));
    expect(await runQuery(`select distinct json_type(c1) from t order by 1`)).toEqual([['ARRAY', 'OBJECT', 'VARCHAR']]);
  });

  test.each([
    '{"type": "FeatureCollection", "crs": {"a": [1]}, "features": [{"n": 1}, {"n": 2}], "bbox": [1, 2]}',
    '{"meta": {"page": 1, "tags": [{"t": 1}]}, "data": [{"n": 1}, {"n": 2}]}',
    '{"n": [{"n": 1, "deep": [{}, {}, {}]}, {"n": 2}], "meta": {"more": "[{"}}',
    '{"response": {"status": "ok", "items": [{"n": 1}, {"n": 2}]}}',
  ])('the rows of %s are the objects of its longest array', async (text) => {
    const { runQuery } = await reader.take(text, 'data.json');
    expect(await runQuery('select c0 from t')).toEqual([[1, 2]]);
  });

  test('a key named __proto__ is a column', async () => {
    const { table, values } = await reader.take('{"__proto__": 1, "b": 2}\n{"__proto__": 3, "b": 4}', 'p.ndjson');
    expect(namesOf(table)).toEqual(['__proto__', 'b']);
    expect(values).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  test('rejects have the line number of the file', async () => {
    const rows = Array.from({ length: 30 }, (_, n) => `{\n "n": ${n}\n}`).join(',\n');
    const { rejects } = await reader.take(`[\n${rows},\n{"n": "many"}\n]`, 'data.json');
    expect(rejects).toMatchObject([{ line: 92, column: 'c0', value: 'many', reason: 'not_integer' }]);
  });
});

describe('Parquet', () => {
  const make = async (sql: string) => {
    const file = path.join(reader.directory, `made-${Math.random()}.parquet`);
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    await connection.run(`copy (${sql}) to '${file}' (format parquet)`);
    return readFile(file);
  };

  test('types are preserved, structs become dotted columns and lists JSON', async () => {
    const content = await make(
      `select 1::integer as id, 'a' as name, 1.5::decimal(9,2) as amount, true as paid, date '2026-01-31' as day,
       timestamptz '2026-01-31 10:00:00+00' as at, {'city': 'x', 'geo': {'lat': 1.5}} as place, [1, 2] as list`,
    );
    const { table, values } = await reader.take(content, 'p.parquet');
    expect(table).toMatchObject({ rows: 1, exact: true });
    expect(table.columns.map(({ name, type }) => [name, type])).toEqual([
      ['id', 'integer'],
      ['name', 'text'],
      ['amount', 'number'],
      ['paid', 'boolean'],
      ['day', 'date'],
      ['at', 'time'],
      ['place.city', 'text'],
      ['place.geo.lat', 'number'],
      ['list', 'json'],
    ]);
    expect(values).toEqual([[1, 'a', 1.5, true, '2026-01-31', '2026-01-31T10:00:00Z', 'x', 1.5, '[1,2]']]);
  });

  test('a column that changes its type is read cell by cell', async () => {
    const content = await make(`select case when i = 3 then 'x' else i::varchar end as v from range(5) t(i)`);
    const { rejects, values } = await reader.take(content, 'p.parquet', { types: ['integer'] });
    expect(values.map(([value]) => value)).toEqual([0, 1, 2, 4]);
    expect(rejects).toMatchObject([{ line: 4, column: 'c0', value: 'x', reason: 'not_integer' }]);
  });
});

describe('Parquet values', () => {
  const make = async (sql: string, options = '') => {
    const file = path.join(reader.directory, `made-${Math.random()}.parquet`);
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    await connection.run(`copy (${sql}) to '${file}' (format parquet${options})`);
    return readFile(file);
  };

  test('a time without a zone is local time in the zone of the dataset', async () => {
    const kinds = ['timestamp', 'timestamp_s', 'timestamp_ms', 'timestamp_ns'];
    const walls = kinds.map((kind) => `'2026-07-01 10:00:00'::${kind} as ${kind}`).join(', ');
    const content = await make(`select ${walls}, timestamptz '2026-07-01 10:00:00+00' as moment`);
    for (const [zone, hour] of [
      ['UTC', 10],
      ['Asia/Shanghai', 2],
      ['America/New_York', 14],
    ] as const) {
      const { values } = await reader.take(content, 'p.parquet', { zone });
      const wall = `2026-07-01T${String(hour).padStart(2, '0')}:00:00Z`;
      expect(values).toEqual([[...kinds.map(() => wall), '2026-07-01T10:00:00Z']]);
    }
  });

  test('integers that a double cannot represent stay text, and decimals that lose digits are noted', async () => {
    const content = await make(
      `select 18446744073709551615::ubigint as id, 7::ubigint as small, '12345678901234567890'::decimal(20,0) as code,
       '1234567890.123456789'::decimal(38,18) as long, 12.5::decimal(38,18) as short`,
    );
    const { table, values } = await reader.take(content, 'p.parquet');
    expect(typesOf(table)).toEqual(['text', 'integer', 'text', 'number', 'number']);
    expect(table.notes).toEqual([{ code: 'digits_rounded', detail: 'long' }]);
    expect(values).toEqual([['18446744073709551615', 7, '12345678901234567890', Number('1234567890.123456789'), 12.5]]);
    const asText = await reader.load(table, { types: [...Array<undefined>(3), 'text'] });
    expect(asText.values[0]![3]).toBe('1234567890.123456789000000000');
    await expect(reader.load(table, { types: ['integer'] })).rejects.toMatchObject({ code: 'no_rows_fit' });
  });

  test('four-byte floats keep their digits, NaN becomes empty, and UTF-8 bytes become text', async () => {
    const content = await make(
      `select 0.1::float as f, 'nan'::double as d, encode('上海') as t, '\\x00\\xFF'::blob as b, time '01:02:03' as clock`,
    );
    const { values, rejected } = await reader.take(content, 'p.parquet');
    expect({ values, rejected }).toEqual({ values: [[0.1, null, '上海', '\\x00\\xFF', '01:02:03']], rejected: 0 });
  });
});

describe('workbooks', () => {
  const day = new Date(Date.UTC(2026, 0, 31));
  const noon = new Date(Date.UTC(2026, 0, 31, 12, 30));
  const make = () =>
    writeXlsx({
      sheets: [
        {
          name: '销售',
          rows: [
            ['2026 年销售', null, null, null],
            [],
            ['日期', '时间', '城市', '销量'],
            [day, noon, '上海', 1.5],
            [day, noon, '"北京", 京', 2],
            ['合计', null, null, 3.5],
          ],
        },
        { name: 'empty', rows: [] },
        { name: 'secret', rows: [['a'], [1]], hidden: true },
        {
          name: 'second',
          rows: [
            ['n', 'flag'],
            [1, true],
            [2, false],
          ],
        },
      ],
    });

  test('each visible sheet with content is a table; dates, titles and totals are recognized', async () => {
    const tables = await reader.inspect(await make(), 'book.xlsx');
    expect(tables.map(({ name }) => name)).toEqual(['销售', 'second']);
    const [sales, second] = tables as [InspectedTable, InspectedTable];
    expect(typesOf(sales)).toEqual(['date', 'time', 'text', 'number']);
    expect(codesOf(sales)).toEqual(['title_skipped', 'totals_skipped', 'sheet_hidden']);
    const loaded = await reader.load(sales, { zone: 'Asia/Shanghai' });
    expect(loaded.values).toEqual([
      ['2026-01-31', '2026-01-31T04:30:00Z', '上海', 1.5],
      ['2026-01-31', '2026-01-31T04:30:00Z', '"北京", 京', 2],
    ]);
    expect((await reader.load(second)).values).toEqual([
      [1, true],
      [2, false],
    ]);
  });

  test('percentages and currencies are detected by their number format', async () => {
    const styled = (numFmt: string) => ({ style: { numFmt } });
    const cells = new Map(
      [1, 2, 3].flatMap((row): [string, ReturnType<typeof styled>][] => [
        [`${row},0`, styled('0.0%')],
        [`${row},1`, styled('"¥"#,##0.00')],
      ]),
    );
    const rows = [
      ['share', 'price', 'n'],
      [0.065, 12.5, 1],
      [0.1, 1200, 2],
      [1, 3, 3],
    ];
    const { table, values } = await reader.take(await writeXlsx({ sheets: [{ name: 's', rows, cells }] }), 'f.xlsx');
    expect(table.columns.map(({ type, format, unit }) => [type, format, unit])).toEqual([
      ['number', 'percent', ''],
      ['number', 'currency', '¥'],
      ['integer', 'plain', ''],
    ]);
    expect(values[0]).toEqual([0.065, 12.5, 1]);
  });

  test('numbers keep every digit and follow their format: currency, percentage, duration, date and time', async () => {
    const formats = [
      '"$"#,##0.00',
      '[$€-407]#,##0',
      '0.0%',
      '[h]:mm:ss',
      '[$-409]d-mmm-yy;@',
      'yyyy/m/d h:mm',
      'h:mm',
      '0.00E+00',
    ];
    const rows = [
      textsOf('money', 'euro', 'share', 'span', 'day', 'at', 'clock', 'big'),
      numbersOf([
        '5682.838120380147',
        3,
        '0.3333333333333333',
        '10.632060185185185',
        46053,
        '46053.520833333336',
        0.5,
        1.5e20,
      ]),
      numbersOf([12, 4, 1, 0.5, 59, 61, 0.25, 2]),
    ].join('');
    const { table, values, rejected } = await reader.take(
      workbookOf({ sheets: [{ name: 's', rows }], formats }),
      'b.xlsx',
    );
    expect(table.columns.map(({ type, format, unit }) => [type, format, unit])).toEqual([
      ['number', 'currency', '$'],
      ['number', 'currency', '€'],
      ['number', 'percent', ''],
      ['number', 'duration', ''],
      ['date', 'plain', ''],
      ['time', 'plain', ''],
      ['text', 'plain', ''],
      ['number', 'plain', ''],
    ]);
    expect(rejected).toBe(0);
    expect(values).toEqual([
      [5682.838120380147, 3, 0.3333333333333333, 918_610, '2026-01-31', '2026-01-31T12:30:00Z', '12:00:00', 1.5e20],
      [12, 4, 1, 43_200, '1900-02-28', '1900-03-01T00:00:00Z', '06:00:00', 2],
    ]);
    const from1904 = workbookOf({ sheets: [{ name: 's', rows }], formats, isFrom1904: true });
    const [first] = (await reader.take(from1904, 'b.xlsx')).values;
    expect([first![4], first![6]]).toEqual(['2030-02-01', '12:00:00']);
  });

  test('every kind of cell is read; errors and formulas without a result are empty, and noted', async () => {
    const strings = '<si/><si><t>first</t></si><si><r><t>rich</t></r><r><t> text</t></r><rPh><t>ruby</t></rPh></si>';
    const shared = (index: string) => `<c t="s"><v>${index}</v></c>`;
    const rows = `${textsOf('n', 'a', 'b', 'c', 'd', 'e')}
      <row r="3"><c r="a3"><v>1</v></c>${shared('1')}${shared('2')}<c t="str"><f>A1</f><v>x_x000D_y</v></c><c t="b"><v>1</v></c><c t="d"><v>2026-01-31T00:00:00</v></c></row>
      <row><c><v>2</v></c>${shared('')}${shared('0')}<c t="e"><v>#DIV/0!</v></c><c t="b"><v>0</v></c><c r="F4"><f>B2</f></c></row>`;
    const { table, values } = await reader.take(workbookOf({ sheets: [{ name: 's', rows }], strings }), 'b.xlsx');
    expect(table.notes).toEqual([
      { code: 'errors_emptied', detail: '1' },
      { code: 'formulas_uncalculated', detail: '1' },
    ]);
    expect(values).toEqual([
      [1, 'first', 'rich text', 'x\ry', true, '2026-01-31'],
      [2, null, null, null, false, null],
    ]);
  });

  test('chart sheets and hidden sheets are skipped, with slashes or backslashes in the paths of the archive', async () => {
    const rows = textsOf('n') + numbersOf([1]) + numbersOf([2]);
    const sheets = [
      { name: 'chart', rows: '', kind: 'chartsheet' },
      { name: 'gone', rows, state: 'veryHidden' },
      { name: 'data', rows },
      { name: 'away', rows, state: 'hidden' },
    ];
    for (const separator of ['/', '\\']) {
      const tables = await reader.inspect(workbookOf({ sheets, separator }), 'b.xlsx');
      expect(tables.map(({ name, rows: count, notes }) => ({ name, count, notes }))).toEqual([
        { name: 'data', count: 2, notes: [{ code: 'sheet_hidden', detail: 'gone, away' }] },
      ]);
    }
  });

  test('a workbook in a zip is read, too, and rejects have the row number of the sheet', async () => {
    const rows = [['title'], ['n', 'x'], ...Array.from({ length: 20 }, (_, n) => [n, 'a']), ['many', 'b']];
    const book = await writeXlsx({ sheets: [{ name: 's', rows }] });
    const { rejects } = await reader.take(zipOf([['dir/book.xlsx', book]]), 'all.zip');
    expect(rejects).toMatchObject([{ line: 23, column: 'c0', value: 'many', reason: 'not_integer' }]);
  });
});

describe('archives', () => {
  test('a gzip file is unpacked', async () => {
    const { table, values } = await reader.take(gzipSync(csv('a,b', '1,x')), 'data.csv.gz');
    expect(table.name).toBe('data');
    expect(values).toEqual([[1, 'x']]);
  });

  test('every readable file of a zip becomes a table, other files are skipped', async () => {
    const zip = zipOf([
      ['a.csv', csv('a,b', '1,x')],
      ['readme.pdf', '%PDF-1.7'],
      ['empty.csv', ''],
      ['__MACOSX/._a.csv', 'x'],
      ['folder/订单.json', '[{"n": 1}]'],
    ]);
    const tables = await reader.inspect(zip, 'all.zip');
    expect(tables.map(({ name }) => name)).toEqual(['a', '订单']);
    expect((await reader.load(tables[1]!)).values).toEqual([[1]]);
  });

  test('the format is detected by content, not by name', async () => {
    const [table] = await reader.inspect(gzipSync('[{"a": 1}]'), 'wrong.xlsx');
    expect(table!.columns).toMatchObject([{ name: 'a', type: 'integer' }]);
  });
});
