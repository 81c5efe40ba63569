import { expect, test } from 'vitest';

import { afterQuiet } from './quiet.ts';

const zone = 'Asia/Shanghai';
const after = (now: string, from: string, to: string) =>
  new Date(afterQuiet(Date.parse(now), { quiet: { from, to }, zone })).toISOString();

test('nothing waits without quiet hours', () => {
  expect(afterQuiet(5, { quiet: null, zone })).toBe(5);
});

test('what comes in quiet hours waits until they are over, by the clock of the person', () => {
  expect(after('2026-11-15T04:30:00.000Z', '12:00', '14:00')).toBe('2026-11-15T06:00:00.000Z');
  expect(after('2026-11-15T06:00:00.000Z', '12:00', '14:00')).toBe('2026-11-15T06:00:00.000Z');
});

test('quiet hours may go over midnight', () => {
  expect(after('2026-11-15T15:00:00.000Z', '22:00', '08:00')).toBe('2026-11-16T00:00:00.000Z');
  expect(after('2026-11-15T20:00:00.000Z', '22:00', '08:00')).toBe('2026-11-16T00:00:00.000Z');
  expect(after('2026-11-16T00:00:00.000Z', '22:00', '08:00')).toBe('2026-11-16T00:00:00.000Z');
});
