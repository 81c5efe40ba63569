import { expect, test } from 'vitest';

import { plainState } from '#contract/dashboard.ts';
import { drilled, picked, pointsOn, raised, unpicked } from './picks.ts';

const [paris, rome] = [{ city: 'Paris' }, { city: 'Rome' }];
const alone = { isAdding: false };
const adding = { isAdding: true };

test('a point is picked, and gone when it is meant again', () => {
  const once = picked(plainState, 'a', paris, alone);
  expect(pointsOn(once, 'a')).toEqual([paris]);
  expect(picked(once, 'a', paris, alone)).toEqual(plainState);
});

test('another point takes its place, or joins it', () => {
  const once = picked(plainState, 'a', paris, alone);
  expect(pointsOn(picked(once, 'a', rome, alone), 'a')).toEqual([rome]);
  const both = picked(once, 'a', rome, adding);
  expect(pointsOn(both, 'a')).toEqual([paris, rome]);
  expect(pointsOn(picked(both, 'a', paris, adding), 'a')).toEqual([rome]);
  expect(pointsOn(picked(both, 'a', paris, alone), 'a')).toEqual([paris]);
});

test('points are equal whatever the order of their parts', () => {
  const once = picked(plainState, 'a', { city: 'Paris', year: 2026 }, alone);
  expect(picked(once, 'a', { year: 2026, city: 'Paris' }, alone)).toEqual(plainState);
});

test('picks of several cards stand beside each other', () => {
  const both = picked(picked(plainState, 'a', paris, alone), 'b', rome, alone);
  expect(both.picks).toHaveLength(2);
  expect(unpicked(both, 'a').picks).toEqual([{ card: 'b', points: [rome] }]);
});

test('going down forgets what was picked above, and going up leaves nothing behind', () => {
  const down = drilled(drilled(picked(plainState, 'a', paris, alone), 'a', '2026-01-01'), 'a', '2026-03-01');
  expect(down.picks).toEqual([]);
  expect(down.drills).toEqual({ a: ['2026-01-01', '2026-03-01'] });
  expect(raised(down, 'a', 1).drills).toEqual({ a: ['2026-01-01'] });
  expect(raised(down, 'a', 0)).toEqual(plainState);
});
