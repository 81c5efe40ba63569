import { expect, test } from 'vitest';

import { freePlace, moveBy, overlaps, type Placed, reorder, resizeBy, settle } from './placing.ts';

const card = (id: string, x: number, y: number, width: number, height: number): Placed => ({
  id,
  place: { x, y, width, height },
});
const shown = (cards: Placed[]) =>
  Object.fromEntries(cards.map(({ id, place: { x, y, width, height } }) => [id, [x, y, width, height]]));
const orderOf = (cards: Placed[]) =>
  [...cards].sort((a, b) => a.place.y - b.place.y || a.place.x - b.place.x).map(({ id }) => id);

const board = [card('a', 0, 0, 6, 4), card('b', 6, 0, 6, 8), card('c', 0, 4, 6, 4), card('d', 0, 8, 12, 2)];

test('cards rise into gaps and never lie on each other', () => {
  const messy = [card('a', 0, 3, 6, 4), card('b', 3, 4, 6, 2), card('c', 8, 9, 4, 1)];
  expect(shown(settle(messy))).toEqual({ a: [0, 0, 6, 4], b: [3, 4, 6, 2], c: [8, 6, 4, 1] });
});

test('a new card goes to the first place that has room for it', () => {
  expect(freePlace([], { width: 6, height: 8 })).toEqual({ x: 0, y: 0, width: 6, height: 8 });
  expect(freePlace([card('a', 0, 0, 6, 4)], { width: 6, height: 8 })).toMatchObject({ x: 6, y: 0 });
  expect(freePlace(board, { width: 3, height: 3 })).toMatchObject({ x: 0, y: 10 });
});

test('a card moves past its neighbours, and stops at the edges', () => {
  expect(shown(moveBy(board, 'a', 'down'))).toMatchObject({ c: [0, 0, 6, 4], a: [0, 4, 6, 4], b: [6, 0, 6, 8] });
  expect(shown(moveBy(moveBy(board, 'a', 'down'), 'a', 'up'))).toEqual(shown(board));
  expect(shown(moveBy(board, 'd', 'up'))).toMatchObject({ d: [0, 0, 12, 2], b: [6, 2, 6, 8] });
  expect(moveBy(board, 'a', 'up')).toBe(board);
  expect(moveBy(board, 'a', 'left')).toBe(board);
  expect(moveBy(board, 'd', 'right')).toBe(board);
  expect(moveBy(board, 'd', 'down')).toBe(board);
});

test('a card moved aside pushes down what is in its way', () => {
  expect(shown(moveBy(board, 'a', 'right'))).toMatchObject({ a: [1, 0, 6, 4], b: [6, 4, 6, 8] });
});

test('edges stop at the grid and at the smallest card', () => {
  expect(shown(resizeBy(board, 'a', 'right'))).toMatchObject({ a: [0, 0, 7, 4], b: [6, 4, 6, 8] });
  expect(shown(resizeBy(board, 'b', 'right'))).toMatchObject({ b: [6, 0, 6, 8] });
  expect(shown(resizeBy([card('a', 0, 0, 1, 1)], 'a', 'up'))).toEqual({ a: [0, 0, 1, 1] });
});

test('no sequence of moves makes cards overlap or leave the grid', () => {
  let cards = board;
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

test('the order of reading changes by one at a time', () => {
  expect(orderOf(board)).toEqual(['a', 'b', 'c', 'd']);
  expect(orderOf(reorder(board, 'b', -1))).toEqual(['b', 'a', 'c', 'd']);
  expect(orderOf(reorder(board, 'c', 1))).toEqual(['a', 'b', 'd', 'c']);
  expect(orderOf(reorder(board, 'c', -1))).toEqual(['a', 'c', 'b', 'd']);
  expect(reorder(board, 'a', -1)).toBe(board);
  expect(reorder(board, 'd', 1)).toBe(board);
});
