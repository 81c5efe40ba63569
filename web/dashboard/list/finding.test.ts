import { expect, test } from 'vitest';

import type { ListedDashboard } from '#contract/dashboards.ts';
import { findDashboards, partOf, wantedOf } from './finding.ts';

const listed = (id: string, told: Partial<ListedDashboard> = {}): ListedDashboard => ({
  id,
  title: { en_US: id, zh_CN: '' },
  description: { en_US: '', zh_CN: '' },
  by: { id: 'me', name: 'Ann', avatar: null },
  cards: 1,
  sketch: [],
  isFavourite: false,
  hasDraft: false,
  seenAt: null,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  right: 'edit',
  sharing: 'everyone',
  ...told,
});

const list = [
  listed('Sales 10', { title: { en_US: 'Sales 10', zh_CN: '销售' }, isFavourite: true }),
  listed('Sales 9', { by: { id: 'you', name: 'Bo', avatar: null }, seenAt: '2026-01-03T00:00:00Z' }),
  listed('Costs', { by: null, updatedAt: '2026-01-02T00:00:00Z', seenAt: '2026-01-02T00:00:00Z' }),
];
const reader = { id: 'me', language: 'en_US' as const };
const found = (query: string) => findDashboards(list, wantedOf(new URLSearchParams(query)), reader).map(({ id }) => id);

test('the parts of the list are favourites, one’s own and what one has seen', () => {
  const ids = (show: Parameters<typeof partOf>[1]) => partOf(list, show, reader).map(({ id }) => id);
  expect(ids('favourites')).toEqual(['Sales 10']);
  expect(ids('mine')).toEqual(['Sales 10']);
  expect(ids('seen')).toEqual(['Sales 9', 'Costs']);
});

test('it is sorted by change, by name as people count, or by when it was seen', () => {
  expect(found('')[0]).toBe('Costs');
  expect(found('sort=name')).toEqual(['Costs', 'Sales 9', 'Sales 10']);
  expect(found('sort=seen')).toEqual(['Sales 9', 'Costs', 'Sales 10']);
  expect(found('show=seen')).toEqual(['Sales 9', 'Costs']);
  expect(found('sort=nonsense&show=nonsense')).toHaveLength(3);
});

test('every word is looked for, in either language and in the name of the owner', () => {
  expect(found('q=销售')).toEqual(['Sales 10']);
  expect(found('q=sales+bo')).toEqual(['Sales 9']);
  expect(found('q=sales+nothing')).toEqual([]);
});
