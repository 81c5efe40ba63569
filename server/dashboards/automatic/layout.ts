import { type Card, gridColumns } from '#domain/dashboard/dashboard.ts';
import type { CardDraft } from './cards.ts';

/** Cards side by side: the grid width of each, and their common height. */
export type LayoutBand = { cards: CardDraft[]; widths: number[]; height: number };

/** A band of cards of equal width. */
export const evenBand = (cards: CardDraft[], height: number): LayoutBand => {
  const width = Math.floor(gridColumns / Math.max(1, cards.length));
  return {
    cards,
    widths: cards.map((_, index) => (index === cards.length - 1 ? gridColumns - width * index : width)),
    height,
  };
};

/** Bands of at most `maxPerBand` cards. */
export function intoBands(cards: CardDraft[], maxPerBand: number, height: number): LayoutBand[] {
  const bands: LayoutBand[] = [];
  for (let start = 0; start < cards.length; start += maxPerBand)
    bands.push(evenBand(cards.slice(start, start + maxPerBand), height));
  return bands;
}

/** Stacks the bands and gives the cards ids and positions. */
export function layOutBands(bands: LayoutBand[]): Card[] {
  let y = 0;
  const cards: Card[] = [];
  for (const { cards: drafts, widths, height } of bands) {
    let x = 0;
    for (const [index, each] of drafts.entries()) {
      const width = widths[index]!;
      cards.push({ ...each, id: `c${cards.length + 1}`, place: { x, y, width, height } });
      x += width;
    }
    if (drafts.length > 0) y += height;
  }
  return cards;
}
