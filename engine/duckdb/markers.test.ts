import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { InspectedTable } from '#engine/tables.ts';
import { openFileReader, type TestFileReader } from '#engine/testing/file-reader.ts';

let reader: TestFileReader;
beforeAll(async () => {
  reader = await openFileReader();
});
afterAll(() => reader.close());

const emptied = [
  'NA',
  'N/A',
  'n/a',
  '#N/A',
  'NULL',
  'null',
  'None',
  'NaN',
  'nan',
  '-',
  '--',
  '—',
  '?',
  '.',
  '无',
  '空',
];
const more = ['暂无', String.raw`\N`, '#DIV/0!', 'missing'];
const kinds = {
  integer: (n: number) => String(n * 7),
  number: (n: number) => String(n + 0.25),
  boolean: (n: number) => (n % 2 ? 'yes' : 'no'),
  date: (n: number) => `2026-01-${String(10 + (n % 18))}`,
  time: (n: number) => `2026-01-${String(10 + (n % 18))} 08:00:00`,
} as const;
const names = Object.keys(kinds) as (keyof typeof kinds)[];
const typesOf = ({ columns }: InspectedTable) => columns.map(({ type, format }) => [type, format]);
const emptyOf = ({ markers }: InspectedTable, index: number) =>
  markers[index]!.filter(({ isEmpty }) => isEmpty).map(({ text, count }) => [text, count]);

describe('texts that mark an empty cell', () => {
  test('are empty in columns of every type, counted, and reject no row', async () => {
    const markers = [...emptied, ...more];
    const lines = Array.from({ length: 100 }, (_, n) => names.map((name) => markers[n] ?? kinds[name](n)).join(','));
    const { table, values, rejected } = await reader.take(`${names.join(',')}\n${lines.join('\n')}\n`);
    expect(rejected).toBe(0);
    expect(typesOf(table).map(([type]) => type)).toEqual(names);
    for (const index of names.keys()) expect(emptyOf(table, index)).toEqual(markers.map((text) => [text, 1]));
    expect(values.slice(0, markers.length).flat()).toEqual(markers.flatMap(() => names.map(() => null)));
    expect(values.slice(markers.length).flat()).not.toContain(null);
  });

  test('are empty in JSON and after tabs, too', async () => {
    const rows = Array.from({ length: 40 }, (_, n) => ({ v: n === 3 ? 'NA' : String(n) }));
    const json = await reader.take(JSON.stringify(rows), 'rows.json');
    expect([json.table.columns[0]!.type, json.rejected, json.values[3]]).toEqual(['integer', 0, [null]]);
    const tabs = await reader.take(`v\tw\n${rows.map(({ v }) => `${v}\ta`).join('\n')}\n`, 'rows.tsv');
    expect([tabs.table.columns[0]!.type, tabs.rejected, tabs.values[3]]).toEqual(['integer', 0, [null, 'a']]);
  });

  test('stay text where they may be values, such as the country code NA or the answer None', async () => {
    const countries = ['DE', 'NA', 'FR', 'ZA', 'NA', 'CN'];
    const answers = ['None', 'Some', 'All', 'None', 'Some', '-'];
    const lines = countries.map((country, n) => `${country},${answers[n]},${n}`);
    const { table, values } = await reader.take(`country,answer,n\n${lines.join('\n')}\n`);
    expect(values.map(([country]) => country)).toEqual(countries);
    expect(values.map(([, answer]) => answer)).toEqual(answers);
    expect(table.markers[0]).toEqual([{ text: 'NA', count: 2, isEmpty: false }]);
  });

  test('are empty among texts if numbers of the table use them, except among codes of two letters', async () => {
    const lines = ['DE,Anna,1', 'NA,NA,NA', 'FR,Bert,3', 'ZA,NA,4', 'CN,Carl,NA'];
    const { values } = await reader.take(`country,name,n\n${lines.join('\n')}\n`);
    expect(values).toEqual([
      ['DE', 'Anna', 1],
      ['NA', null, null],
      ['FR', 'Bert', 3],
      ['ZA', null, 4],
      ['CN', 'Carl', null],
    ]);
  });
});

describe('dates', () => {
  const days = Array.from({ length: 40 }, (_, n) => new Date(Date.UTC(2019, 0, 1 + n * 37)));
  const month = (day: Date) => day.toLocaleString('en-US', { month: 'long', timeZone: 'UTC' });
  const [y, m, d] = [
    (day: Date) => day.getUTCFullYear(),
    (day: Date) => day.getUTCMonth() + 1,
    (day: Date) => day.getUTCDate(),
  ];
  const two = (value: number) => String(value).padStart(2, '0');
  const quarter = (day: Date) => Math.ceil(m(day) / 3);
  const iso = (day: Date) => day.toISOString().slice(0, 10);
  const variants: Record<string, (day: Date) => string> = {
    'Jan 5, 2025': (day) => `"${month(day).slice(0, 3)} ${d(day)}, ${y(day)}"`,
    '5 January 2025': (day) => `${d(day)} ${month(day)} ${y(day)}`,
    '05-Jan-25': (day) => `${two(d(day))}-${month(day).slice(0, 3)}-${two(y(day) % 100)}`,
    '1/5/25': (day) => `${m(day)}/${d(day)}/${two(y(day) % 100)}`,
    '5/1/2025': (day) => `${d(day)}/${m(day)}/${y(day)}`,
    '05.01.25': (day) => `${two(d(day))}.${two(m(day))}.${two(y(day) % 100)}`,
    '20250105': (day) => `${y(day)}${two(m(day))}${two(d(day))}`,
    '2025年1月5日': (day) => `${y(day)}年${m(day)}月${d(day)}日`,
  };
  const steps: Record<string, [format: string, write: (day: Date) => string, first: (day: Date) => string]> = {
    year: ['year', (day) => String(y(day)), (day) => `${y(day)}-01-01`],
    '2025Q1': ['quarter', (day) => `${y(day)}Q${quarter(day)}`, (day) => `${y(day)}-${two(quarter(day) * 3 - 2)}-01`],
    '2025年第1季度': [
      'quarter',
      (day) => `${y(day)}年第${quarter(day)}季度`,
      (day) => `${y(day)}-${two(quarter(day) * 3 - 2)}-01`,
    ],
    '2025年1月': ['month', (day) => `${y(day)}年${m(day)}月`, (day) => `${iso(day).slice(0, 7)}-01`],
    '2025-01': ['month', (day) => iso(day).slice(0, 7), (day) => `${iso(day).slice(0, 7)}-01`],
    'Jan 2025': ['month', (day) => `${month(day).slice(0, 3)} ${y(day)}`, (day) => `${iso(day).slice(0, 7)}-01`],
    年份: ['year', (day) => String(y(day)), (day) => `${y(day)}-01-01`],
  };

  test('are read in every common format, per column', async () => {
    const list = Object.entries(variants);
    const header = list.map((_, index) => `c${index}`).join(',');
    const lines = days.map((day) => list.map(([, write]) => write(day)).join(','));
    const { table, values, rejected } = await reader.take(`${header}\n${lines.join('\n')}\n`);
    expect(typesOf(table)).toEqual(list.map(() => ['date', 'plain']));
    expect(rejected).toBe(0);
    for (const [index, [name]] of list.entries())
      expect([name, values.map((row) => row[index])]).toEqual([name, days.map(iso)]);
  });

  test('of whole years, quarters and months have that format', async () => {
    const list = Object.entries(steps);
    const lines = days.map((day) => list.map(([, [, write]]) => write(day)).join(','));
    const { table, values, rejected } = await reader.take(
      `${list.map(([name]) => name).join(',')}\n${lines.join('\n')}\n`,
    );
    expect(typesOf(table)).toEqual(list.map(([, [format]]) => ['date', format]));
    expect(rejected).toBe(0);
    for (const [index, [name, [, , first]]] of list.entries())
      expect([name, values.map((row) => row[index])]).toEqual([name, days.map(first)]);
  });

  test('that are ambiguous are noted, unless another column is unambiguous', async () => {
    const { table } = await reader.take('a,n\n01/02/2026,1\n03/04/2026,2\n');
    expect(table.notes).toEqual([{ code: 'date_order', detail: 'a' }]);
    const both = await reader.take('a,b\n01/02/2026,25/02/2026\n03/04/2026,26/02/2026\n');
    expect(both.table.notes).toEqual([]);
    expect(both.values[0]).toEqual(['2026-02-01', '2026-02-25']);
  });

  test('that are ambiguous begin with the day where decimals have commas', async () => {
    const { table, values } = await reader.take('a;n\n01/02/2026;1,5\n03/04/2026;2,25\n');
    expect(table.notes).toContainEqual({ code: 'date_order_day_first', detail: 'a' });
    expect(values.map(([day]) => day)).toEqual(['2026-02-01', '2026-04-03']);
  });

  test('are not detected in numbers, versions, seasons and words', async () => {
    const lines = Array.from({ length: 11 }, (_, n) => [
      2001 + n,
      `1.2.${10 + n}`,
      `20${two(n)}-${two(n + 1)}`,
      `May ${n}`,
      20210001 + n * 100,
      n + 1990,
    ]);
    const header = 'amount,version,season,word,order_id,count';
    const { table } = await reader.take(`${header}\n${lines.map((cells) => cells.join(',')).join('\n')}\n`);
    expect(typesOf(table).map(([type]) => type)).toEqual(['integer', 'text', 'text', 'text', 'integer', 'integer']);
  });
});
