import type { Card, DashboardTab } from '#domain/dashboard/dashboard.ts';
import { gap, rowHeight, type CardSection, sectionsOf } from '#web/viewer/grid.ts';

/** A slide: a tab, or a readable part of it, with the row height that fills the screen. */
export type Slide = { tab: DashboardTab; cards: Card[]; row: number; page: number; pages: number };

/** Cards that overlap vertically, from the first to the last row. */
type SlideBand = { divider: CardSection['divider']; cards: Card[]; top: number; bottom: number };

/** Minimum row height in pixels that is readable from a distance. */
const minReadableRow = 26;
/** Minimum row height for very tall cards, which must fit anyway. */
const minRow = 8;
/** Height of a section head with its margins, in pixels. */
const sectionHeadHeight = 48;

function bandsOf({ divider, cards }: CardSection): SlideBand[] {
  const bands: SlideBand[] = [];
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

/** Rows of the bands, and the fixed pixels for gaps and heads. */
function measure(bands: SlideBand[]): { rows: number; fixed: number } {
  const sections = [...new Set(bands.map(({ divider }) => divider))];
  const parts = sections.map((section) => bands.filter(({ divider }) => divider === section));
  const rowsOf = (part: SlideBand[]) => part.at(-1)!.bottom - part[0]!.top;
  const rows = parts.reduce((sum, part) => sum + rowsOf(part), 0);
  const heads = sections.filter((section) => section !== null).length;
  return { rows, fixed: (rows - parts.length) * gap + heads * sectionHeadHeight + (parts.length - 1) * gap };
}

/** Fills pages with bands in order. */
function paginate(bands: SlideBand[], isFull: (page: SlideBand[]) => boolean): SlideBand[][] {
  const pages: SlideBand[][] = [];
  for (const band of bands) {
    const last = pages.at(-1);
    if (!last || isFull([...last, band])) pages.push([band]);
    else last.push(band);
  }
  return pages;
}

/** The minimum number of readable pages, filled evenly. */
function pagesOf(bands: SlideBand[], height: number): SlideBand[][] {
  const isTooTall = (page: SlideBand[]) => {
    const { rows, fixed } = measure(page);
    return rows * minReadableRow + fixed > height;
  };
  const minPages = paginate(bands, isTooTall);
  const even = Math.ceil(measure(bands).rows / minPages.length);
  const limits = Array.from({ length: even }, (_, more) => even + more);
  const tries = limits.map((limit) => paginate(bands, (page) => isTooTall(page) || measure(page).rows > limit));
  return tries.find((pages) => pages.length === minPages.length) ?? minPages;
}

/** Each tab as one slide, for narrow screens. */
export const wholeTabs = (tabs: DashboardTab[]): Slide[] =>
  tabs.map((tab) => ({ tab, cards: tab.cards, row: rowHeight, page: 1, pages: 1 }));

/** All slides of a dashboard for a given height. */
export function slidesOf(tabs: DashboardTab[], height: number): Slide[] {
  return tabs.flatMap((tab) => {
    // Folded sections cannot be unfolded in a slideshow.
    const open = sectionsOf(tab.cards).filter(({ divider }) => !divider?.isFolded);
    const pages = pagesOf(open.flatMap(bandsOf), height);
    return pages.map((bands, index): Slide => {
      const { rows, fixed } = measure(bands);
      const dividers = [...new Set(bands.flatMap(({ divider }) => (divider ? [divider] : [])))];
      return {
        tab,
        cards: [...dividers, ...bands.flatMap(({ cards }) => cards)],
        row: Math.max(minRow, Math.floor((height - fixed) / rows)),
        page: index + 1,
        pages: pages.length,
      };
    });
  });
}
