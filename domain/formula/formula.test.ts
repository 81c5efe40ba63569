import { describe, expect, test } from 'vitest';

import type { Column } from '#domain/query/query.ts';
import { checkFormula } from './check.ts';
import { textOfFormula } from './formula-text.ts';
import { formulaFunctions } from './functions.ts';

const columns: Column[] = [
  { id: 'c1', name: 'price', type: 'number' },
  { id: 'c2', name: 'units sold', type: 'integer' },
  { id: 'c3', name: 'city', type: 'text' },
  { id: 'c4', name: 'paid', type: 'boolean' },
  { id: 'c5', name: 'due', type: 'date' },
  { id: 'c6', name: '下单时间', type: 'time' },
  { id: 'c7', name: 'odd ] name', type: 'json' },
];

const typeOf = (text: string) => {
  const result = checkFormula(text, columns);
  return 'problem' in result ? result.problem.code : result.type;
};
const problemOf = (text: string) => {
  const result = checkFormula(text, columns);
  if (!('problem' in result)) throw new Error('no problem');
  const { code, params, from, to } = result.problem;
  return { code, params, part: text.slice(from, to) };
};
/** The formula as it is shown again. */
const rewrite = (text: string) => {
  const result = checkFormula(text, columns);
  return 'problem' in result ? result.problem : textOfFormula(result.expression, columns);
};

describe('reading', () => {
  test.each([
    ['price*2', '[price] * 2'],
    ['(price + 1) * [units sold] - -2', '([price] + 1) * [units sold] - -2'],
    ['1 - (2 - 3)', '1 - (2 - 3)'],
    ['not paid and PAID or true', 'not [paid] and [paid] or true'],
    ['not (paid and paid)', 'not ([paid] and [paid])'],
    ['-(price)', '-[price]'],
    ["IF(price>=3,'it''s',\"“x”\")", "if([price] >= 3, 'it''s', '“x”')"],
    ['if（price≥3，“大”，‘小’）', "if([price] >= 3, '大', '小')"],
    ['year(下单时间) × 2', 'year([下单时间]) * 2'],
    ['length([odd ]] name])', 'length([odd ]] name])'],
    ["city & '-' & [units sold]", "[city] & '-' & [units sold]"],
    ['price != .5', '[price] <> 0.5'],
  ])('%s is read and shown as %s', (text, rewritten) => {
    expect(rewrite(text)).toBe(rewritten);
    expect(rewrite(rewritten)).toBe(rewritten);
  });
});

describe('types', () => {
  test.each([
    ['1 + 2', 'number'],
    ['round(price)', 'integer'],
    ['round(price, 2)', 'number'],
    ['if(paid, 1, 2)', 'integer'],
    ['if(paid, 1, price)', 'number'],
    ['[units sold] = 1.5', 'boolean'],
    ['due < 下单时间', 'boolean'],
    ["startof('month', 下单时间)", 'date'],
    ["startof('hour', 下单时间)", 'time'],
    ["datediff('hour', 下单时间, 下单时间)", 'number'],
    ["lookup(city, 'a', 1, 'b', 2, 3)", 'integer'],
    ['lower([odd ]] name])', 'text'],
  ])('%s is of the type %s', (text, type) => {
    expect(typeOf(text)).toBe(type);
  });
});

describe('refusals say what is wrong and where', () => {
  test.each([
    ['', 'formula_empty', ''],
    ['1 + [pric]', 'formula_column_near', '[pric]'],
    ['zzzzzz + 1', 'formula_column_unknown', 'zzzzzz'],
    ['[product › group]', 'formula_column_related', '[product › group]'],
    ['rond(price)', 'formula_function_near', 'rond'],
    ['frobnicate(price)', 'formula_function_unknown', 'frobnicate'],
    ['price +', 'formula_incomplete', '+'],
    ['(price', 'formula_unclosed', 'e'],
    ["city & 'abc", 'formula_unclosed', "'abc"],
    ['price 2', 'formula_syntax', '2'],
    ['price ; 2', 'formula_syntax', ';'],
    ['round(1, 2, 3)', 'formula_arguments', 'round(1, 2, 3)'],
    ['if(paid, 1)+city', 'formula_needs_number', 'city'],
    ["if(paid, 1, 'x')", 'formula_types_differ', "'x'"],
    ['if(price, 1, 2)', 'formula_needs_condition', 'price'],
    ["due = '2026-01-01'", 'formula_types_differ', "'2026-01-01'"],
    ["startof('moon', due)", 'formula_needs_unit', "'moon'"],
    ['hour(due)', 'formula_needs_time', 'due'],
    ['left(city, price)', 'formula_needs_whole_number', 'price'],
    ['bin(price, 0)', 'formula_needs_width', '0'],
    ["replace(city, '', 'x')", 'formula_needs_quoted_text', "''"],
    ['totext(price)', 'formula_needs_text', 'price'],
    ['1e99 * 2', 'formula_number_range', '1e99'],
  ])('%s: %s', (text, code, part) => {
    expect(problemOf(text)).toMatchObject({ code, part });
  });

  test('the name closest to a misspelled one is suggested', () => {
    expect(problemOf('[pric] * 2').params).toEqual({ value: 'pric', near: 'price' });
  });

  test('very long or deeply nested formulas are refused', () => {
    expect(problemOf('1'.repeat(1_000_000)).code).toBe('formula_too_long');
    expect(problemOf('('.repeat(9000)).code).toBe('formula_too_deep');
    expect(problemOf('-'.repeat(9000)).code).toBe('formula_too_deep');
    expect(problemOf(`1${'+1'.repeat(4000)}`).code).toBe('formula_too_deep');
  });
});

test('every function has a valid example of its own', () => {
  const names = ['amount', 'score', 'discount', 'hours', 'items', 'plan', 'actual', 'quota', 'used', 'stock', 'sold'];
  names.push('area', 'rate', 'years', 'population', 'views', 'age', 'year', 'month', 'price');
  const texts = ['status', 'email', 'quantity', 'city', 'country', 'code', 'name', 'postcode', 'phone', 'sku'];
  texts.push('comment', 'page', 'order', 'path');
  const exampleColumns: Column[] = [
    ...names.map((name) => ({ id: name, name, type: 'number' as const })),
    ...texts.map((name) => ({ id: name, name, type: 'text' as const })),
    ...['ordered_at', 'shipped_at'].map((name) => ({ id: name, name, type: 'time' as const })),
    { id: 'invoiced_on', name: 'invoiced_on', type: 'date' },
  ];
  for (const { name, example, signature } of formulaFunctions) {
    expect(example).toContain(`${name}(`);
    expect(signature.startsWith(`${name}(`)).toBe(true);
    expect(checkFormula(example, exampleColumns), example).toHaveProperty('type');
  }
});
