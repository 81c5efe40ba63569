import { expect, test } from 'vitest';

import type { DatasetColumn } from '#domain/columns/column.ts';
import { formulaProblemText, formulaText, parseFormula } from './formula.ts';
import type { QuerySubject } from './subject.ts';
import { FormulaError } from './formula-tokens.ts';

const column = (id: string, name: string, type: DatasetColumn['type'], zh_CN = ''): DatasetColumn => ({
  id,
  name,
  type,
  role: 'measure',
  format: 'plain',
  unit: '',
  aggregation: 'automatic',
  label: { en_US: '', zh_CN },
  description: { en_US: '', zh_CN: '' },
});

const subject: QuerySubject = {
  columns: [
    column('c1', 'amount', 'number', '金额'),
    column('c2', 'unit "cost"', 'number'),
    column('c3', 'sku', 'text'),
  ],
  metrics: [
    {
      id: 'k1',
      name: 'orders',
      label: { en_US: '', zh_CN: '' },
      description: { en_US: '', zh_CN: '' },
      format: 'plain',
      unit: '',
      formula: { kind: 'count' },
    },
  ],
};

const problemOf = (text: string) => {
  try {
    parseFormula(text, subject);
  } catch (error) {
    return error as FormulaError;
  }
  throw new Error('no problem');
};

test('a formula can be parsed and written back', () => {
  const texts = [
    'sum(amount) / count()',
    '(sum(amount) - sum("unit ""cost""")) / sum(amount) * 100',
    'sum(amount) - (sum(amount) - count())',
    'percentile(amount, 95) + median(amount)',
    'distinct(sku) / orders',
    'sum(amount) * -1.5',
  ];
  for (const text of texts) expect(formulaText(parseFormula(text, subject), subject, 'en_US')).toBe(text);
});

test('deleted columns and metrics are named as deleted, never by id', () => {
  const gone = { kind: 'sum', column: 'c_17b4f2a9' } as const;
  const formula = { kind: 'divide', left: gone, right: { kind: 'metric', metric: 'k_17b4f2a9' } } as const;
  expect(formulaText(formula, subject, 'en_US')).toBe('sum("deleted column") / "deleted metric"');
  expect(formulaText(formula, subject, 'zh_CN')).toBe('sum(已删除的列) / 已删除的指标');
});

test('division precedes addition, left to right', () => {
  expect(parseFormula('1 - 2 - count() / 4', subject)).toEqual({
    kind: 'subtract',
    left: { kind: 'subtract', left: { kind: 'number', value: 1 }, right: { kind: 'number', value: 2 } },
    right: { kind: 'divide', left: { kind: 'count' }, right: { kind: 'number', value: 4 } },
  });
});

test('case, spaces, labels and other operator signs are accepted', () => {
  expect(parseFormula('SUM( 金额 ) ÷ Count( )', subject)).toEqual(parseFormula('sum(amount)/count()', subject));
});

test('an error has a position', () => {
  const invalid = ['sum(amont) / count()', 'sum(amount) /', 'total(amount)', 'sum(sku)', 'amount / 2', 'sum(amount) )'];
  expect(invalid.map(problemOf).map(({ code, at, length }) => [code, at, length])).toEqual([
    ['column_unknown', 4, 5],
    ['unfinished', 13, 0],
    ['function_unknown', 0, 5],
    ['column_not_number', 4, 3],
    ['metric_unknown', 0, 6],
    ['unexpected', 12, 1],
  ]);
  const others = ['', '"a', 'sum()', 'percentile(amount, 200)', 'count() $ 2', '1'.repeat(3000)];
  expect(others.map(problemOf).map(({ code }) => code)).toEqual([
    'empty',
    'unclosed',
    'column_missing',
    'percentile_range',
    'unexpected',
    'too_long',
  ]);
});

test('an error has a text in both languages', () => {
  const error = problemOf('sum(amont)');
  expect(formulaProblemText(error, 'en_US')).toBe('There’s no column “amont”.');
  expect(formulaProblemText(error, 'zh_CN')).toBe('没有名为“amont”的列。');
});
