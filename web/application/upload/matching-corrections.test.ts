import { expect, test } from 'vitest';

import type { DetectedTable } from '#contract/imports/routes.ts';
import { newColumnsOf } from './column-plans.ts';
import { matchingCorrections } from './matching-corrections.ts';

const column = { type: 'date', role: 'time', format: 'plain', unit: '', doubtful: 0 } as const;
const table: DetectedTable = {
  name: 'orders',
  rows: 2,
  exact: true,
  columns: [
    { ...column, name: 'day' },
    { ...column, name: 'note', type: 'text' },
  ],
  sample: [
    ['2026-09-11', 'soon'],
    ['soon', 'x'],
  ],
  markers: [],
  styles: [],
  reading: null,
  doubtful: [[1, 0]],
  notes: [],
};
const columns = newColumnsOf(table, {}).map((each) => ({ ...each, id: each.name }));
const correction = { column: 'day', from: 'soon', to: '2026-09-12' };

test('lists only corrections whose value is in the sample and does not fit', () => {
  const recipe = [
    correction,
    { ...correction, from: 'never' },
    { ...correction, column: 'note' },
    { ...correction, from: '2026-09-11' },
  ];
  expect(matchingCorrections(table, columns, recipe)).toEqual([{ ...correction, name: 'day' }]);
});

test('a column that is not loaded needs no correction', () => {
  const skipped = columns.map((each) => ({ ...each, isIncluded: false }));
  expect(matchingCorrections(table, skipped, [correction])).toEqual([]);
});
