import { expect, test } from 'vitest';

import type { FoundTable } from '#contract/imports.ts';
import { doubtOf } from './doubt.ts';
import { newColumnsOf } from './plan.ts';

const column = { type: 'text', role: 'dimension', format: 'plain', unit: '', doubtful: 0 } as const;
const table: FoundTable = {
  name: 'sales',
  rows: 2,
  exact: true,
  columns: [
    { ...column, name: 'amount', type: 'number' },
    { ...column, name: 'day' },
  ],
  sample: [
    ['12', '2026-01-31'],
    ['many', 'soon'],
  ],
  markers: [],
  styles: [],
  reading: null,
  doubtful: [[1, 0]],
  notes: [],
};

test('cells that the reader doubted are marked', () => {
  const isDoubtful = doubtOf(table, newColumnsOf(table, {}));
  expect([isDoubtful(0, 0), isDoubtful(1, 0), isDoubtful(1, 1)]).toEqual([false, true, false]);
});

test('a type that is chosen by hand is judged anew', () => {
  const isDoubtful = doubtOf(table, newColumnsOf(table, { columns: { 0: { type: 'text' }, 1: { type: 'date' } } }));
  expect([isDoubtful(1, 0), isDoubtful(0, 1), isDoubtful(1, 1)]).toEqual([false, false, true]);
});

test('a cell that a remembered correction puts right is not marked', () => {
  const columns = newColumnsOf(table, {}).map((each) => ({ ...each, id: each.name }));
  const isDoubtful = doubtOf(table, columns, [{ column: 'amount', from: 'many', to: '12' }]);
  expect(isDoubtful(1, 0)).toBe(false);
});
