import { type Card, gridColumns } from '#contract/dashboard.ts';

type ShownCard = Exclude<Card, { kind: 'divider' }>;

/** A card with its place on the paper, in pixels of the page, from the top of its band. */
export type Part = { card: ShownCard; x: number; y: number; width: number; height: number };

/** What lies side by side and cannot be parted without cutting a card; or the head of a section. */
export type Band =
  | { kind: 'cards'; height: number; parts: Part[] }
  | { kind: 'divider'; height: number; card: Extract<Card, { kind: 'divider' }> };

export const rowHeight = 32;
export const gap = 8;
export const dividerHeight = 40;
const heightOf = (rows: number) => rows * rowHeight + (rows - 1) * gap;

/** How high a text must be to be read whole; other cards are as high as they are. */
export type NeededHeight = (card: ShownCard, width: number) => number;

/** The cards of a tab as bands, from the top. */
export function bandsOf(cards: Card[], width: number, needed: NeededHeight): Band[] {
  const bands: Band[] = [];
  let held: ShownCard[] = [];
  const close = () => {
    if (held.length > 0) bands.push(bandOf(held, width, needed));
    held = [];
  };
  for (const card of cards) {
    if (card.kind === 'divider') {
      close();
      bands.push({ kind: 'divider', height: dividerHeight, card });
      continue;
    }
    const bottom = Math.max(0, ...held.map(({ place }) => place.y + place.height));
    if (card.place.y >= bottom) close();
    held.push(card);
  }
  close();
  return bands;
}

function bandOf(cards: ShownCard[], width: number, needed: NeededHeight): Band {
  const top = Math.min(...cards.map(({ place }) => place.y));
  const slot = (width - (gridColumns - 1) * gap) / gridColumns;
  const parts = cards.map((card): Part => {
    const { place } = card;
    const wide = place.width * slot + (place.width - 1) * gap;
    const high = heightOf(place.height);
    return {
      card,
      x: place.x * (slot + gap),
      y: (place.y - top) * (rowHeight + gap),
      width: wide,
      height: isFree(card, cards) ? Math.max(high, needed(card, wide)) : high,
    };
  });
  return { kind: 'cards', height: Math.max(...parts.map(({ y, height }) => y + height)), parts };
}

/** Whether nothing lies below a card that it would cover if it grew. */
const isFree = ({ id, place }: ShownCard, cards: ShownCard[]) =>
  cards.every(
    (other) =>
      other.id === id ||
      other.place.y < place.y + place.height ||
      other.place.x >= place.x + place.width ||
      other.place.x + other.place.width <= place.x,
  );
