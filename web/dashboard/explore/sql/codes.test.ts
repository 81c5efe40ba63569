import { expect, test } from 'vitest';

import type { Field, Frame } from '#display/frame.ts';
import { withCodes } from './codes.ts';

const column = (name: string): Field => ({
  name,
  label: name,
  type: 'integer',
  role: 'measure',
  measure: name,
  part: 'value',
  style: { format: 'plain', decimals: null, unit: '' },
});

test('ids, codes and years are names, not amounts', () => {
  const names = ['id', 'order_id', 'orderId', 'year', 'amount', 'paid', 'orders'];
  const frame: Frame = {
    fields: names.map(column),
    values: names.map(() => [1]),
    rest: null,
    totals: [],
    unfinished: null,
    isCutOff: false,
  };
  const amounts = withCodes(frame).fields.filter(({ role }) => role === 'measure');
  expect(amounts.map(({ name }) => name)).toEqual(['amount', 'paid', 'orders']);
});
