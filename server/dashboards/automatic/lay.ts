import { type Card, gridColumns } from '#contract/dashboard.ts';
import type { Draft } from './cards.ts';

/** Cards side by side: how many columns each has, and how many rows they all have. */
export type Band = { cards: Draft[]; widths: number[]; height: number };

/** The same width for each. */
export const evenly = (cards: Draft[], height: number): Band => {
  const width = Math.floor(gridColumns / Math.max(1, cards.length));
  return {
    cards,
    widths: cards.map((_, index) => (index === cards.length - 1 ? gridColumns - width * index : width)),
    height,
  };
};

/** At most so many side by side, in as many bands as it takes. */
export function inBands(cards: Draft[], most: number, height: number): Band[] {
  const bands: Band[] = [];
  for (let at = 0; at < cards.length; at += most) bands.push(evenly(cards.slice(at, at + most), height));
  return bands;
}

/** Puts bands below each other. */
export function lay(bands: Band[]): Card[] {
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
