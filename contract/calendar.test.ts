import { describe, expect, test } from 'vitest';

import type { Compare, Grain, Span } from './query.ts';
import { momentOf, slotMinutesOf, wallOf } from './calendar.ts';
import { baseOf, shiftOf, windowOf } from './span.ts';

const at = (text: string) => Date.parse(text);
const shown = ({ from, to }: { from: number; to: number }) =>
  [from, to].map((moment) => new Date(moment).toISOString().replace(':00.000Z', 'Z'));

describe('clocks', () => {
  test.each([
    ['America/New_York', '2026-03-08T06:59:00Z', '2026-03-08T01:59:00Z'],
    ['America/New_York', '2026-03-08T07:00:00Z', '2026-03-08T03:00:00Z'],
    ['Asia/Kolkata', '2026-01-01T00:00:00Z', '2026-01-01T05:30:00Z'],
    ['Asia/Kathmandu', '2026-01-01T00:00:00Z', '2026-01-01T05:45:00Z'],
    ['Asia/Shanghai', '1988-07-01T00:00:00Z', '1988-07-01T09:00:00Z'],
    ['UTC', '0099-01-01T00:00:00Z', '0099-01-01T00:00:00Z'],
  ])('in %s show at %s what people read, %s', (zone, moment, wall) => {
    expect(wallOf(at(moment), zone)).toBe(at(wall));
  });

  test('give the first of two moments when they are put back', () => {
    expect(momentOf(at('2026-11-01T01:30:00Z'), 'America/New_York')).toBe(at('2026-11-01T05:30:00Z'));
  });

  test('give the first moment of a day whose midnight is skipped', () => {
    expect(momentOf(at('2018-11-04T00:00:00Z'), 'America/Sao_Paulo')).toBe(at('2018-11-04T03:00:00Z'));
  });

  test.each([
    ['Asia/Shanghai', 60],
    ['America/New_York', 60],
    ['Asia/Kolkata', 15],
    ['Asia/Kathmandu', 15],
    ['Australia/Lord_Howe', 15],
  ])('of %s never change within %d minutes', (zone, minutes) => {
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
    expect(shown(windowOf(span, { now: at('2026-11-15T07:30:00Z'), zone }))).toEqual(bounds);
  });
});

describe('what a span is compared with', () => {
  const range = (from: string, to: string): Span => ({ kind: 'range', from, to });
  const soFar: Span = { kind: 'this', grain: month, until: 'now' };
  test.each<[string, Span, Compare['kind'], string, string[]]>([
    [
      'as much of a shorter month',
      soFar,
      'previous',
      '2026-03-31T10:00:00Z',
      ['2026-02-01T00:00Z', '2026-02-28T10:00Z'],
    ],
    [
      'the whole month before',
      { ...soFar, until: 'end' },
      'previous',
      '2026-03-31T10:00:00Z',
      ['2026-02-01T00:00Z', '2026-03-01T00:00Z'],
    ],
    [
      'the 7 days before',
      { kind: 'last', count: 7, grain: day },
      'previous',
      '2026-11-15T07:30:00Z',
      ['2026-11-02T00:00Z', '2026-11-08T07:30Z'],
    ],
    [
      'as many days',
      range('2026-03-10', '2026-03-12'),
      'previous',
      '2026-11-15T00:00:00Z',
      ['2026-03-07T00:00Z', '2026-03-10T00:00Z'],
    ],
    [
      'whole months before whole months',
      range('2026-03-01', '2026-04-30'),
      'previous',
      '2026-11-15T00:00:00Z',
      ['2026-01-01T00:00Z', '2026-03-01T00:00Z'],
    ],
    [
      'February without its 29th',
      range('2028-02-01', '2028-02-29'),
      'last_year',
      '2028-11-15T00:00:00Z',
      ['2027-02-01T00:00Z', '2027-03-01T00:00Z'],
    ],
    [
      'February with its 29th',
      range('2029-02-01', '2029-02-28'),
      'last_year',
      '2029-11-15T00:00:00Z',
      ['2028-02-01T00:00Z', '2028-03-01T00:00Z'],
    ],
    [
      'the 28th before a leap day',
      range('2028-02-28', '2028-02-28'),
      'last_year',
      '2028-11-15T00:00:00Z',
      ['2027-02-28T00:00Z', '2027-03-01T00:00Z'],
    ],
    [
      'until the same time on the 28th',
      soFar,
      'last_year',
      '2028-02-29T10:00:00Z',
      ['2027-02-01T00:00Z', '2027-02-28T10:00Z'],
    ],
  ])('is %s', (_name, span, kind, now, bounds) => {
    const compare = { kind } as { kind: 'previous' | 'last_year' };
    expect(shown(baseOf(span, compare, { now: at(now), zone: 'UTC' }))).toEqual(bounds);
  });

  test('lies a number of steps before, which the calendar decides', () => {
    const windows = {
      window: { from: at('2026-03-01T00:00Z'), to: at('2026-04-01T00:00Z') },
      base: { from: at('2026-02-01T00:00Z'), to: at('2026-03-01T00:00Z') },
    };
    const shift = (grain: Grain) => shiftOf(windows, grain, { kind: 'previous' }, 'UTC');
    expect(shift(day)).toEqual({ days: 28 });
    expect(shift(month)).toEqual({ months: 1, isWholeDay: false });
    expect(shift(quarter)).toEqual({ months: 0, isWholeDay: false });
    expect(shift({ unit: 'hour' })).toEqual({ seconds: 28 * 86_400 });
    expect(shift({ unit: 'iso_week' })).toEqual({ days: 28 });
  });
});
