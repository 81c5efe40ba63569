import { expect, test } from 'vitest';

import type { DatasetColumn } from '#domain/columns/column.ts';
import { openingRange } from './time-column.ts';

test('the initial range is anchored to the newest row of data that is weeks old, and to today for new data', () => {
  const column = { id: 'at', name: 'at', type: 'time' } as DatasetColumn;
  const when = { column, from: '2026-01-01T00:00:00Z', to: '2026-10-27T08:00:00Z', days: 300, step: 0.1 };
  expect(openingRange(when, new Date('2026-11-16T10:00:00Z')).span).toEqual({
    kind: 'last',
    count: 90,
    grain: { unit: 'day' },
    anchor: 'newest',
  });
  expect(openingRange(when, new Date('2026-10-28T10:00:00Z')).span).toEqual({
    kind: 'last',
    count: 90,
    grain: { unit: 'day' },
  });
});
