import type { Card, GridPosition } from '#domain/dashboard/dashboard.ts';

/** Grid sizes in pixels. */
export const rowHeight = 32;
export const gap = 8;

/** Height of a number of rows with their gaps. */
export const heightOf = (rows: number, row = rowHeight): number => rows * row + (rows - 1) * gap;

const comparePlaces = (a: GridPosition, b: GridPosition) => a.y - b.y || a.x - b.x;

/** Sorts cards in reading order: by row, then by column. */
export const inOrder = (cards: Card[]): Card[] => cards.toSorted((a, b) => comparePlaces(a.place, b.place));

export type CardSection = { divider: Extract<Card, { kind: 'divider' }> | null; cards: Card[] };

/** Splits the cards into sections, each starting with a divider. */
export function sectionsOf(cards: Card[]): CardSection[] {
  const sections: CardSection[] = [{ divider: null, cards: [] }];
  for (const card of inOrder(cards)) {
    if (card.kind === 'divider') sections.push({ divider: card, cards: [] });
    else sections.at(-1)!.cards.push(card);
  }
  return sections.filter(({ divider, cards: own }) => divider !== null || own.length > 0);
}
