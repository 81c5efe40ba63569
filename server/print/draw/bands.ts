import { type Card, gridColumns } from '#domain/dashboard/dashboard.ts';
import type { PrintProgress } from '../job.ts';

type DrawnCard = Exclude<Card, { kind: 'divider' }>;

/** A card with its position in pixels, from the top of its band. */
type PlacedCard = { card: DrawnCard; x: number; y: number; width: number; height: number };

/** Cards that cannot be separated by a page break without cutting one; or a section heading. */
export type PrintBand =
  | { kind: 'cards'; height: number; parts: PlacedCard[] }
  | { kind: 'divider'; height: number; card: Extract<Card, { kind: 'divider' }> };

/** A band to be drawn at a height of the page. */
export type BandPlacement = Pick<PrintProgress, 'onFailedCard'> & { band: PrintBand; y: number; onCard: () => void };

const rowHeight = 32;
export const gap = 8;
const dividerHeight = 40;
const heightOf = (rows: number) => rows * rowHeight + (rows - 1) * gap;

/** The minimum height of a card: for a text, the height of all its lines; else 0. */
export type MinHeightOf = (card: DrawnCard, width: number) => number;

/** The cards of a tab as bands, from the top. */
export function bandsOf(cards: Card[], width: number, minHeightOf: MinHeightOf): PrintBand[] {
  const bands: PrintBand[] = [];
  let current: DrawnCard[] = [];
  const closeBand = () => {
    if (current.length > 0) bands.push(bandOf(current, width, minHeightOf));
    current = [];
  };
  for (const card of cards) {
    if (card.kind === 'divider') {
      closeBand();
      bands.push({ kind: 'divider', height: dividerHeight, card });
      continue;
    }
    const bottom = Math.max(0, ...current.map(({ place }) => place.y + place.height));
    if (card.place.y >= bottom) closeBand();
    current.push(card);
  }
  closeBand();
  return bands;
}

function bandOf(cards: DrawnCard[], width: number, minHeightOf: MinHeightOf): PrintBand {
  const top = Math.min(...cards.map(({ place }) => place.y));
  const columnWidth = (width - (gridColumns - 1) * gap) / gridColumns;
  const parts = cards.map((card): PlacedCard => {
    const { place } = card;
    const cardWidth = place.width * columnWidth + (place.width - 1) * gap;
    const cardHeight = heightOf(place.height);
    return {
      card,
      x: place.x * (columnWidth + gap),
      y: (place.y - top) * (rowHeight + gap),
      width: cardWidth,
      height: canGrow(card, cards) ? Math.max(cardHeight, minHeightOf(card, cardWidth)) : cardHeight,
    };
  });
  return { kind: 'cards', height: Math.max(...parts.map(({ y, height }) => y + height)), parts };
}

/** Whether no card below would be covered if this one grew. */
const canGrow = ({ id, place }: DrawnCard, cards: DrawnCard[]) =>
  cards.every(
    (other) =>
      other.id === id ||
      other.place.y < place.y + place.height ||
      other.place.x >= place.x + place.width ||
      other.place.x + other.place.width <= place.x,
  );
