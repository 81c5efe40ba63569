import { expect, test } from 'vitest';

import { defaultState } from '#domain/dashboard/dashboard.ts';
import { drillDown, togglePick, pointsOn, drillUp, clearPicks } from './picks.ts';

const [paris, rome] = [{ city: 'Paris' }, { city: 'Rome' }];
const alone = { isAdding: false };
const adding = { isAdding: true };

test('picks a point, and clears it on a second click', () => {
  const once = togglePick(defaultState, 'a', paris, alone);
  expect(pointsOn(once, 'a')).toEqual([paris]);
  expect(togglePick(once, 'a', paris, alone)).toEqual(defaultState);
});

test('replaces the picked point, or adds to it', () => {
  const once = togglePick(defaultState, 'a', paris, alone);
  expect(pointsOn(togglePick(once, 'a', rome, alone), 'a')).toEqual([rome]);
  const both = togglePick(once, 'a', rome, adding);
  expect(pointsOn(both, 'a')).toEqual([paris, rome]);
  expect(pointsOn(togglePick(both, 'a', paris, adding), 'a')).toEqual([rome]);
  expect(pointsOn(togglePick(both, 'a', paris, alone), 'a')).toEqual([paris]);
});

test('compares points regardless of key order', () => {
  const once = togglePick(defaultState, 'a', { city: 'Paris', year: 2026 }, alone);
  expect(togglePick(once, 'a', { year: 2026, city: 'Paris' }, alone)).toEqual(defaultState);
});

test('keeps the picks of several cards', () => {
  const both = togglePick(togglePick(defaultState, 'a', paris, alone), 'b', rome, alone);
  expect(both.picks).toHaveLength(2);
  expect(clearPicks(both, 'a').picks).toEqual([{ card: 'b', points: [rome] }]);
});

test('clears picks on drill-down and leaves nothing on drill-up', () => {
  const down = drillDown(drillDown(togglePick(defaultState, 'a', paris, alone), 'a', '2026-01-01'), 'a', '2026-03-01');
  expect(down.picks).toEqual([]);
  expect(down.drills).toEqual({ a: ['2026-01-01', '2026-03-01'] });
  expect(drillUp(down, 'a', 1).drills).toEqual({ a: ['2026-01-01'] });
  expect(drillUp(down, 'a', 0)).toEqual(defaultState);
});
