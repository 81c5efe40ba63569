import type { Card, Place } from '#contract/dashboard.ts';

/** The measures of the grid, in pixels. */
export const rowHeight = 32;
export const gap = 8;

/** Below this the cards lie one below the other. */
export const narrow = 768;

/** How high so many rows are, with the gaps between them. */
export const heightOf = (rows: number, row = rowHeight): number => rows * row + (rows - 1) * gap;

const orderOf = (a: Place, b: Place) => a.y - b.y || a.x - b.x;

/** As one reads: from the top, and in a row from the left. */
export const inOrder = (cards: Card[]): Card[] => cards.toSorted((a, b) => orderOf(a.place, b.place));

export type Section = { divider: Extract<Card, { kind: 'divider' }> | null; cards: Card[] };

/** The cards by sections: each begins with a divider and ends at the next one. */
export function sectionsOf(cards: Card[]): Section[] {
  const sections: Section[] = [{ divider: null, cards: [] }];
  for (const card of inOrder(cards)) {
    if (card.kind === 'divider') sections.push({ divider: card, cards: [] });
    else sections.at(-1)!.cards.push(card);
  }
  return sections.filter(({ divider, cards: own }) => divider !== null || own.length > 0);
}
