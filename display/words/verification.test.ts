import { expect, test } from 'vitest';

import { emptyQuerySpec, type Formula } from '#domain/query/query.ts';
import { verificationsOf } from './verification.ts';

const label = { en_US: '', zh_CN: '' };
const verification = { by: 'Ada', at: '2026-11-18T02:00:00.000Z', note: '' };
const metric = (id: string, mark: typeof verification | null) => ({
  id,
  name: id,
  label,
  description: label,
  format: 'plain' as const,
  unit: '',
  formula: { kind: 'count' } as Formula,
  verification: mark,
});
const metrics = [metric('revenue', verification), metric('draft', null)];
const sum: Formula = { kind: 'sum', column: 'amount' };
const named = (id: string): Formula => ({ kind: 'metric', metric: id });

const namesOf = (formulas: Formula[], datasetMark: typeof verification | null) => {
  const measures = formulas.map((formula, index) => ({ id: `m${index}`, formula, show: 'value' as const }));
  const dataset = { name: 'orders', label, verification: datasetMark, metrics };
  return verificationsOf({ ...emptyQuerySpec('d'), measures }, dataset, 'en_US').map(({ name }) => name);
};

test('numbers of metrics are verified by the marks of the metrics, all others by that of the dataset', () => {
  expect(namesOf([named('revenue')], null)).toEqual(['revenue']);
  expect(namesOf([named('revenue'), sum], verification)).toEqual(['revenue', 'orders']);
  expect(namesOf([{ kind: 'count' }], verification)).toEqual(['orders']);
});

test('one number that is not verified leaves the result without a mark', () => {
  expect(namesOf([named('draft')], verification)).toEqual([]);
  expect(namesOf([named('revenue'), sum], null)).toEqual([]);
  expect(namesOf([{ kind: 'divide', left: named('revenue'), right: sum }], null)).toEqual([]);
  expect(namesOf([named('deleted')], verification)).toEqual([]);
});
