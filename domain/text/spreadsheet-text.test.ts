import { expect, test } from 'vitest';

import { csvCellOf, defuseCell, isPlainNumber } from './spreadsheet-text.ts';

const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
const delimiters = [';', '|', '\t', '\n', '\r', '\r\n'];

/** How another program splits a line: at its own delimiter, with quotes only at the start of a cell. */
const splitBy = (line: string, delimiter: string) =>
  line
    .split(/\r\n|\r|\n/)
    .flatMap((each) => each.split(delimiter))
    .map((cell) => cell.replace(/^"+/, '').trim());

test('no text is run as a formula, whatever delimiter a program uses', () => {
  for (const sign of signs)
    for (const before of [
      '',
      ' ',
      '\t',
      '\r',
      '\n',
      ...delimiters.flatMap((each) => [`a${each}`, `a${each} `, `a${each}"`]),
    ]) {
      const cell = csvCellOf(`${before}${sign}SUM(1)`);
      for (const delimiter of [';', '|', '\t'])
        for (const part of splitBy(`x,${cell}`, delimiter))
          expect([before, sign, cell, signs.includes(part[0]!)]).toEqual([before, sign, cell, false]);
    }
});

test.each(['-5', '+8%', '1,234.50', '-', 'a-b', 'a; b', 'todo:\n- one\n- two', '12;-5', '2026-01-01', 'x=1'])(
  '%j stays as it is, or is marked as text',
  (text) => expect(defuseCell(text).replace(/^'/, '')).toBe(text),
);

test('numbers are distinguished from formulas and stay as they are', () => {
  for (const text of ['-5', '+8%', '-281474976710656']) expect(defuseCell(text)).toBe(text);
  for (const text of ['-5', '+8%', '-1,234.5', '0.1']) expect(isPlainNumber(text)).toBe(true);
  for (const text of ['-5+1', '+A1', '＝1', '-', '', '1;=1']) expect(isPlainNumber(text)).toBe(false);
});
