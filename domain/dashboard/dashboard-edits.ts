import { type ChartKind, chartKindTraits } from '#domain/query/chart-kinds.ts';
import {
  type Card,
  type CardKind,
  cardsOf,
  type Dashboard,
  maxCards,
  type GridPosition,
  type DashboardTab,
  findCard,
} from './dashboard.ts';
import type { LocalizedText } from '#domain/columns/column.ts';
import { freePlace, compact } from './grid-layout.ts';

// Pure edits: each takes a dashboard and returns the next one, without overlapping cards.

/** Available in browsers and in Node. */
declare const crypto: { getRandomValues(bytes: Uint8Array): Uint8Array };

export const noTexts: LocalizedText = { en_US: '', zh_CN: '' };

/** An id for a part of a dashboard. `randomUUID` is missing on pages served without TLS. */
export const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

export const emptyDashboard = (title: LocalizedText): Dashboard => ({
  format: 1,
  title,
  description: noTexts,
  time: { span: null, compare: { kind: 'none' }, targets: [] },
  controls: [],
  tabs: [{ id: newId(), title: noTexts, cards: [] }],
  refresh: 0,
});

type CardSize = Pick<GridPosition, 'width' | 'height'>;

/** Initial size of a card. */
function sizeOf(card: Pick<Card, 'kind'> & { chart?: { drawing: { kind: ChartKind } } }): CardSize {
  if (card.kind === 'divider') return { width: 12, height: 1 };
  if (card.kind === 'text') return { width: 6, height: 4 };
  const size = card.chart && chartKindTraits[card.chart.drawing.kind].cardSize;
  if (size === 'small') return { width: 3, height: 4 };
  return size === 'large' ? { width: 12, height: 10 } : { width: 6, height: 8 };
}

/** Minimum size of a card. */
export const minSize: Record<CardKind, CardSize> = {
  chart: { width: 2, height: 2 },
  text: { width: 1, height: 1 },
  divider: { width: 2, height: 1 },
};

export const isFull = (dashboard: Dashboard): boolean => cardsOf(dashboard).length >= maxCards;

export const tabOf = (dashboard: Dashboard, card: string): DashboardTab | undefined =>
  dashboard.tabs.find(({ cards }) => cards.some(({ id }) => id === card));

/** The tab with this id, or the first one. */
export const tabOrFirst = (dashboard: Dashboard, id: string | undefined): DashboardTab =>
  dashboard.tabs.find((tab) => tab.id === id) ?? dashboard.tabs[0]!;

export function changeTab(dashboard: Dashboard, id: string, change: (tab: DashboardTab) => DashboardTab): Dashboard {
  return { ...dashboard, tabs: dashboard.tabs.map((tab) => (tab.id === id ? change(tab) : tab)) };
}

export const changeCards = (dashboard: Dashboard, tab: string, change: (cards: Card[]) => Card[]): Dashboard =>
  changeTab(dashboard, tab, (now) => ({ ...now, cards: change(now.cards) }));

export function changeCard(dashboard: Dashboard, id: string, change: (card: Card) => Card): Dashboard {
  const tab = tabOf(dashboard, id);
  if (!tab) return dashboard;
  return changeCards(dashboard, tab.id, (cards) => cards.map((card) => (card.id === id ? change(card) : card)));
}

/** A card without id and position. */
export type NewCard = Card extends infer Each ? (Each extends Card ? Omit<Each, 'id' | 'place'> : never) : never;

/** Adds a card at the first free position; a divider goes below everything. */
export function addCard(dashboard: Dashboard, tab: string, added: NewCard, id = newId()): Dashboard {
  if (isFull(dashboard)) return dashboard;
  return changeCards(dashboard, tab, (cards) => [...cards, { ...added, id, place: freePlace(cards, sizeOf(added)) }]);
}

/** Copies a card to the first free position. */
export function duplicateCard(dashboard: Dashboard, id: string, copy = newId()): Dashboard {
  const [tab, card] = [tabOf(dashboard, id), findCard(dashboard, id)];
  if (!tab || !card || isFull(dashboard)) return dashboard;
  return changeCards(dashboard, tab.id, (cards) => [
    ...cards,
    { ...card, id: copy, place: freePlace(cards, card.place) },
  ]);
}

/** Removes targets on deleted cards, and controls without targets. */
function removeTargetsOf(dashboard: Dashboard, deleted: Set<string>): Dashboard {
  const controls = dashboard.controls.map((control) => ({
    ...control,
    targets: control.targets.filter((target) => target.kind === 'column' || !deleted.has(target.card)),
  }));
  return { ...dashboard, controls: controls.filter(({ targets }) => targets.length > 0) };
}

export function removeCard(dashboard: Dashboard, id: string): Dashboard {
  const tab = tabOf(dashboard, id);
  if (!tab) return dashboard;
  const left = changeCards(dashboard, tab.id, (cards) => compact(cards.filter((card) => card.id !== id)));
  return removeTargetsOf(left, new Set([id]));
}

/** Moves a card to the first free position of another tab. */
export function moveToTab(dashboard: Dashboard, id: string, to: string): Dashboard {
  const [from, card] = [tabOf(dashboard, id), findCard(dashboard, id)];
  if (!from || !card || from.id === to) return dashboard;
  const left = changeCards(dashboard, from.id, (cards) => compact(cards.filter((each) => each.id !== id)));
  return changeCards(left, to, (cards) => [...cards, { ...card, place: freePlace(cards, card.place) }]);
}

export const maxTabs = 30;

export function addTab(dashboard: Dashboard, title: LocalizedText, id = newId()): Dashboard {
  if (dashboard.tabs.length >= maxTabs) return dashboard;
  return { ...dashboard, tabs: [...dashboard.tabs, { id, title, cards: [] }] };
}

/** Removes a tab unless it is the last one. */
export function removeTab(dashboard: Dashboard, id: string): Dashboard {
  const removed = dashboard.tabs.find((tab) => tab.id === id);
  if (!removed || dashboard.tabs.length === 1) return dashboard;
  const left = { ...dashboard, tabs: dashboard.tabs.filter((tab) => tab !== removed) };
  return removeTargetsOf(left, new Set(removed.cards.map((card) => card.id)));
}

/** Moves an item of a list by one position. */
export function moveByOne<Item extends { id: string }>(list: Item[], id: string, step: -1 | 1): Item[] {
  const at = list.findIndex((each) => each.id === id);
  const to = at + step;
  if (at < 0 || to < 0 || to >= list.length) return list;
  return list.toSpliced(at, 1).toSpliced(to, 0, list[at]!);
}

/** Restores a card from another version: at its current position, or at the first free one. */
export function restoreCard(dashboard: Dashboard, from: Dashboard, id: string): Dashboard {
  const [card, tab] = [findCard(from, id), tabOf(from, id)];
  if (!card || !tab) return removeCard(dashboard, id);
  if (findCard(dashboard, id)) {
    return changeCard(dashboard, id, (now) => ({ ...card, place: now.place }));
  }
  if (isFull(dashboard)) return dashboard;
  const to = tabOrFirst(dashboard, tab.id).id;
  return changeCards(dashboard, to, (cards) => [...cards, { ...card, place: freePlace(cards, card.place) }]);
}
