import { expect, test } from 'vitest';

import { rankDashboards, rankApplications } from './order.ts';

test('failed applications come first, then those with rejected rows, then the newest', () => {
  const applications = [
    { health: 'good', lastDataAt: '2026-01-01' },
    { health: 'waiting', lastDataAt: null },
    { health: 'rejects', lastDataAt: '2025-01-01' },
    { health: 'good', lastDataAt: '2026-02-01' },
    { health: 'failed', lastDataAt: null },
  ] as const;
  expect(rankApplications([...applications]).map(({ health, lastDataAt }) => [health, lastDataAt])).toEqual([
    ['failed', null],
    ['rejects', '2025-01-01'],
    ['good', '2026-02-01'],
    ['good', '2026-01-01'],
    ['waiting', null],
  ]);
});

test('favourites come first, then the recently viewed; never opened dashboards are left out', () => {
  const dashboards = [
    { isFavourite: false, seenAt: null },
    { isFavourite: false, seenAt: '2026-01-02' },
    { isFavourite: true, seenAt: null },
    { isFavourite: false, seenAt: '2026-01-03' },
  ];
  expect(rankDashboards(dashboards).map(({ seenAt }) => seenAt)).toEqual([null, '2026-01-03', '2026-01-02']);
});
