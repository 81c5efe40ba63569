import { expect, test } from 'vitest';

import { exactText } from '#display/format/text.ts';
import { areaOf, type CellPosition, positionAfter, tsvOf } from './selection.ts';

const bounds = { top: -1, bottom: 99, left: 0, right: 4 };
const press = (position: CellPosition, key: string, toEnd = false) =>
  positionAfter(position, { key, page: 10, toEnd }, bounds);

test('arrow keys move by a cell and stop at the edges', () => {
  expect(press({ row: 3, column: 2 }, 'ArrowDown')).toEqual({ row: 4, column: 2 });
  expect(press({ row: 0, column: 0 }, 'ArrowUp')).toEqual({ row: -1, column: 0 });
  expect(press({ row: -1, column: 0 }, 'ArrowUp')).toEqual({ row: -1, column: 0 });
  expect(press({ row: 3, column: 4 }, 'ArrowRight')).toEqual({ row: 3, column: 4 });
});

test('Page, Home and End keys reach the ends of rows and table', () => {
  expect(press({ row: 50, column: 1 }, 'PageDown')).toEqual({ row: 60, column: 1 });
  expect(press({ row: 4, column: 1 }, 'PageUp')).toEqual({ row: 0, column: 1 });
  expect(press({ row: 4, column: 2 }, 'End')).toEqual({ row: 4, column: 4 });
  expect(press({ row: 4, column: 2 }, 'End', true)).toEqual({ row: 99, column: 4 });
  expect(press({ row: 40, column: 2 }, 'ArrowUp', true)).toEqual({ row: 0, column: 2 });
});

test('other keys do not move the focus', () => {
  expect(press({ row: 4, column: 2 }, 'x')).toBeUndefined();
});

test('an area is the same whichever corner it starts from', () => {
  const area = areaOf({ anchor: { row: 5, column: 3 }, focus: { row: 2, column: 4 } });
  expect(area).toEqual({ top: 2, bottom: 5, left: 3, right: 4 });
});

test('cells are copied as TSV with exact values, quoted where necessary', () => {
  const values = [
    [1234567.891, null, 'a\tb'],
    ['say "hi"', true, 'two\nlines'],
  ];
  const copy = tsvOf({ top: 0, bottom: 1, left: 0, right: 2 }, (row, column) => exactText(values[row]![column]));
  expect(copy).toBe('1234567.891\t\t"a\tb"\n"say ""hi"""\ttrue\t"two\nlines"');
});

test('objects are copied as JSON', () => {
  expect(exactText({ a: [1] })).toBe('{"a":[1]}');
});
