import { expect, test } from 'vitest';

import type { Reject } from '#contract/datasets.ts';
import { correctedRows, triedRows } from './corrections.ts';

const reject: Reject = {
  id: 1,
  importId: null,
  line: 2,
  column: 'price',
  value: 'twelve',
  reason: 'not_number',
  cells: { name: 'bolt', price: 'twelve' },
  createdAt: '2026-01-05T00:00:00.000Z',
};

test('only corrected rows are loaded, whole, and an emptied cell holds nothing', () => {
  const other = { ...reject, id: 2 };
  expect(correctedRows([reject, other], { 2: { price: '' } })).toEqual([
    { id: 2, cells: { name: 'bolt', price: null } },
  ]);
});

test('a row that still does not fit keeps what was written, and a later correction goes on from there', () => {
  const tried = { ...reject, value: 'dozen', cells: { name: 'nut', price: 'dozen' } };
  const [shown] = triedRows([reject], [tried]);
  expect(shown?.cells).toEqual({ name: 'nut', price: 'dozen' });
  expect(correctedRows([shown!], { 1: { price: '12' } })).toEqual([{ id: 1, cells: { name: 'nut', price: '12' } }]);
});

test('of several tries the last one counts', () => {
  const tries = ['a', 'b'].map((price) => ({ ...reject, cells: { price } }));
  expect(triedRows([reject], tries)[0]?.cells).toEqual({ price: 'b' });
});
