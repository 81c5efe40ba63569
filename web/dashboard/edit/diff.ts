import { type Card, cardsOf, type Dashboard, type DashboardTab } from '#domain/dashboard/dashboard.ts';

/** How a card differs between two versions. */
export type CardChange = 'added' | 'removed' | 'changed' | 'moved';

/** The parts of a dashboard other than its cards. */
const parts = ['title', 'description', 'time', 'controls', 'refresh', 'tabs'] as const;
type ComparedPart = (typeof parts)[number];

export type Difference = { cards: Map<string, CardChange>; parts: ComparedPart[] };

// Cache of serialized parts: documents are immutable, and hundreds of cards are compared at every keystroke.
const serializedCache = new WeakMap<object, string>();

/** Serializes with sorted keys. */
function serialize(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const text = serializedCache.get(value) ?? serializeSorted(value);
  serializedCache.set(value, text);
  return text;
}

function serializeSorted(value: object): string {
  return JSON.stringify(value, (_, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

const isSame = (a: unknown, b: unknown): boolean => a === b || serialize(a) === serialize(b);

type CardOnTab = { card: Card; tab: DashboardTab };

const cardsById = ({ tabs }: Dashboard): Map<string, CardOnTab> =>
  new Map(tabs.flatMap((tab) => tab.cards.map((card): [string, CardOnTab] => [card.id, { card, tab }])));

const namesOf = (card: Card) => Object.keys(card).filter((name) => name !== 'place') as (keyof Card)[];

/** Whether two cards are equal apart from their position. */
export function isSameContent(a: Card, b: Card): boolean {
  if (a === b) return true;
  const names = namesOf(a);
  return names.length === namesOf(b).length && names.every((name) => isSame(a[name], b[name]));
}

function changeOf(before: CardOnTab | undefined, after: CardOnTab | undefined): CardChange | undefined {
  if (!before) return after && 'added';
  if (!after) return 'removed';
  if (before.card === after.card && before.tab.id === after.tab.id) return undefined;
  if (!isSameContent(before.card, after.card)) return 'changed';
  const isMoved = before.tab.id !== after.tab.id || !isSame(before.card.place, after.card.place);
  return isMoved ? 'moved' : undefined;
}

const partOf = (dashboard: Dashboard, part: ComparedPart): unknown =>
  part === 'tabs' ? dashboard.tabs.map(({ id, title }) => ({ id, title })) : dashboard[part];

/** The cards and parts that differ between two versions of a dashboard. */
export function differenceOf(before: Dashboard, after: Dashboard): Difference {
  const [old, now] = [cardsById(before), cardsById(after)];
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
