import { expect, test } from 'vitest';

import { clockText, momentAt, namesOfParams, paramsFor, valueOf } from './params.ts';

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

test('a new parameter has the type of the column that it is compared with', () => {
  const columns = [
    { name: 'ordered_at', type: 'time' as const },
    { name: '金额', type: 'number' as const },
    { name: 'n', type: 'integer' as const },
  ];
  const typesOf = (sql: string) => paramsFor(sql, [], columns).map(({ type }) => type);
  expect(typesOf('where o.ordered_at >= $since and "金额"<$most and city = $city')).toEqual(['time', 'number', 'text']);
  expect(typesOf('where n between $a and $b')).toEqual(['integer', 'integer']);
  expect(typesOf('where n in (1, $a, $b)')).toEqual(['integer', 'integer']);
  expect(typesOf('where $a < n and $b')).toEqual(['integer', 'text']);
});

test('times are written by the clocks of the zone', () => {
  expect(momentAt('2026-08-18T00:00', 'Asia/Shanghai')).toBe('2026-08-17T16:00:00.000Z');
  expect(clockText('2026-08-17T16:00:00.000Z', 'Asia/Shanghai')).toBe('2026-08-18T00:00');
  // Clocks went forward that night, from two to three.
  expect(momentAt('2026-03-29T03:30:05', 'Europe/Berlin')).toBe('2026-03-29T01:30:05.000Z');
  expect(momentAt('', 'UTC')).toBeNull();
  expect(clockText(null, 'UTC')).toBe('');
});
