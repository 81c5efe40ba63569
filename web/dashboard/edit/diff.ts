import { type Card, cardsOf, type Dashboard, type Tab } from '#contract/dashboard.ts';

/** What became of a card between two versions. */
export type CardChange = 'added' | 'removed' | 'changed' | 'moved';

/** The parts of a dashboard other than its cards. */
const parts = ['title', 'description', 'time', 'controls', 'refresh', 'tabs'] as const;
export type Part = (typeof parts)[number];

export type Difference = { cards: Map<string, CardChange>; parts: Part[] };

// Parts of a document are never changed in place, and two hundred cards are compared at every letter.
const known = new WeakMap<object, string>();

/** A text in which the order of keys does not matter. */
function written(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const text = known.get(value) ?? writtenAnew(value);
  known.set(value, text);
  return text;
}

function writtenAnew(value: object): string {
  return JSON.stringify(value, (_, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

export const isSame = (a: unknown, b: unknown): boolean => a === b || written(a) === written(b);

type Lying = { card: Card; tab: Tab };

const lyingOf = ({ tabs }: Dashboard): Map<string, Lying> =>
  new Map(tabs.flatMap((tab) => tab.cards.map((card): [string, Lying] => [card.id, { card, tab }])));

const namesOf = (card: Card) => Object.keys(card).filter((name) => name !== 'place') as (keyof Card)[];

/** Whether two cards say the same, wherever they lie. */
export function isSameContent(a: Card, b: Card): boolean {
  const names = namesOf(a);
  return names.length === namesOf(b).length && names.every((name) => isSame(a[name], b[name]));
}

function changeOf(before: Lying | undefined, after: Lying | undefined): CardChange | undefined {
  if (!before) return after && 'added';
  if (!after) return 'removed';
  if (before.card === after.card && before.tab.id === after.tab.id) return undefined;
  if (!isSameContent(before.card, after.card)) return 'changed';
  const isMoved = before.tab.id !== after.tab.id || !isSame(before.card.place, after.card.place);
  return isMoved ? 'moved' : undefined;
}

const partOf = (dashboard: Dashboard, part: Part): unknown =>
  part === 'tabs' ? dashboard.tabs.map(({ id, title }) => ({ id, title })) : dashboard[part];

/** Which cards differ between two versions of a dashboard, and what else does. */
export function differenceOf(before: Dashboard, after: Dashboard): Difference {
  const [old, now] = [lyingOf(before), lyingOf(after)];
  const ids = new Set([...cardsOf(before), ...cardsOf(after)].map(({ id }) => id));
  const changes = [...ids].map((id): [string, CardChange | undefined] => [id, changeOf(old.get(id), now.get(id))]);
  return {
    cards: new Map(changes.filter((entry): entry is [string, CardChange] => entry[1] !== undefined)),
    parts: parts.filter((part) => !isSame(partOf(before, part), partOf(after, part))),
  };
}

export const isEqual = (before: Dashboard, after: Dashboard): boolean => {
  const { cards, parts: changed } = differenceOf(before, after);
  return cards.size === 0 && changed.length === 0;
};
