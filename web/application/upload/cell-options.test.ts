import { expect, test } from 'vitest';

import type { DetectedTable } from '#contract/imports/routes.ts';
import { parsedCellText } from './cell-options.ts';
import { newColumnsOf } from './column-plans.ts';

const column = { role: 'dimension', format: 'plain', unit: '', doubtful: 0 } as const;
const table: DetectedTable = {
  name: 'orte',
  rows: 1,
  exact: true,
  columns: [
    { ...column, name: 'Tag', type: 'date' },
    { ...column, name: 'Betrag', type: 'number' },
    { ...column, name: 'Ort', type: 'text' },
  ],
  sample: [],
  markers: [[], [{ text: 'NA', count: 1, isEmpty: true }], []],
  styles: [
    { dayFirst: true, decimalComma: false },
    { dayFirst: null, decimalComma: true },
    { dayFirst: null, decimalComma: false },
  ],
  reading: null,
  doubtful: [],
  notes: [],
};
const read = (text: string, source: number) => parsedCellText(text, table, newColumnsOf(table, {})[source]!);

test.each([
  ['01/02/2026', 0, '2026-02-01'],
  ['2026-02-01', 0, null],
  ['someday', 0, null],
  ['1,5', 1, '1.5'],
  ['7', 1, null],
  ['NA', 1, '-'],
  ['', 1, null],
  ['1,5', 2, null],
])('%s in column %i is read as %s', (text, source, expected) => {
  expect(read(text, source)).toBe(expected);
});

test('reads an ambiguous date with the month first if the column has that order', () => {
  const monthFirst = { ...table, styles: [{ dayFirst: false, decimalComma: false }] };
  expect(parsedCellText('01/02/2026', monthFirst, newColumnsOf(monthFirst, {})[0]!)).toBe('2026-01-02');
});
