import { expect, test } from 'vitest';

import type { Reject } from '#contract/datasets/routes.ts';
import { correctedRows, mergeRejects } from './corrections.ts';

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

test('only corrected rows are loaded, with all their cells, and a cleared cell is null', () => {
  const other = { ...reject, id: 2 };
  expect(correctedRows([reject, other], { 2: { price: '' } })).toEqual([
    { id: 2, cells: { name: 'bolt', price: null } },
  ]);
});

test('a row rejected again keeps the correction, and the next correction starts from it', () => {
  const tried = { ...reject, value: 'dozen', cells: { name: 'nut', price: 'dozen' } };
  const [merged] = mergeRejects([reject], [tried]);
  expect(merged?.cells).toEqual({ name: 'nut', price: 'dozen' });
  expect(correctedRows([merged!], { 1: { price: '12' } })).toEqual([{ id: 1, cells: { name: 'nut', price: '12' } }]);
});

test('the latest of several attempts wins', () => {
  const tries = ['a', 'b'].map((price) => ({ ...reject, cells: { price } }));
  expect(mergeRejects([reject], tries)[0]?.cells).toEqual({ price: 'b' });
});
