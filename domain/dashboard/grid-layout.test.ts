import { expect, test } from 'vitest';

import { freePlace, moveBy, overlaps, type GridItem, reorder, resizeBy, compact } from './grid-layout.ts';

const card = (id: string, x: number, y: number, width: number, height: number): GridItem => ({
  id,
  place: { x, y, width, height },
});
const rectsOf = (cards: GridItem[]) =>
  Object.fromEntries(cards.map(({ id, place: { x, y, width, height } }) => [id, [x, y, width, height]]));
const orderOf = (cards: GridItem[]) =>
  [...cards].sort((a, b) => a.place.y - b.place.y || a.place.x - b.place.x).map(({ id }) => id);

const layout = [card('a', 0, 0, 6, 4), card('b', 6, 0, 6, 8), card('c', 0, 4, 6, 4), card('d', 0, 8, 12, 2)];

test('compacts cards upwards without overlap', () => {
  const messy = [card('a', 0, 3, 6, 4), card('b', 3, 4, 6, 2), card('c', 8, 9, 4, 1)];
  expect(rectsOf(compact(messy))).toEqual({ a: [0, 0, 6, 4], b: [3, 4, 6, 2], c: [8, 6, 4, 1] });
});

test('places a new card at the first free position', () => {
  expect(freePlace([], { width: 6, height: 8 })).toEqual({ x: 0, y: 0, width: 6, height: 8 });
  expect(freePlace([card('a', 0, 0, 6, 4)], { width: 6, height: 8 })).toMatchObject({ x: 6, y: 0 });
  expect(freePlace(layout, { width: 3, height: 3 })).toMatchObject({ x: 0, y: 10 });
});

test('moves a card past its neighbours and stops at the edges', () => {
  expect(rectsOf(moveBy(layout, 'a', 'down'))).toMatchObject({ c: [0, 0, 6, 4], a: [0, 4, 6, 4], b: [6, 0, 6, 8] });
  expect(rectsOf(moveBy(moveBy(layout, 'a', 'down'), 'a', 'up'))).toEqual(rectsOf(layout));
  expect(rectsOf(moveBy(layout, 'd', 'up'))).toMatchObject({ d: [0, 0, 12, 2], b: [6, 2, 6, 8] });
  expect(moveBy(layout, 'a', 'up')).toBe(layout);
  expect(moveBy(layout, 'a', 'left')).toBe(layout);
  expect(moveBy(layout, 'd', 'right')).toBe(layout);
  expect(moveBy(layout, 'd', 'down')).toBe(layout);
});

test('pushes down the cards in the way of a sideways move', () => {
  expect(rectsOf(moveBy(layout, 'a', 'right'))).toMatchObject({ a: [1, 0, 6, 4], b: [6, 4, 6, 8] });
});

test('limits resizing to the grid and to the minimum size', () => {
  expect(rectsOf(resizeBy(layout, 'a', 'right'))).toMatchObject({ a: [0, 0, 7, 4], b: [6, 4, 6, 8] });
  expect(rectsOf(resizeBy(layout, 'b', 'right'))).toMatchObject({ b: [6, 0, 6, 8] });
  expect(rectsOf(resizeBy([card('a', 0, 0, 1, 1)], 'a', 'up'))).toEqual({ a: [0, 0, 1, 1] });
});

test('never overlaps cards or leaves the grid', () => {
  let cards = layout;
  let seed = 7;
  const next = (count: number) => (seed = (seed * 48_271) % 2_147_483_647) % count;
  for (let round = 0; round < 400; round += 1) {
    const id = 'abcd'[next(4)]!;
    const side = (['left', 'right', 'up', 'down'] as const)[next(4)]!;
    cards = next(2) === 0 ? moveBy(cards, id, side) : resizeBy(cards, id, side);
    for (const [at, { place }] of cards.entries()) {
      expect(place.x >= 0 && place.y >= 0 && place.x + place.width <= 12).toBe(true);
      expect(cards.slice(at + 1).some((other) => overlaps(place, other.place))).toBe(false);
    }
  }
});

test('changes the reading order by one position', () => {
  expect(orderOf(layout)).toEqual(['a', 'b', 'c', 'd']);
  expect(orderOf(reorder(layout, 'b', -1))).toEqual(['b', 'a', 'c', 'd']);
  expect(orderOf(reorder(layout, 'c', 1))).toEqual(['a', 'b', 'd', 'c']);
  expect(orderOf(reorder(layout, 'c', -1))).toEqual(['a', 'c', 'b', 'd']);
  expect(reorder(layout, 'a', -1)).toBe(layout);
  expect(reorder(layout, 'd', 1)).toBe(layout);
});
