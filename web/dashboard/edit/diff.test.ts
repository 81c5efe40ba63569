import { expect, test } from 'vitest';

import { differenceOf, isEqual } from './diff.ts';
import {
  addCard,
  addTab,
  changeCard,
  emptyDashboard,
  moveToTab,
  type NewCard,
  noTexts,
  removeCard,
} from '#domain/dashboard/dashboard-edits.ts';

const text: NewCard = { kind: 'text', title: noTexts, text: noTexts, numbers: [] };
const empty = emptyDashboard(noTexts);
const tab = empty.tabs[0]!.id;
const before = addTab(addCard(addCard(empty, tab, text, 'a'), tab, text, 'b'), noTexts, 'more');

test('distinguishes added, removed, changed and moved cards', () => {
  const titled = changeCard(before, 'a', (card) => ({ ...card, title: { en_US: 'x', zh_CN: '' } }));
  expect(differenceOf(before, titled).cards).toEqual(new Map([['a', 'changed']]));
  expect(differenceOf(before, removeCard(before, 'b')).cards).toEqual(new Map([['b', 'removed']]));
  expect(differenceOf(before, addCard(before, tab, text, 'c')).cards).toEqual(new Map([['c', 'added']]));
  expect(differenceOf(before, moveToTab(before, 'b', 'more')).cards).toEqual(new Map([['b', 'moved']]));
});

test('compares the other parts of a dashboard', () => {
  const after = { ...before, refresh: 60, title: { en_US: 'x', zh_CN: '' } };
  expect(differenceOf(before, after).parts).toEqual(['title', 'refresh']);
  expect(differenceOf(before, addTab(before, noTexts)).parts).toEqual(['tabs']);
});

test('ignores the order of keys', () => {
  const { format, ...rest } = structuredClone(before);
  expect(isEqual(before, { ...rest, format })).toBe(true);
});
