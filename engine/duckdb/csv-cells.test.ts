import { afterAll, beforeAll, expect, test } from 'vitest';

import { createRandom, type Random } from '#engine/testing/random.ts';
import { openFileReader, type TestFileReader } from '#engine/testing/file-reader.ts';

let reader: TestFileReader;
beforeAll(async () => {
  reader = await openFileReader();
});
afterAll(() => reader.close());

const breaks = ['\n', '\r\n', '\r'];
const delimiters = [',', ';', '\t', '|'];
const words = ['plain', '上海', 'café', 'x', 'It’s', '007', 'a b'];

/** A table of texts and one of the many ways to write it as CSV. */
function writeCase(random: Random) {
  const delimiter = random.pick(delimiters);
  const ends = random.chance(0.7) ? [random.pick(breaks)] : breaks;
  const innerBreaks = random.several(1, 3, () => random.pick(breaks));
  const isMultiLine = random.chance(0.7);
  const textOf = () => {
    const parts = random.several(1, 3, () => random.pick(words));
    if (random.chance(0.2)) return parts.join(delimiter);
    if (random.chance(0.1)) return parts.join('"');
    return isMultiLine && random.chance(0.3) ? parts.join(random.pick(innerBreaks)) : parts.join('');
  };
  const width = random.between(2, 5);
  const header = Array.from({ length: width }, (_, index) => `${textOf()}${index}`);
  // A first cell without content could look like a title or a blank line.
  const rows = random.several(1, 60, () =>
    Array.from({ length: width }, (_, index) => (index > 0 && random.chance(0.1) ? '' : textOf())),
  );
  const alwaysQuotes = random.chance(0.3);
  const cell = (text: string) =>
    alwaysQuotes || random.chance(0.1) || text.includes(delimiter) || /["\r\n]/.test(text)
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  const blanks = random.chance(0.2);
  const lines = [header, ...rows].map((row) => row.map(cell).join(delimiter));
  const written = lines.map(
    (line) => line + random.pick(ends) + (blanks && random.chance(0.1) ? random.pick(ends) : ''),
  );
  const text = written.join('');
  const bom = random.chance(0.1) ? '\uFEFF' : '';
  return { header, rows, content: bom + (random.chance(0.2) ? text.replace(/(?:\r\n|\n|\r)$/, '') : text) };
}

const nameOf = (cell: string) => cell.replaceAll(/\p{Cc}+/gu, ' ').trim();

test('every cell is read as written, whatever mix of line ends, quotes and delimiters', async () => {
  for (let seed = 1; seed <= 40; seed++) {
    const { header, rows, content } = writeCase(createRandom(seed));
    const message = `seed ${seed}: ${JSON.stringify(content).slice(0, 2000)}`;
    const [table] = await reader.inspect(content);
    expect(table!.rows, message).toBe(rows.length);
    expect(
      table!.columns.map(({ name }) => name).map((name) => name.replace(/_\d+$/, '')),
      message,
    ).toEqual(header.map(nameOf));
    const loaded = await reader.load(table!, { types: header.map(() => 'text' as const) });
    expect([loaded.rows, loaded.rejected], message).toEqual([rows.length, 0]);
    expect(loaded.values, message).toEqual(rows.map((row) => row.map((text) => text || null)));
  }
});
