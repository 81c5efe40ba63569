import { Readable } from 'node:stream';
import { expect, test } from 'vitest';

import { createRandom } from '#engine/testing/random.ts';
import type { ArchiveEntry } from './archive.ts';
import type { NumberFormatKind } from './number-formats.ts';
import { marks, type SheetRow } from './row-buffer.ts';
import { readSheetLines } from './sheet-rows.ts';
import type { Workbook } from './workbook.ts';
import { quoteCell } from './write-lines.ts';

const workbook: Workbook = {
  sheets: [],
  strings: ['first', '第二', 'a "b", c', ''],
  hasAllStrings: true,
  kinds: [{ kind: 'number' }, { kind: 'moment' }, { kind: 'percent' }, { kind: 'currency', unit: '¥' }],
  isFrom1904: false,
};

const numbers = ['0', '-0', '0.1', '0.000001', '0.0000001', '1.50', '007', '1e3', '123456789012345', '45292.5', ''];
const long = ['0.30000000000000004', '-12.5', '9007199254740993', '0.10000000000000001', '1E-7', 'nothing'];
const texts = ['x', '文字', 'a &amp; b', '  padded  ', '_x000D_', 'line\r\nbreak', '>', '<![CDATA[<c><v>9</v></c>]]>'];
const styles = ['', '', ' s="0"', ' s="1"', ' s="2"', ' s="3"', ' s="99"', " s='1'"];
const gaps = ['', '', '', '', '\n  ', '<!-- <c r="A1"><v>7</v></c> -->', '<?pi <c r="A1"/>?>'];
const rare = [
  [' t="b"', '<v>1</v>'],
  [' t="e"', '<v>#N/A</v>'],
  ['', '<f>A1</f>'],
  ['', '<f/><v>3</v>'],
  ['', '<f t="shared" ref="A1:A9" si="0">B1&gt;"x"</f><v>3</v>'],
  [' t="str"', '<f a=">">B1</f><v>x</v>'],
  ['', ''],
] as const;

/** A sheet with common and rare cells; `space` is between the name and the attributes of a cell. */
function writeSheet(seed: number, space: '' | ' '): string {
  const random = createRandom(seed);
  const contents = [
    () => ['', `<v>${random.pick([...numbers, ...long])}</v>`],
    () => [' t="s"', `<v>${random.pick(['0', '1', '2', '3', '8'])}</v>`],
    () => [' t="str"', `<v>${random.pick(texts)}</v>`],
    () => [' t="inlineStr"', `<is><t>${random.pick(texts)}</t></is>`],
    () => [' t="inlineStr"', `<is><t xml:space="preserve">${random.pick(texts)}</t></is>`],
    () => [' t="inlineStr"', `<is><r><t>${random.pick(texts)}</t></r><rPh><t>hint</t></rPh></is>`],
    () => random.pick(rare),
  ];
  const cellOf = (row: number) => {
    const [type, inner] = random.pick(contents)();
    const place = random.pick(['', ` r="${random.pick(['A', 'B', 'C', 'D', 'E', 'F'])}${row}"`]);
    const style = random.pick(styles);
    const attributes = random.pick([`${place}${style}${type}`, `${place}${type}${style}`]);
    const end = inner === '' ? random.pick(['/>', '></c>']) : `>${inner}</c>`;
    return `${random.pick(gaps)}<c${space}${attributes}${end}`;
  };
  const rows = Array.from({ length: 8 }, (_, index) => {
    const cells = Array.from({ length: random.pick([0, 1, 3, 9]) }, () => cellOf(index + 1));
    return `<row${random.pick(['', ` r="${index + 1}"`])} spans="1:6">${cells.join('')}</row>`;
  });
  return `<?xml version="1.0"?><worksheet><cols/><sheetData>${rows.join('')}<row/></sheetData></worksheet>`;
}

type ReadCell = { text: string; kind: NumberFormatKind | null; flaw: 'error' | 'uncalculated' | null };
type ReadRow = { number: number; cells: ReadCell[] };

const flaws = new Map([
  [marks.error, 'error'],
  [marks.uncalculated, 'uncalculated'],
] as const);

function cellOf(row: SheetRow, column: number): ReadCell {
  const written = row.cellAt(column);
  const text = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written;
  const mark = row.markAt(column);
  return {
    text,
    kind: mark > 0 ? (workbook.kinds[mark - 1] ?? { kind: 'number' }) : null,
    flaw: flaws.get(mark) ?? null,
  };
}

/** Reads a sheet that arrives in chunks of this size. */
async function read(xml: string, chunkBytes: number): Promise<ReadRow[]> {
  const bytes = Buffer.from(xml);
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, index) =>
    bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes),
  );
  const part = { name: 'sheet1.xml', bytes: bytes.length, isWhole: true, open: async () => Readable.from(chunks) };
  const sheet = { name: 'Sheet1', isHidden: false, entry: part as unknown as ArchiveEntry };
  const rows: ReadRow[] = [];
  const onRow = (row: SheetRow) => {
    rows.push({
      number: row.number(),
      cells: Array.from({ length: row.length() }, (_, column) => cellOf(row, column)),
    });
  };
  let lines = '';
  for await (const batch of readSheetLines(workbook, sheet, { meter: { count: () => {} }, onRow })) {
    lines += batch.bytes.toString();
  }
  expect(lines).toBe(rows.map(lineOf).join(''));
  return rows;
}

/** The line of a row; a row without text has none. */
const lineOf = ({ number, cells }: ReadRow) =>
  cells.some(({ text }) => text !== '') ? `${[number, ...cells.map(({ text }) => quoteCell(text))].join(',')}\n` : '';

test('the byte matcher and the XML parser read cells in the same way, wherever a chunk ends', async () => {
  for (let seed = 1; seed <= 300; seed++) {
    // With a second space a cell means the same, but the byte matcher does not accept it.
    const parsed = await read(writeSheet(seed, ' '), 1_000_000);
    const xml = writeSheet(seed, '');
    for (const chunkBytes of [1_000_000, 2 + (seed % 60), 1100]) {
      expect([seed, chunkBytes, await read(xml, chunkBytes)]).toEqual([seed, chunkBytes, parsed]);
    }
  }
});

test('a sheet that ends within a row is rejected as damaged', async () => {
  await expect(read('<worksheet><sheetData><row><c r="A1"><v>1</v></c>', 1_000_000)).rejects.toThrow('unclosed tag');
});

test.each([
  ['1.50', '1.5'],
  ['007', '7'],
  ['-0', '0'],
  ['-0.25', '-0.25'],
  ['0.000001', '0.000001'],
  ['0.0000001', '1e-7'],
  ['1e3', '1000'],
  ['123456789012345', '123456789012345'],
  ['1234567890123456', '1.234567890123456e+15'],
  ['0.10000000000000001', '0.1'],
])('the number %s is %s', async (value, text) => {
  const [row] = await read(`<sheetData><row><c><v>${value}</v></c></row></sheetData>`, 1_000_000);
  expect(row!.cells).toEqual([{ text, kind: { kind: 'number' }, flaw: null }]);
});
