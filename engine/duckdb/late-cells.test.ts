import { appendFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { emptyRulesOf } from '#domain/cells/empty-cells.ts';
import { readCell, stepOption } from '#domain/cells/cells.ts';
import type { ColumnType } from '#domain/query/query.ts';
import { optionsOf } from '#engine/files/guess-column.ts';
import type { TextSource } from '#engine/tables.ts';
import { openFileReader, type TestFileReader } from '#engine/testing/file-reader.ts';
import { createRandom, type Random } from '#engine/testing/random.ts';

let reader: TestFileReader;
beforeAll(async () => {
  reader = await openFileReader();
});
afterAll(() => reader.close());

const zone = 'Asia/Shanghai';
const sampleRows = 60;
const alphabet = [...'0123456789-:./ TZ+x年月日,%e_'.split(''), '12:00', '+08', ' (BC)', 'infinity', '.5', 'N/A', '00'];
const specialCells = [
  '',
  ' ',
  'N/A',
  'null',
  'infinity',
  '-infinity',
  'epoch',
  'now',
  'today',
  'nan',
  '1e400',
  '0x10',
  '1_000',
  '1_',
  '_1',
  '1_.5',
  '1._5',
  '1_e5',
  '1__0',
  '2026年1/31',
  '2026/1.1',
  '2026.1/31 10:00',
  '31/01.2026',
  '1.31/2026',
  '1.01.20263',
  '1/01/20263 10:00',
  '2026年1月3日1',
  '12.10.2026',
  '10-12-2026 10:00',
  '24:00:00',
  '05/01/20',
  '+12026-01-01',
  '12026-01-01',
  '44-1-1',
  '0044-03-15',
  '0000-01',
  '0000Q1',
  '0012-06',
  '00440315',
  '294246-12-31 23:59:59',
  '-290307-12-22',
  '290307-12-22 (BC)',
  '5881580-07-10',
  '9223372036854775808',
  '9007199254740993',
  '-0',
  '1.0',
  't',
];

/** A text with a few random edits. */
function editedOf(text: string, random: Random): string {
  const characters = text.split('');
  for (let edits = random.between(1, 3); edits > 0; edits--) {
    characters.splice(random.between(0, characters.length), random.between(0, 2), random.pick(alphabet));
  }
  return characters.join('');
}

/** Fractions of seconds are written with and without zeros at their end. */
const comparable = (cell: object) =>
  JSON.stringify(cell)
    .replace(/(\.\d*?)0*Z"/, '$1Z"')
    .replace('.Z', 'Z');

const samples: [ColumnType, string][] = [
  ['integer', '1234'],
  ['number', '12.5'],
  ['number', '1,234.5'],
  ['number', '12.5%'],
  ['boolean', 'true'],
  ['date', '2026-01-31'],
  ['date', '2026/1/31'],
  ['date', '31.01.2026'],
  ['date', '31/01/2026'],
  ['date', '01/31/2026'],
  ['date', '2026-01'],
  ['date', '2026Q1'],
  ['date', '2026年1月31日'],
  ['time', '2026-01-31 12:30:45'],
  ['time', '2026-01-31T12:30:45'],
  ['time', '2026-01-31 12:30'],
  ['time', '2026-01-31T12:30:45Z'],
  ['time', '2026-01-31 12:30:45.250'],
  ['time', '2026/1/31 12:30'],
  ['time', '2026年1月31日 12:30'],
  ['time', '01/31/2026 12:30'],
  ['time', '2026-01-31 12:30:45+02:00'],
];

type LateColumn = { type: ColumnType; text: string; marker: string };

/** The cells after the sample of a column that are not read as in the preview. */
async function wrongCellsOf({ type, text, marker }: LateColumn, cells: string[]) {
  const rows = Array.from({ length: sampleRows }, (_, n) => `${n},"${n % 6 ? text : marker || text}"`);
  const [table] = await reader.inspect(`n,cell\n${rows.join('\n')}\n`, 'cells.csv', zone);
  expect(table!.columns.map((column) => column.type)).toEqual(['integer', type]);
  const source = { ...(table!.source as TextSource), exact: false };
  await appendFile(source.file, cells.map((cell, index) => `${1000 + index},"${cell}"\n`).join(''));
  const { values, rejects } = await reader.load({ ...table!, source }, { zone });

  const loaded = new Map(values.map(([n, value]) => [Number(n) - 1000, value]));
  const rejected = new Map(rejects.map(({ line, reason }) => [line - sampleRows - 2, { reason }]));
  const options = {
    ...optionsOf(source.styles[1]!, zone),
    empty: emptyRulesOf(table!.markers[1]),
    ...stepOption(table!.columns[1]!.format),
  };
  return cells.flatMap((cell, index) => {
    const read = comparable(rejected.get(index) ?? { value: loaded.get(index) });
    const expected = comparable(readCell(cell, type, options));
    return read === expected ? [] : [{ cell, read, expected }];
  });
}

test.each(samples.flatMap(([type, text]) => [[type, text, ''] as const, [type, text, 'N/A'] as const]))(
  'cells after the sample of a column of type %s as in %s, beside "%s", are read as in the preview',
  async (type, text, marker) => {
    const random = createRandom(text.length);
    const cells = [...specialCells, ...Array.from({ length: 400 }, () => editedOf(text, random))];
    expect(await wrongCellsOf({ type, text, marker }, cells)).toEqual([]);
    // Files without underscores between digits are read in a faster way.
    const others = cells.filter((cell) => !/\d_\d/.test(cell));
    expect(await wrongCellsOf({ type, text, marker }, others)).toEqual([]);
  },
);

test('numbers with underscores, which DuckDB would read, are found behind the first megabyte', async () => {
  const rows = Array.from({ length: 20_000 }, (_, n) => `${n},${n / 8},${'x'.repeat(60)}`);
  const [table] = await reader.inspect(`id,amount,note\n${rows.join('\n')}\n`, 'late.csv');
  const source = { ...(table!.source as TextSource), exact: false };
  await appendFile(source.file, '12_34,1,x\n7,5_0.5,x\n8,1,1_000\n');
  const { rows: loaded, rejects, runQuery } = await reader.load({ ...table!, source });
  expect(rejects.map(({ line, value, reason }) => [line, value, reason])).toEqual([
    [20_002, '12_34', 'not_integer'],
    [20_003, '5_0.5', 'not_number'],
  ]);
  expect(loaded).toBe(20_001);
  expect(await runQuery("select c1, c2 from t where c2 = '1_000' or c0 = 1234")).toEqual([
    [154.25, 1],
    ['x'.repeat(60), '1_000'],
  ]);
});
