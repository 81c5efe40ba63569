import { expect, test } from 'vitest';

import type { Card, DashboardTab } from '#domain/dashboard/dashboard.ts';
import { heightOf } from '#web/viewer/grid.ts';
import { slidesOf } from './slides.ts';

const none = { en_US: '', zh_CN: '' };

const card = (id: string, y: number, height: number, x = 0): Card => ({
  id,
  kind: 'text',
  title: none,
  text: none,
  numbers: [],
  place: { x, y, width: 6, height },
});
const divider = (id: string, y: number, isFolded = false): Card => ({
  id,
  kind: 'divider',
  title: none,
  isFolded,
  place: { x: 0, y, width: 12, height: 1 },
});
const tab = (...cards: Card[]): DashboardTab => ({ id: 't', title: none, cards });
const namesOf = (tabs: DashboardTab[], height: number) =>
  slidesOf(tabs, height).map(({ cards }) => cards.map(({ id }) => id));

test('fills the screen with a whole tab if it is readable', () => {
  const [slide, ...others] = slidesOf([tab(card('a', 0, 4), card('b', 0, 8, 6), card('c', 8, 9))], 900);
  expect(others).toEqual([]);
  expect(slide).toMatchObject({ page: 1, pages: 1 });
  expect(heightOf(17, slide!.row)).toBeLessThanOrEqual(900);
  expect(heightOf(17, slide!.row + 1)).toBeGreaterThan(900);
});

test('splits a tab that would be too small to read into even pages', () => {
  const cards = Array.from({ length: 6 }, (_, at) => card(`${at}`, at * 9, 9));
  expect(namesOf([tab(...cards)], 1000)).toEqual([
    ['0', '1', '2'],
    ['3', '4', '5'],
  ]);
  expect(slidesOf([tab(...cards)], 1000).map(({ page, pages }) => [page, pages])).toEqual([
    [1, 2],
    [2, 2],
  ]);
});

test('keeps cards that overlap vertically on one page, however tall they are', () => {
  const tall = tab(card('a', 0, 80), card('b', 40, 10, 6), card('c', 80, 4));
  expect(namesOf([tall], 700)).toEqual([['a', 'b'], ['c']]);
  expect(heightOf(80, slidesOf([tall], 1300)[0]!.row)).toBeLessThanOrEqual(1300);
});

test('keeps section heads and skips folded sections', () => {
  const parted = tab(card('a', 0, 9), divider('d1', 9), card('b', 10, 9), divider('d2', 19, true), card('c', 20, 9));
  expect(namesOf([parted], 900)).toEqual([['d1', 'a', 'b']]);
  expect(namesOf([parted], 360)).toEqual([['a'], ['d1', 'b']]);
  expect(namesOf([tab(), parted], 900)).toHaveLength(1);
});
