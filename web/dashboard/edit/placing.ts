import { gridColumns, type Place } from '#contract/dashboard.ts';

/** Something that lies on the grid. */
export type Placed = { id: string; place: Place };

/** The most rows that a card may have. */
export const maxHeight = 100;

export const overlaps = (a: Place, b: Place): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** As people read: row by row, from the left. */
export const byReading = (a: Placed, b: Placed): number => a.place.y - b.place.y || a.place.x - b.place.x;

export const bottomOf = (cards: Placed[]): number => Math.max(0, ...cards.map(({ place }) => place.y + place.height));

const isSamePlace = (a: Place, b: Place): boolean =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;

const shareColumns = (a: Place, b: Place): boolean => a.x < b.x + b.width && b.x < a.x + a.width;

/** Every card as far up as those before it leave room; none lies on another. */
function stack(ordered: Placed[]): Map<string, Place> {
  const done: Place[] = [];
  const places = ordered.map(({ id, place }): [string, Place] => {
    const above = done.filter((each) => shareColumns(each, place));
    const y = Math.max(0, ...above.map((each) => each.y + each.height));
    done.push({ ...place, y });
    return [id, { ...place, y }];
  });
  return new Map(places);
}

/** The cards in the order in which they were, with what has another place now put there. */
const replaced = <Card extends Placed>(cards: Card[], places: Map<string, Place>): Card[] =>
  cards.map((card) => {
    const place = places.get(card.id);
    return place && !isSamePlace(place, card.place) ? { ...card, place } : card;
  });

/** The cards without gaps above them and without overlaps. */
export const settle = <Card extends Placed>(cards: Card[]): Card[] =>
  replaced(cards, stack([...cards].sort(byReading)));

/** A card comes before or after those that begin in the same row. */
function settleAround<Card extends Placed>(cards: Card[], id: string, goes: 'before' | 'after'): Card[] {
  const weight = (card: Placed) => (card.id === id ? (goes === 'before' ? -0.5 : 0.5) : 0);
  const ordered = [...cards].sort((a, b) => a.place.y + weight(a) - (b.place.y + weight(b)) || byReading(a, b));
  return replaced(cards, stack(ordered));
}

const placeOf = (cards: Placed[], id: string): Place | undefined => cards.find((card) => card.id === id)?.place;

const put = <Card extends Placed>(cards: Card[], id: string, place: Place): Card[] =>
  cards.map((card) => (card.id === id ? { ...card, place } : card));

/** The highest place on the grid where something of this size fits, from the left. */
export function freePlace(cards: Placed[], { width, height }: Pick<Place, 'width' | 'height'>): Place {
  const bottom = bottomOf(cards);
  for (let y = 0; y < bottom; y += 1) {
    for (let x = 0; x + width <= gridColumns; x += 1) {
      const place = { x, y, width, height };
      if (!cards.some((card) => overlaps(card.place, place))) return place;
    }
  }
  return { x: 0, y: bottom, width, height };
}

/** A card one column to the side; the others make room. */
function moveAside<Card extends Placed>(cards: Card[], id: string, step: -1 | 1): Card[] {
  const place = placeOf(cards, id);
  if (!place || place.x + step < 0 || place.x + step + place.width > gridColumns) return cards;
  return settleAround(put(cards, id, { ...place, x: place.x + step }), id, 'before');
}

/** A card up or down past its neighbour: by as many rows as it takes until something has changed. */
function moveAlong<Card extends Placed>(cards: Card[], id: string, step: -1 | 1): Card[] {
  const place = placeOf(cards, id);
  if (!place) return cards;
  const bottom = bottomOf(cards);
  for (let y = place.y + step; y >= 0 && y <= bottom; y += step) {
    const next = settleAround(put(cards, id, { ...place, y }), id, step < 0 ? 'before' : 'after');
    const now = placeOf(next, id)!;
    if (step < 0 ? now.y < place.y : now.y > place.y) return next;
  }
  return cards;
}

export type Side = 'left' | 'right' | 'up' | 'down';

export function moveBy<Card extends Placed>(cards: Card[], id: string, side: Side): Card[] {
  const step = side === 'left' || side === 'up' ? -1 : 1;
  return side === 'left' || side === 'right' ? moveAside(cards, id, step) : moveAlong(cards, id, step);
}

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** Its right or lower edge one step further in or out. */
export function resizeBy<Card extends Placed>(cards: Card[], id: string, side: Side): Card[] {
  const place = placeOf(cards, id);
  if (!place) return cards;
  const step = side === 'left' || side === 'up' ? -1 : 1;
  const isWidth = side === 'left' || side === 'right';
  const resized = {
    ...place,
    width: within(place.width + (isWidth ? step : 0), 1, gridColumns - place.x),
    height: within(place.height + (isWidth ? 0 : step), 1, maxHeight),
  };
  return settleAround(put(cards, id, resized), id, 'before');
}

const orderOf = (cards: Placed[]) => [...cards].sort(byReading).map(({ id }) => id);

/** A card one earlier or later in the order of reading, as far as the sizes allow without disorder. */
export function reorder<Card extends Placed>(cards: Card[], id: string, step: -1 | 1): Card[] {
  const order = orderOf(cards);
  const at = order.indexOf(id);
  const other = order[at + step];
  if (at < 0 || other === undefined) return cards;
  const isDone = (next: Card[]) => orderOf(next).indexOf(id) === at + step;
  const [first, second] = step < 0 ? [other, id] : [id, other];
  const ways = [
    () => sideBySide(cards, first, second),
    () => moveAlong(cards, id, step),
    () => exchange(cards, id, other),
  ];
  for (const way of ways) {
    const next = way();
    if (isDone(next)) return next;
  }
  return cards;
}

/** Two neighbours in a row change sides and keep their sizes. */
function sideBySide<Card extends Placed>(cards: Card[], left: string, right: string): Card[] {
  const [a, b] = [placeOf(cards, left)!, placeOf(cards, right)!];
  if (a.y !== b.y) return cards;
  const moved = put(put(cards, right, { ...b, x: a.x }), left, { ...a, x: b.x + b.width - a.width });
  return settle(moved);
}

function exchange<Card extends Placed>(cards: Card[], id: string, other: string): Card[] {
  const [a, b] = [placeOf(cards, id)!, placeOf(cards, other)!];
  return settle(put(put(cards, id, b), other, a));
}
