import { expect, test } from 'vitest';

import { namesOfParams, paramsFor, valueOf } from './params.ts';

test('finds parameters once each, whatever their case', () => {
  expect(namesOfParams('select * from t where a = $city and b > $from or a = $City')).toEqual(['city', 'from']);
});

test('what stands in texts, quoted names and comments is no parameter', () => {
  const sql = `select '$no', "$neither", 'it''s $not' -- $nor
  /* $none */ , $$ $nothing $$, $tag$ $null $tag$, $yes`;
  expect(namesOfParams(sql)).toEqual(['yes']);
});

test('places by number are no names', () => {
  expect(namesOfParams('select $1')).toEqual([]);
});

test('a parameter keeps its type and value while the text changes', () => {
  const known = [{ name: 'city', type: 'integer' as const, value: 3 }];
  expect(paramsFor('select $city, $day', known)).toEqual([
    { name: 'city', type: 'integer', value: 3 },
    { name: 'day', type: 'text', value: null },
  ]);
  expect(paramsFor('select 1', known)).toEqual([]);
});

test('values have the type that was chosen', () => {
  expect(valueOf('12', 'integer')).toBe(12);
  expect(valueOf('12', 'text')).toBe('12');
  expect(valueOf('true', 'boolean')).toBe(true);
  expect(valueOf('', 'number')).toBeNull();
  expect(valueOf('', 'text')).toBe('');
  expect(valueOf('abc', 'number')).toBe('abc');
});
