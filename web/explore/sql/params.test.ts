import { expect, test } from 'vitest';

import { localTimeText, timestampAt, namesOfParams, paramsFor, valueOf } from './params.ts';

test('finds each parameter once, ignoring case', () => {
  expect(namesOfParams('select * from t where a = $city and b > $from or a = $City')).toEqual(['city', 'from']);
});

test('ignores strings, quoted names and comments', () => {
  const sql = `select '$no', "$neither", 'it''s $not' -- $nor
  /* $none */ , $$ $nothing $$, $tag$ $null $tag$, $yes`;
  expect(namesOfParams(sql)).toEqual(['yes']);
});

test('ignores numbered placeholders', () => {
  expect(namesOfParams('select $1')).toEqual([]);
});

test('keeps type and value of a parameter while the text changes', () => {
  const existing = [{ name: 'city', type: 'integer' as const, value: 3 }];
  expect(paramsFor('select $city, $day', existing)).toEqual([
    { name: 'city', type: 'integer', value: 3 },
    { name: 'day', type: 'text', value: null },
  ]);
  expect(paramsFor('select 1', existing)).toEqual([]);
});

test('converts values to the chosen type', () => {
  expect(valueOf('12', 'integer')).toBe(12);
  expect(valueOf('12', 'text')).toBe('12');
  expect(valueOf('true', 'boolean')).toBe(true);
  expect(valueOf('', 'number')).toBeNull();
  expect(valueOf('', 'text')).toBe('');
  expect(valueOf('abc', 'number')).toBe('abc');
});

test('infers the type of a new parameter from the compared column', () => {
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

test('converts times in the zone', () => {
  expect(timestampAt('2026-08-18T00:00', 'Asia/Shanghai')).toBe('2026-08-17T16:00:00.000Z');
  expect(localTimeText('2026-08-17T16:00:00.000Z', 'Asia/Shanghai')).toBe('2026-08-18T00:00');
  // Daylight saving time started that night.
  expect(timestampAt('2026-03-29T03:30:05', 'Europe/Berlin')).toBe('2026-03-29T01:30:05.000Z');
  expect(timestampAt('', 'UTC')).toBeNull();
  expect(localTimeText(null, 'UTC')).toBe('');
});
