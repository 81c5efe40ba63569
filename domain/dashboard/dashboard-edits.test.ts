import { expect, test } from 'vitest';

import { cardsOf, type Dashboard, maxCards, findCard } from './dashboard.ts';
import { dashboardSchema } from '#contract/dashboards/schemas.ts';
import {
  addCard,
  addTab,
  restoreCard,
  changeCard,
  duplicateCard,
  emptyDashboard,
  moveToTab,
  type NewCard,
  noTexts,
  removeCard,
  removeTab,
  moveByOne,
  tabOf,
} from './dashboard-edits.ts';

const text: NewCard = { kind: 'text', title: noTexts, text: noTexts, numbers: [] };
const divider: NewCard = { kind: 'divider', title: noTexts, isFolded: false };
const first = ({ tabs }: Dashboard) => tabs[0]!.id;

function sampleOf(): Dashboard {
  const empty = emptyDashboard({ en_US: 'Sales', zh_CN: '销售' });
  const added = addCard(addCard(empty, first(empty), text, 'a'), first(empty), text, 'b');
  return addTab(addCard(added, first(empty), divider, 'line'), { en_US: 'More', zh_CN: '更多' }, 'more');
}

test('edits produce a dashboard that the schema accepts', () => {
  const dashboard = moveToTab(duplicateCard(sampleOf(), 'a', 'copy'), 'b', 'more');
  expect(dashboardSchema.safeParse(dashboard).success).toBe(true);
  expect(tabOf(dashboard, 'b')!.id).toBe('more');
  expect(cardsOf(dashboard).map(({ id }) => id)).toEqual(['a', 'line', 'copy', 'b']);
});

test('places a new card beside another where there is space', () => {
  const dashboard = sampleOf();
  expect(findCard(dashboard, 'b')!.place).toMatchObject({ x: 6, y: 0 });
  expect(findCard(dashboard, 'line')!.place).toEqual({ x: 0, y: 4, width: 12, height: 1 });
  const after = removeCard(dashboard, 'a');
  expect(findCard(after, 'line')!.place.y).toBe(4);
  expect(findCard(removeCard(after, 'b'), 'line')!.place.y).toBe(0);
});

test('removes a control together with its last target card', () => {
  const control = (card: string) => ({
    id: `of-${card}`,
    label: noTexts,
    targets: [{ kind: 'param' as const, card, param: 'city' }],
    isMany: false,
    value: { kind: 'text' as const, value: '' },
  });
  const dashboard = { ...sampleOf(), controls: [control('a'), control('b')] };
  expect(removeCard(dashboard, 'a').controls.map(({ id }) => id)).toEqual(['of-b']);
  expect(removeTab(dashboard, first(dashboard)).controls).toEqual([]);
});

test('keeps the last tab and rejects cards over the limit', () => {
  const single = removeTab(sampleOf(), 'more');
  expect(removeTab(single, first(single))).toBe(single);
  let full = emptyDashboard(noTexts);
  for (let count = 0; count < maxCards; count += 1) full = addCard(full, first(full), divider);
  expect(addCard(full, first(full), text)).toBe(full);
  expect(duplicateCard(full, cardsOf(full)[0]!.id)).toBe(full);
});

test('restores one card from another version', () => {
  const before = sampleOf();
  const changed = changeCard(before, 'a', (card) => ({ ...card, title: { en_US: 'New', zh_CN: '新' } }));
  expect(findCard(restoreCard(changed, before, 'a'), 'a')).toEqual(findCard(before, 'a'));
  expect(findCard(restoreCard(removeCard(before, 'b'), before, 'b'), 'b')).toBeDefined();
  expect(findCard(restoreCard(before, removeCard(before, 'b'), 'b'), 'b')).toBeUndefined();
});

test('moves an item within a list but not past its ends', () => {
  const list = [{ id: 'a' }, { id: 'b' }];
  expect(moveByOne(list, 'a', 1).map(({ id }) => id)).toEqual(['b', 'a']);
  expect(moveByOne(list, 'b', 1)).toBe(list);
});
