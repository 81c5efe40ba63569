import type { Card, Tab } from '#contract/dashboard.ts';
import { gap, rowHeight, type Section, sectionsOf } from './grid.ts';

/** What a wall shows at once: a tab, or as much of it as can be read, with rows so high that it fills the screen. */
export type Slide = { tab: Tab; cards: Card[]; row: number; page: number; pages: number };

/** Cards that lie beside each other, from the row where the first begins to the one where the last ends. */
type Band = { divider: Section['divider']; cards: Card[]; top: number; bottom: number };

/** Rows lower than this, in pixels, cannot be read from afar. */
const leastRow = 26;
/** A card that is as high as a tower must fit all the same. */
const lowestRow = 8;
/** The head of a section, in pixels, with the room around it. */
const head = 48;

function bandsOf({ divider, cards }: Section): Band[] {
  const bands: Band[] = [];
  for (const card of cards) {
    const { y, height } = card.place;
    const last = bands.at(-1);
    if (!last || y >= last.bottom) bands.push({ divider, cards: [card], top: y, bottom: y + height });
    else {
      last.cards.push(card);
      last.bottom = Math.max(last.bottom, y + height);
    }
  }
  return bands;
}

/** How many rows bands have one below the other, and how many pixels they need beside them. */
function measure(bands: Band[]): { rows: number; fixed: number } {
  const sections = [...new Set(bands.map(({ divider }) => divider))];
  const parts = sections.map((section) => bands.filter(({ divider }) => divider === section));
  const rowsOf = (part: Band[]) => part.at(-1)!.bottom - part[0]!.top;
  const rows = parts.reduce((sum, part) => sum + rowsOf(part), 0);
  const heads = sections.filter((section) => section !== null).length;
  return { rows, fixed: (rows - parts.length) * gap + heads * head + (parts.length - 1) * gap };
}

/** Puts bands on pages in their order: a new one where the next band would make the page too full. */
function paged(bands: Band[], isFull: (page: Band[]) => boolean): Band[][] {
  const pages: Band[][] = [];
  for (const band of bands) {
    const last = pages.at(-1);
    if (!last || isFull([...last, band])) pages.push([band]);
    else last.push(band);
  }
  return pages;
}

/** As few pages as can be read, and each about as full as the others. */
function pagesOf(bands: Band[], room: number): Band[][] {
  const isTooHigh = (page: Band[]) => {
    const { rows, fixed } = measure(page);
    return rows * leastRow + fixed > room;
  };
  const fewest = paged(bands, isTooHigh);
  const even = Math.ceil(measure(bands).rows / fewest.length);
  const limits = Array.from({ length: even }, (_, more) => even + more);
  const tries = limits.map((limit) => paged(bands, (page) => isTooHigh(page) || measure(page).rows > limit));
  return tries.find((pages) => pages.length === fewest.length) ?? fewest;
}

/** Each tab whole, for a screen on which cards lie one below the other. */
export const wholeTabs = (tabs: Tab[]): Slide[] =>
  tabs.map((tab) => ({ tab, cards: tab.cards, row: rowHeight, page: 1, pages: 1 }));

/** All that a wall shows, one after the other, on a board so high. */
export function slidesOf(tabs: Tab[], room: number): Slide[] {
  return tabs.flatMap((tab) => {
    // What its author folded nobody here can open.
    const open = sectionsOf(tab.cards).filter(({ divider }) => !divider?.isFolded);
    const pages = pagesOf(open.flatMap(bandsOf), room);
    return pages.map((bands, index): Slide => {
      const { rows, fixed } = measure(bands);
      const dividers = [...new Set(bands.flatMap(({ divider }) => (divider ? [divider] : [])))];
      return {
        tab,
        cards: [...dividers, ...bands.flatMap(({ cards }) => cards)],
        row: Math.max(lowestRow, Math.floor((room - fixed) / rows)),
        page: index + 1,
        pages: pages.length,
      };
    });
  });
}
