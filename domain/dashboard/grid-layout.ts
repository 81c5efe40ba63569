import { gridColumns, type GridPosition } from './dashboard.ts';

/** An item with a position on the grid. */
export type GridItem = { id: string; place: GridPosition };

/** Maximum height of a card in rows. */
const maxHeight = 100;

export const overlaps = (a: GridPosition, b: GridPosition): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Reading order: by row, then by column. */
const byReadingOrder = (a: GridItem, b: GridItem): number => a.place.y - b.place.y || a.place.x - b.place.x;

const bottomOf = (cards: GridItem[]): number => Math.max(0, ...cards.map(({ place }) => place.y + place.height));

const isSamePlace = (a: GridPosition, b: GridPosition): boolean =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;

const shareColumns = (a: GridPosition, b: GridPosition): boolean => a.x < b.x + b.width && b.x < a.x + a.width;

/** Moves every card up as far as the cards before it allow, without overlap. */
function stack(ordered: GridItem[]): Map<string, GridPosition> {
  const done: GridPosition[] = [];
  const places = ordered.map(({ id, place }): [string, GridPosition] => {
    const above = done.filter((each) => shareColumns(each, place));
    const y = Math.max(0, ...above.map((each) => each.y + each.height));
    done.push({ ...place, y });
    return [id, { ...place, y }];
  });
  return new Map(places);
}

/** Applies new positions, keeping the order of the list and the identity of unchanged cards. */
const withPlaces = <Card extends GridItem>(cards: Card[], places: Map<string, GridPosition>): Card[] =>
  cards.map((card) => {
    const place = places.get(card.id);
    return place && !isSamePlace(place, card.place) ? { ...card, place } : card;
  });

/** Compacts the cards vertically: no gaps, no overlaps. */
export const compact = <Card extends GridItem>(cards: Card[]): Card[] =>
  withPlaces(cards, stack([...cards].sort(byReadingOrder)));

/** Compacts with one card before or after the others of its row. */
function compactAround<Card extends GridItem>(cards: Card[], id: string, goes: 'before' | 'after'): Card[] {
  const weight = (card: GridItem) => (card.id === id ? (goes === 'before' ? -0.5 : 0.5) : 0);
  const ordered = [...cards].sort((a, b) => a.place.y + weight(a) - (b.place.y + weight(b)) || byReadingOrder(a, b));
  return withPlaces(cards, stack(ordered));
}

const placeOf = (cards: GridItem[], id: string): GridPosition | undefined =>
  cards.find((card) => card.id === id)?.place;

const withPlace = <Card extends GridItem>(cards: Card[], id: string, place: GridPosition): Card[] =>
  cards.map((card) => (card.id === id ? { ...card, place } : card));

/** The first free position for this size, top to bottom, left to right. */
export function freePlace(cards: GridItem[], { width, height }: Pick<GridPosition, 'width' | 'height'>): GridPosition {
  const bottom = bottomOf(cards);
  for (let y = 0; y < bottom; y += 1) {
    for (let x = 0; x + width <= gridColumns; x += 1) {
      const place = { x, y, width, height };
      if (!cards.some((card) => overlaps(card.place, place))) return place;
    }
  }
  return { x: 0, y: bottom, width, height };
}

/** Moves a card by one column and pushes the others aside. */
function moveSideways<Card extends GridItem>(cards: Card[], id: string, step: -1 | 1): Card[] {
  const place = placeOf(cards, id);
  if (!place || place.x + step < 0 || place.x + step + place.width > gridColumns) return cards;
  return compactAround(withPlace(cards, id, { ...place, x: place.x + step }), id, 'before');
}

/** Moves a card up or down until its position changes, that is past its neighbour. */
function moveVertically<Card extends GridItem>(cards: Card[], id: string, step: -1 | 1): Card[] {
  const place = placeOf(cards, id);
  if (!place) return cards;
  const bottom = bottomOf(cards);
  for (let y = place.y + step; y >= 0 && y <= bottom; y += step) {
    const next = compactAround(withPlace(cards, id, { ...place, y }), id, step < 0 ? 'before' : 'after');
    const now = placeOf(next, id)!;
    if (step < 0 ? now.y < place.y : now.y > place.y) return next;
  }
  return cards;
}

export type MoveDirection = 'left' | 'right' | 'up' | 'down';

export function moveBy<Card extends GridItem>(cards: Card[], id: string, side: MoveDirection): Card[] {
  const step = side === 'left' || side === 'up' ? -1 : 1;
  return side === 'left' || side === 'right' ? moveSideways(cards, id, step) : moveVertically(cards, id, step);
}

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);

/** Moves the right or lower edge by one step. */
export function resizeBy<Card extends GridItem>(cards: Card[], id: string, side: MoveDirection): Card[] {
  const place = placeOf(cards, id);
  if (!place) return cards;
  const step = side === 'left' || side === 'up' ? -1 : 1;
  const isWidth = side === 'left' || side === 'right';
  const resized = {
    ...place,
    width: clamp(place.width + (isWidth ? step : 0), 1, gridColumns - place.x),
    height: clamp(place.height + (isWidth ? 0 : step), 1, maxHeight),
  };
  return compactAround(withPlace(cards, id, resized), id, 'before');
}

const orderOf = (cards: GridItem[]) => [...cards].sort(byReadingOrder).map(({ id }) => id);

/** Moves a card by one position in the reading order, if the sizes allow it. */
export function reorder<Card extends GridItem>(cards: Card[], id: string, step: -1 | 1): Card[] {
  const order = orderOf(cards);
  const at = order.indexOf(id);
  const other = order[at + step];
  if (at < 0 || other === undefined) return cards;
  const isDone = (next: Card[]) => orderOf(next).indexOf(id) === at + step;
  const [first, second] = step < 0 ? [other, id] : [id, other];
  const strategies = [
    () => swapInRow(cards, first, second),
    () => moveVertically(cards, id, step),
    () => swapPlaces(cards, id, other),
  ];
  for (const strategy of strategies) {
    const next = strategy();
    if (isDone(next)) return next;
  }
  return cards;
}

/** Swaps two neighbours of a row, keeping their sizes. */
function swapInRow<Card extends GridItem>(cards: Card[], left: string, right: string): Card[] {
  const [a, b] = [placeOf(cards, left)!, placeOf(cards, right)!];
  if (a.y !== b.y) return cards;
  const moved = withPlace(withPlace(cards, right, { ...b, x: a.x }), left, { ...a, x: b.x + b.width - a.width });
  return compact(moved);
}

function swapPlaces<Card extends GridItem>(cards: Card[], id: string, other: string): Card[] {
  const [a, b] = [placeOf(cards, id)!, placeOf(cards, other)!];
  return compact(withPlace(withPlace(cards, id, b), other, a));
}
