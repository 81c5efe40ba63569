import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Problem } from '#contract/errors.ts';
import type { Column, Param } from '#domain/query/query.ts';
import type { FileSource } from '#engine/engine.ts';
import { type TestEngine, openTestEngine } from '#engine/testing/test-engine.ts';

const columns: Column[] = [
  { id: 'c1', name: '城市', type: 'text' },
  { id: 'c2', name: 'n', type: 'integer' },
];

let testEngine: TestEngine;
let orders: FileSource;
beforeAll(async () => {
  testEngine = await openTestEngine();
  const rows = Array.from({ length: 20 }, (_, index) => ({ c1: `城 ${index % 3}`, c2: index }));
  orders = { at: 'files' as const, name: '订单', columns, segments: [await testEngine.keep(rows, columns)] };
});
afterAll(() => testEngine.close());

type AnswerTestOptions = { params?: Param[]; limit?: number; sources?: FileSource[]; zone?: string };
const answer = (
  sql: string,
  { params = [], limit = 10, sources = [orders], zone = 'Asia/Shanghai' }: AnswerTestOptions = {},
) => testEngine.engine.answer({ by: 'person', sql, params, zone, sources, limit }, { seconds: 30 });
const valuesOf = async (sql: string, options?: AnswerTestOptions) =>
  (await answer(sql, options)).values.map((column) => JSON.parse(column) as unknown[]);

describe('rows', () => {
  test('beyond the limit are cut off, and the result says so', async () => {
    const cut = await answer('select n from 订单 order by n desc', { limit: 3 });
    expect(cut).toMatchObject({ rows: 3, isCutOff: true, values: ['[19,18,17]'] });
    expect(await answer('select n from 订单 limit 3', { limit: 3 })).toMatchObject({ rows: 3, isCutOff: false });
  });

  test('that are too large in total are rejected', async () => {
    const long = "select repeat('x', 50000) as text from range(1000)";
    await expect(answer(long, { limit: 1000 })).rejects.toMatchObject({ code: 'answer_too_large' });
    expect(await answer(long, { limit: 100 })).toMatchObject({ rows: 100, isCutOff: true });
    const query = { sql: long, params: [], sources: [] };
    await expect(testEngine.engine.query(query, { seconds: 30 })).rejects.toMatchObject({ code: 'answer_too_large' });
  });

  test('of compiled SQL are cut off, too', async () => {
    const query = { by: 'compiler', sql: 'select n from 订单 where n >= $1 limit 4', params: [5] } as const;
    const cut = await testEngine.engine.answer({ ...query, params: [5], sources: [orders], limit: 3 }, { seconds: 30 });
    expect(cut).toMatchObject({ rows: 3, isCutOff: true, values: ['[5,6,7]'] });
  });

  test('follow the parameters and the shared rows when the same SQL runs again', async () => {
    const count = { by: 'compiler', sql: 'select count(*) as n from 订单 where n >= $1', limit: 9 } as const;
    const run = async (from: number, sharedFrom?: number) => {
      const shared = { sql: 'select * from 订单 where n >= $1', params: [sharedFrom ?? 0], maxRows: 100 };
      const sharedRows = sharedFrom === undefined ? undefined : shared;
      const query = { ...count, params: [from], sources: [orders], sharedRows };
      return (await testEngine.engine.answer(query, { seconds: 30 })).values;
    };
    // Fewer shared rows than the query reads show which table it reads.
    expect(await run(0)).toEqual(['[20]']);
    expect(await run(5)).toEqual(['[15]']);
    expect(await run(0, 18)).toEqual(['[2]']);
    expect(await run(0, 16)).toEqual(['[4]']);
    expect(await run(0)).toEqual(['[20]']);
    await expect(
      testEngine.engine.answer({ ...count, params: ['x'], sources: [orders] }, { seconds: 30 }),
    ).rejects.toThrow();
    expect(await run(19)).toEqual(['[1]']);
  });

  test('keep all columns, including duplicate names', async () => {
    const { columns: resultColumns } = await answer('select count(*) as count, sum(n) as count, 1 from 订单');
    expect(resultColumns.map(({ name }) => name)).toEqual(['count', 'count_1', '1']);
  });

  test.each([
    ["select n + 1, timestamptz '2026-01-01' at time zone 'Asia/Tokyo' as t from 订单", ['n + 1', 't']],
    [
      "select  count( * ),date_trunc('day', now())  -\n interval '7  days' -- a, week\n, n::varchar from 订单 group by n",
      ['count( * )', "date_trunc('day', now()) - interval '7  days'", 'n::varchar'],
    ],
    ['select distinct on (n, n % 3) n // 3, n, [n, 1] from 订单', ['n // 3', 'n', '[n, 1]']],
    [
      "select distinct n is distinct from 1, e'a\\',b' || 城市 from 订单",
      ['n is distinct from 1', "e'a\\',b' || 城市"],
    ],
    ['select n * 2, *, n + 3, columns(*)::varchar, n + 4 from 订单', ['n * 2', '城市', 'n', null, null, null, 'n + 4']],
    ['with a as (select n + 9 as m from 订单) select max(m), median(m) as mid from a', ['max(m)', 'mid']],
    ['with a(m) as (select n from 订单) from a select m % 2 where m > 1', ['m % 2']],
    [
      'select max(n) filter (n > 1), quantile_disc(n, 0.5), $x from 订单',
      ['max(n) filter (n > 1)', 'quantile_disc(n, 0.5)', '$x'],
    ],
    ['select n + 1, n+1, "n" + 1 as "N + 1" from 订单', ['n + 1_1', 'n+1', 'N + 1']],
    ['select *, n + 1 from 订单 union all by name select 1 as other', ['城市', 'n', null, 'other']],
    ['select n + 1 from 订单 union all select 2 order by 1', ['n + 1']],
    [`select n ${'+ 1 '.repeat(50)} from 订单`, [`n ${'+ 1 '.repeat(50)}`.slice(0, 119) + '…']],
    [
      'select /* a, b */ 1 as limit, (select 2, from 订单 limit 1) from 订单 limit 1',
      ['limit', '(select 2, from 订单 limit 1)'],
    ],
  ])('have columns named by their expression unless they have an alias: %s', async (sql, names) => {
    const params: Param[] = [{ name: 'x', type: 'integer', value: 1 }];
    const { columns: resultColumns } = await answer(sql, { params });
    expect(resultColumns.map(({ name }, index) => (names[index] === null ? null : name))).toEqual(names);
  });

  test('can be read with the name of an application as schema', async () => {
    const sources = [{ ...orders, schema: '我的 "应用"' }];
    expect(await valuesOf('select count(*) from "我的 ""应用"""."订单"', { sources })).toEqual([[20]]);
  });
});

describe('values', () => {
  test.each([
    ['count(*)', 'integer', 20],
    ['sum(n)', 'integer', 190],
    ['avg(n)', 'number', 9.5],
    ['12345678901234567890::hugeint', 'integer', '12345678901234567890'],
    ['1.25::decimal(10, 2)', 'number', 1.25],
    ['0.1::float', 'number', 0.1],
    ['16777215::float', 'number', 16_777_215],
    ["'nan'::double", 'number', null],
    ["'-infinity'::float", 'number', null],
    ["date '2026-01-31'", 'date', '2026-01-31'],
    ["date 'infinity'", 'date', null],
    ["timestamptz '2026-01-31T16:00:00.5Z'", 'time', '2026-01-31T16:00:00.5Z'],
    ["timestamp '2026-02-01 00:00:00'", 'time', '2026-01-31T16:00:00Z'],
    ["timestamp_ns '2026-02-01 08:00:00.123456789'", 'time', '2026-02-01T00:00:00.123456Z'],
    ["timestamp_s '1969-12-31 23:00:00'", 'time', '1969-12-31T15:00:00Z'],
    ["date_trunc('day', timestamptz '2026-01-31T20:00:00Z')", 'time', '2026-01-31T16:00:00Z'],
    ["time '12:30:00'", 'text', '12:30:00'],
    ['interval 3 day', 'text', '3 days'],
    ["'x'::enum('x', 'y')", 'text', 'x'],
    ["'c3b7a6f0-3f1b-4a51-8a50-2f5d7f0b9f11'::uuid", 'text', 'c3b7a6f0-3f1b-4a51-8a50-2f5d7f0b9f11'],
    ["'ab'::blob", 'text', 'ab'],
    ["{'a': date '2026-01-31', 'b': [true]}", 'json', '{"a":"2026-01-31","b":[true]}'],
    [`'{"a": 1}'::json`, 'json', '{"a": 1}'],
    ['max(n) > 1', 'boolean', true],
    ['null', 'integer', null],
  ])('%s has type %s', async (expression, type, value) => {
    const sql = `select ${expression} as v from 订单 limit 1`;
    const { columns: resultColumns, values } = await answer(sql);
    expect([resultColumns[0]!.type, (JSON.parse(values[0]!) as unknown[])[0]]).toEqual([type, value]);
  });
});

describe('parameters', () => {
  const typedParams: Param[] = [
    { name: 'city', type: 'text', value: `'; drop view 订单; --` },
    { name: 'least', type: 'integer', value: '5' },
    { name: 'day', type: 'date', value: '2026-01-31' },
    { name: 'at', type: 'time', value: '2026-01-31T16:00:00Z' },
    { name: 'rate', type: 'number', value: 0.5 },
    { name: 'yes', type: 'boolean', value: true },
    { name: 'none', type: 'number', value: null },
  ];
  test('are bound as values of their types, whatever they contain', async () => {
    const sql = 'select $city, $LEAST + 1, $day + 1, $at::date, $rate * 2, not $yes, $none is null';
    expect(await valuesOf(sql, { params: typedParams })).toEqual([
      [typedParams[0]!.value],
      [6],
      ['2026-02-01'],
      ['2026-02-01'],
      [1],
      [false],
      [true],
    ]);
  });

  test.each([
    ['without a value', [], 'sql_param_missing'],
    ['that do not fit', [{ name: 'x', type: 'integer', value: 'many' }], 'sql_param_misfit'],
    ['that are not dates', [{ name: 'x', type: 'date', value: '2026-02-31x' }], 'sql_param_misfit'],
  ] as [string, Param[], string][])('%s are refused', async (_, params, code) => {
    await expect(answer('select $x', { params })).rejects.toMatchObject({ code });
  });
});

describe('errors', () => {
  test.each([
    ["select '🚀中', nope from 订单", 'nope', /^Referenced column "nope" not found/],
    ["select '🚀中', n + 'x' from 订单", "'x'", /^Could not convert string 'x'/],
    ['select sum(城市) from 订单;', 'sum', /^No function matches/],
    ["select '🚀' fro m", 'm', /^syntax error at or near "m"/],
    ['select n from 订单 group by 城市', 'n from', /must appear in the GROUP BY/],
    ['select cast(城市 as integer) from 订单', 'cast', /^Could not convert string '城 0'/],
  ])('%s reports position and reason', async (sql, where, why) => {
    const { params } = (await answer(sql).catch((error: unknown) => error)) as {
      params: { at: number; original: string };
    };
    expect(params.original).toMatch(why);
    expect(params.original).not.toMatch(/segment|\n|LINE/);
    expect(sql.slice(params.at)).toMatch(new RegExp(`^${where}`));
  });

  const misfits: [sql: string, code: string, value?: string, column?: string][] = [
    ['select 城 from 订单', 'sql_column_unknown', '城'],
    ['select 城士 from 订单', 'sql_column_misspelt', '城士', '城市'],
    ['select t.城士 from 订单 t', 'sql_column_unknown', 't.城士'],
    ['select x.n from 订单', 'sql_table_absent', 'x', '订单'],
    ['select n', 'sql_from_missing', 'n'],
    ['select n from 订单 a, 订单 b', 'sql_column_ambiguous', 'n', 'a.n, b.n'],
    ['select sum(城市) from 订单', 'sql_argument_types', 'sum', 'VARCHAR'],
    ['select upper(城市, n) from 订单', 'sql_argument_count', 'upper', 'upper(VARCHAR)'],
    ["select round('a')", 'sql_argument_types', 'round', 'VARCHAR'],
    ['select 城市 + 1 from 订单', 'sql_operator_types', '+', 'VARCHAR, INTEGER'],
    ['select n like 5 from 订单', 'sql_operator_types', 'LIKE', 'BIGINT, INTEGER'],
    ['select coalesce(n, 城市) from 订单', 'sql_types_mixed', 'BIGINT', 'VARCHAR'],
    ['select 城市::integer from 订单', 'sql_value_misfit', "'城 0'", 'INTEGER'],
    ["select cast('2026-13-01' as date)", 'sql_value_misfit', "'2026-13-01'", 'DATE'],
    ["select timestamp 'soon'", 'sql_value_misfit', "'soon'", 'TIMESTAMP'],
    ['select 1::date', 'sql_types_apart', 'INTEGER', 'DATE'],
    ['select 9223372036854775807 + n from 订单', 'sql_overflow'],
    ['select 城市, sum(n) from 订单', 'sql_group_missing', '城市'],
    ['select n from 订单 where sum(n) > 1', 'sql_aggregate_in_where'],
    ['select row_number() over () r from 订单 where r > 1', 'sql_window_in_where'],
    ['select sum(sum(n)) from 订单', 'sql_aggregate_nested'],
    ['select (select n, 城市 from 订单)', 'sql_subquery_columns', '2'],
    ['select (select n from 订单)', 'sql_subquery_rows'],
    ['select n from 订单 union select n, n from 订单', 'sql_union_columns'],
    ["select 'open from 订单", 'sql_unclosed', "'open from 订单"],
    ['select n from 订单 group', 'sql_unfinished'],
    ['select from 订单', 'sql_selects_nothing'],
    ['pivot 订单 on 城市 using sum(n)', 'sql_pivot_open'],
  ];
  test.each(misfits)('%s has its own error code: %s', async (sql, code, value, column) => {
    const { params, ...problem } = (await answer(sql).catch((error: unknown) => error)) as Problem;
    expect({ code: problem.code, value: params.value, column: params.column }).toEqual({ code, value, column });
  });

  test('in one query do not affect the next', async () => {
    await expect(answer('select nope from 订单')).rejects.toMatchObject({ code: 'sql_column_unknown' });
    expect(await valuesOf('select count(*) from 订单')).toEqual([[20]]);
  });
});

describe('a dataset that was queried before', () => {
  test('shows new rows and new names, and no deleted rows', async () => {
    const first = await testEngine.keep([{ c1: 'a', c2: 1 }], columns);
    const source = { at: 'files' as const, name: 't', columns, segments: [first] };
    const count = (source: FileSource) => valuesOf('select count(*), max(n) from t', { sources: [source] });
    expect(await count(source)).toEqual([[1], [1]]);
    const second = await testEngine.keep([{ c1: 'b', c2: 2 }], columns);
    expect(await count({ ...source, segments: [first, second] })).toEqual([[2], [2]]);
    expect(await count(source)).toEqual([[1], [1]]);
    await rm(first);
    expect(await count({ ...source, segments: [second] })).toEqual([[1], [2]]);
    const renamed = { ...source, columns: [columns[0]!, { ...columns[1]!, name: 'm' }], segments: [second] };
    expect(await valuesOf('select m from t', { sources: [renamed] })).toEqual([[2]]);
    await expect(valuesOf('select n from t', { sources: [renamed] })).rejects.toMatchObject({
      code: 'sql_column_unknown',
    });
  });

  test('may have segments that store a column with another type', async () => {
    const old = await testEngine.keep([{ c1: '7' }, { c1: 'x' }], columns.slice(0, 1));
    const changed: Column[] = [{ ...columns[0]!, type: 'integer' }];
    const sources = [
      {
        at: 'files' as const,
        name: 't',
        columns: changed,
        segments: [old, await testEngine.keep([{ c1: 8 }], changed)],
      },
    ];
    expect(await valuesOf('select 城市 from t', { sources })).toEqual([[7, null, 8]]);
  });
});
