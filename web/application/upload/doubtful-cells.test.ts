import { expect, test } from 'vitest';

import type { DetectedTable } from '#contract/imports/routes.ts';
import { doubtCheckOf } from './doubtful-cells.ts';
import { newColumnsOf } from './column-plans.ts';

const column = { type: 'text', role: 'dimension', format: 'plain', unit: '', doubtful: 0 } as const;
const table: DetectedTable = {
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

test('marks cells that the server reports as doubtful', () => {
  const isDoubtful = doubtCheckOf(table, newColumnsOf(table, {}));
  expect([isDoubtful(0, 0), isDoubtful(1, 0), isDoubtful(1, 1)]).toEqual([false, true, false]);
});

test('checks cells again for a type chosen by the user', () => {
  const isDoubtful = doubtCheckOf(
    table,
    newColumnsOf(table, { columns: { 0: { type: 'text' }, 1: { type: 'date' } } }),
  );
  expect([isDoubtful(1, 0), isDoubtful(0, 1), isDoubtful(1, 1)]).toEqual([false, false, true]);
});

test('a cell with a remembered correction is not marked', () => {
  const columns = newColumnsOf(table, {}).map((each) => ({ ...each, id: each.name }));
  const isDoubtful = doubtCheckOf(table, columns, [{ column: 'amount', from: 'many', to: '12' }]);
  expect(isDoubtful(1, 0)).toBe(false);
});
