import { expect, test } from 'vitest';

import { deadlineOf, type ExpectedFreshness } from './expected-freshness.ts';

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const by = (
  at: string,
  covers: 'same_day' | 'day_before',
  { days = everyDay, zone = 'Asia/Shanghai' } = {},
): ExpectedFreshness => ({ kind: 'by', at, days, covers, zone });

/** The deadline in UTC, by default of an expectation that is older than the data. */
function deadline(expectation: ExpectedFreshness, reachesTo: string | null, since = '2020-01-01T00:00:00Z'): string {
  const moment = reachesTo === null ? null : Date.parse(reachesTo);
  return new Date(deadlineOf(expectation, { reachesTo: moment, since: Date.parse(since) })).toISOString();
}

test('rows of the same day are due on every day that has none', () => {
  // 17 November 18:20 in Shanghai; 09:00 there is 01:00 in UTC.
  expect(deadline(by('09:00', 'same_day'), '2026-11-17T10:20:00Z')).toBe('2026-11-18T01:00:00.000Z');
  // A row at 08:59 on the 18th is enough until the 19th.
  expect(deadline(by('09:00', 'same_day'), '2026-11-18T00:59:00Z')).toBe('2026-11-19T01:00:00.000Z');
});

test('rows of the day before are enough until the day after next', () => {
  // All of 17 November: the first moment that is missing is the start of the 18th.
  expect(deadline(by('09:00', 'day_before'), '2026-11-17T16:00:00Z')).toBe('2026-11-19T01:00:00.000Z');
  expect(deadline(by('09:00', 'same_day'), '2026-11-17T16:00:00Z')).toBe('2026-11-18T01:00:00.000Z');
});

test('a file that was loaded on time with the rows of last week is late', () => {
  expect(deadline(by('09:00', 'day_before'), '2026-11-10T16:00:00Z')).toBe('2026-11-12T01:00:00.000Z');
});

test('on chosen days, the day before is the chosen day before', () => {
  const workdays = { days: [1, 2, 3, 4, 5], zone: 'UTC' };
  // Rows of Friday 13 November are enough for Monday the 16th and missing on Tuesday.
  expect(deadline(by('09:00', 'day_before', workdays), '2026-11-14T00:00:00Z')).toBe('2026-11-17T09:00:00.000Z');
  expect(deadline(by('09:00', 'same_day', workdays), '2026-11-14T00:00:00Z')).toBe('2026-11-16T09:00:00.000Z');
  const mondays = { days: [1], zone: 'UTC' };
  expect(deadline(by('09:00', 'day_before', mondays), '2026-11-10T00:00:00Z')).toBe('2026-11-23T09:00:00.000Z');
});

test('a time that the change to summer time skips is due an hour later by the clock', () => {
  const berlin = by('02:30', 'same_day', { zone: 'Europe/Berlin' });
  // On 29 March 2026 the clock goes from 02:00 to 03:00; 02:30 would have been 01:30 in UTC.
  expect(deadline(berlin, '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:30:00.000Z');
  expect(deadline(berlin, '2026-03-29T12:00:00Z')).toBe('2026-03-30T00:30:00.000Z');
});

test('data that was already behind when the expectation was set is late since the last slot before that', () => {
  const since = '2026-11-18T07:00:00Z';
  expect(deadline(by('09:00', 'day_before'), '2019-01-01T00:00:00Z', since)).toBe('2026-11-18T01:00:00.000Z');
  expect(deadline({ kind: 'every', minutes: 60, zone: 'UTC' }, '2019-01-01T00:00:00Z', since)).toBe(
    '2026-11-18T07:00:00.000Z',
  );
});

test('without data, the first slot or interval after the expectation was set counts', () => {
  const since = '2026-11-18T07:00:00Z';
  expect(deadline(by('09:00', 'same_day'), null, since)).toBe('2026-11-19T01:00:00.000Z');
  expect(deadline({ kind: 'every', minutes: 90, zone: 'UTC' }, null, since)).toBe('2026-11-18T08:30:00.000Z');
});

test('an interval counts from the end of the newest row', () => {
  const hourly: ExpectedFreshness = { kind: 'every', minutes: 60, zone: 'UTC' };
  expect(deadline(hourly, '2026-11-18T07:20:00Z')).toBe('2026-11-18T08:20:00.000Z');
});
