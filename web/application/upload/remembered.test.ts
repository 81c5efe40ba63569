import { expect, test } from 'vitest';

import type { FoundTable } from '#contract/imports.ts';
import { newColumnsOf } from './plan.ts';
import { rememberedOf } from './remembered.ts';

const column = { type: 'date', role: 'time', format: 'plain', unit: '', doubtful: 0 } as const;
const table: FoundTable = {
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
const met = { column: 'day', from: 'soon', to: '2026-09-12' };

test('only corrections whose value stands in the first rows and does not fit are told', () => {
  const recipe = [met, { ...met, from: 'never' }, { ...met, column: 'note' }, { ...met, from: '2026-09-11' }];
  expect(rememberedOf(table, columns, recipe)).toEqual([{ ...met, name: 'day' }]);
});

test('a column that is not loaded needs no correction', () => {
  const skipped = columns.map((each) => ({ ...each, kept: false }));
  expect(rememberedOf(table, skipped, [met])).toEqual([]);
});
