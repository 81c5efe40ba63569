import { describe, expect, test } from 'vitest';

import type { Grain, Span } from '#domain/query/query.ts';
import { isDay, momentOf, slotMinutesOf, wallOf } from './calendar.ts';
import { windowOf } from './span.ts';

const at = (text: string) => Date.parse(text);
const isoBoundsOf = ({ from, to }: { from: number; to: number }) =>
  [from, to].map((moment) => new Date(moment).toISOString().replace(':00.000Z', 'Z'));

describe('wall-clock time', () => {
  test.each([
    ['America/New_York', '2026-03-08T06:59:00Z', '2026-03-08T01:59:00Z'],
    ['America/New_York', '2026-03-08T07:00:00Z', '2026-03-08T03:00:00Z'],
    ['Asia/Kolkata', '2026-01-01T00:00:00Z', '2026-01-01T05:30:00Z'],
    ['Asia/Kathmandu', '2026-01-01T00:00:00Z', '2026-01-01T05:45:00Z'],
    ['Asia/Shanghai', '1988-07-01T00:00:00Z', '1988-07-01T09:00:00Z'],
    ['UTC', '0099-01-01T00:00:00Z', '0099-01-01T00:00:00Z'],
  ])('in %s at %s is %s', (zone, moment, wall) => {
    expect(wallOf(at(moment), zone)).toBe(at(wall));
  });

  test('maps an ambiguous time to the earlier moment when clocks go back', () => {
    expect(momentOf(at('2026-11-01T01:30:00Z'), 'America/New_York')).toBe(at('2026-11-01T05:30:00Z'));
  });

  test('maps a skipped midnight to the first moment of the day', () => {
    expect(momentOf(at('2018-11-04T00:00:00Z'), 'America/Sao_Paulo')).toBe(at('2018-11-04T03:00:00Z'));
  });

  test.each([
    ['Asia/Shanghai', 60],
    ['America/New_York', 60],
    ['Asia/Kolkata', 15],
    ['Asia/Kathmandu', 15],
    ['Australia/Lord_Howe', 15],
  ])('in %s has slots of %d minutes', (zone, minutes) => {
    expect(slotMinutesOf(zone)).toBe(minutes);
  });
});

const month: Grain = { unit: 'month' };
const day: Grain = { unit: 'day' };
const quarter: Grain = { unit: 'quarter' };

describe('a span', () => {
  test.each<[string, Span, string, string[]]>([
    ['the last 7 days', { kind: 'last', count: 7, grain: day }, 'UTC', ['2026-11-09T00:00Z', '2026-11-15T07:30Z']],
    [
      'today in Kolkata',
      { kind: 'last', count: 1, grain: day },
      'Asia/Kolkata',
      ['2026-11-14T18:30Z', '2026-11-15T07:30Z'],
    ],
    [
      'this month so far',
      { kind: 'this', grain: month, until: 'now' },
      'Asia/Shanghai',
      ['2026-10-31T16:00Z', '2026-11-15T07:30Z'],
    ],
    [
      'the whole month',
      { kind: 'this', grain: month, until: 'end' },
      'America/New_York',
      ['2026-11-01T04:00Z', '2026-12-01T05:00Z'],
    ],
    [
      'the previous quarter',
      { kind: 'previous', count: 1, grain: quarter },
      'UTC',
      ['2026-07-01T00:00Z', '2026-10-01T00:00Z'],
    ],
    [
      'the last 2 hours in Kolkata',
      { kind: 'last', count: 2, grain: { unit: 'hour' } },
      'Asia/Kolkata',
      ['2026-11-15T06:30Z', '2026-11-15T07:30Z'],
    ],
    [
      'a week from Sunday',
      { kind: 'this', grain: { unit: 'week', start: 'sunday' }, until: 'end' },
      'UTC',
      ['2026-11-15T00:00Z', '2026-11-22T00:00Z'],
    ],
    [
      'a fiscal year from April',
      { kind: 'this', grain: { unit: 'fiscal_year', start: 4 }, until: 'end' },
      'UTC',
      ['2026-04-01T00:00Z', '2027-04-01T00:00Z'],
    ],
    [
      'a day of 23 hours',
      { kind: 'range', from: '2026-03-08', to: '2026-03-08' },
      'America/New_York',
      ['2026-03-08T05:00Z', '2026-03-09T04:00Z'],
    ],
    [
      'a day of 25 hours',
      { kind: 'range', from: '2026-11-01', to: '2026-11-01' },
      'America/New_York',
      ['2026-11-01T04:00Z', '2026-11-02T05:00Z'],
    ],
  ])('such as %s has its bounds', (_name, span, zone, bounds) => {
    expect(isoBoundsOf(windowOf(span, { now: at('2026-11-15T07:30:00Z'), zone }))).toEqual(bounds);
  });
});

test.each([
  ['2024-02-29', true],
  ['0001-01-01', true],
  ['2026-02-29', false],
  ['2026-02-31', false],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
  [20_260_101, false],
])('%s is a day: %s', (value, expected) => {
  expect(isDay(value)).toBe(expected);
});
