import { expect, test } from 'vitest';

import { ranked } from './order.ts';

test('what failed comes first, then what keeps rows aside, then the newest', () => {
  const applications = [
    { health: 'good', lastDataAt: '2026-01-01' },
    { health: 'waiting', lastDataAt: null },
    { health: 'rejects', lastDataAt: '2025-01-01' },
    { health: 'good', lastDataAt: '2026-02-01' },
    { health: 'failed', lastDataAt: null },
  ] as const;
  expect(ranked([...applications]).map(({ health, lastDataAt }) => [health, lastDataAt])).toEqual([
    ['failed', null],
    ['rejects', '2025-01-01'],
    ['good', '2026-02-01'],
    ['good', '2026-01-01'],
    ['waiting', null],
  ]);
});
