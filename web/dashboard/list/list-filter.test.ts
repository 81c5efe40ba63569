import { expect, test } from 'vitest';

import type { ListedDashboard } from '#contract/dashboards/routes.ts';
import { findDashboards, partOf, listFilterOf } from './list-filter.ts';

const dashboardWith = (id: string, fields: Partial<ListedDashboard> = {}): ListedDashboard => ({
  id,
  title: { en_US: id, zh_CN: '' },
  description: { en_US: '', zh_CN: '' },
  by: { id: 'me', name: 'Ann', avatar: null },
  cards: 1,
  sketch: [],
  isFavourite: false,
  pinnedAt: null,
  hasDraft: false,
  seenAt: null,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  right: 'edit',
  sharing: 'everyone',
  folder: null,
  ...fields,
});

const list = [
  dashboardWith('Sales 10', { title: { en_US: 'Sales 10', zh_CN: '销售' }, isFavourite: true }),
  dashboardWith('Sales 9', { by: { id: 'you', name: 'Bo', avatar: null }, seenAt: '2026-01-03T00:00:00Z' }),
  dashboardWith('Costs', { by: null, updatedAt: '2026-01-02T00:00:00Z', seenAt: '2026-01-02T00:00:00Z' }),
];
const reader = { id: 'me', language: 'en_US' as const };
const idsFor = (query: string) =>
  findDashboards(list, listFilterOf(new URLSearchParams(query)), reader).map(({ id }) => id);

test('filters favourites, own and viewed dashboards', () => {
  const ids = (show: Parameters<typeof partOf>[1]) => partOf(list, show, reader).map(({ id }) => id);
  expect(ids('favourites')).toEqual(['Sales 10']);
  expect(ids('mine')).toEqual(['Sales 10']);
  expect(ids('seen')).toEqual(['Sales 9', 'Costs']);
});

test('sorts by update, by name in natural order, or by last view', () => {
  expect(idsFor('')[0]).toBe('Costs');
  expect(idsFor('sort=name')).toEqual(['Costs', 'Sales 9', 'Sales 10']);
  expect(idsFor('sort=seen')).toEqual(['Sales 9', 'Costs', 'Sales 10']);
  expect(idsFor('show=seen')).toEqual(['Sales 9', 'Costs']);
  expect(idsFor('sort=nonsense&show=nonsense')).toHaveLength(3);
});

test('keeps pinned dashboards on top in every sort order, those pinned earlier first', () => {
  const pinned = [
    ...list,
    dashboardWith('Zinc', { pinnedAt: '2026-01-05T00:00:00Z' }),
    dashboardWith('Zebra', { pinnedAt: '2026-01-04T00:00:00Z', updatedAt: '2025-01-01T00:00:00Z' }),
  ];
  for (const query of ['', 'sort=name', 'sort=seen']) {
    const ids = findDashboards(pinned, listFilterOf(new URLSearchParams(query)), reader).map(({ id }) => id);
    expect(ids).toEqual(['Zebra', 'Zinc', ...idsFor(query)]);
  }
});

test("matches every word in either language or in the owner's name", () => {
  expect(idsFor('q=销售')).toEqual(['Sales 10']);
  expect(idsFor('q=sales+bo')).toEqual(['Sales 9']);
  expect(idsFor('q=sales+nothing')).toEqual([]);
});
