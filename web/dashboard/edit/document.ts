import {
  type Card,
  type CardKind,
  cardsOf,
  type Dashboard,
  maxCards,
  type Place,
  type Tab,
} from '#contract/dashboard.ts';
import type { Texts } from '#contract/datasets.ts';
import { freePlace, settle } from './placing.ts';

// Each of these is one step of whoever edits: it takes a dashboard and gives the next one, without a card on another.

export const noTexts: Texts = { en_US: '', zh_CN: '' };

/** An id for a part of a dashboard. Pages that come without encryption have no `randomUUID`. */
export const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

export const emptyDashboard = (title: Texts): Dashboard => ({
  format: 1,
  title,
  description: noTexts,
  time: { span: null, compare: { kind: 'none' }, targets: [] },
  controls: [],
  tabs: [{ id: newId(), title: noTexts, cards: [] }],
  refresh: 0,
});

type Size = Pick<Place, 'width' | 'height'>;

/** How large a card is at first. */
export function sizeOf(card: Pick<Card, 'kind'> & { chart?: { drawing: { kind: string } } }): Size {
  if (card.kind === 'divider') return { width: 12, height: 1 };
  if (card.kind === 'text') return { width: 6, height: 4 };
  const kind = card.chart?.drawing.kind;
  if (kind === 'figure' || kind === 'gauge') return { width: 3, height: 4 };
  return kind === 'table' || kind === 'pivot' ? { width: 12, height: 10 } : { width: 6, height: 8 };
}

/** A card smaller than this shows nothing. */
export const leastSize: Record<CardKind, Size> = {
  chart: { width: 2, height: 2 },
  text: { width: 1, height: 1 },
  divider: { width: 2, height: 1 },
};

export const isFull = (dashboard: Dashboard): boolean => cardsOf(dashboard).length >= maxCards;

export const findCard = (dashboard: Dashboard, id: string): Card | undefined =>
  cardsOf(dashboard).find((card) => card.id === id);

export const tabOf = (dashboard: Dashboard, card: string): Tab | undefined =>
  dashboard.tabs.find(({ cards }) => cards.some(({ id }) => id === card));

/** The tab with this id, or the first one. */
export const tabNow = (dashboard: Dashboard, id: string | undefined): Tab =>
  dashboard.tabs.find((tab) => tab.id === id) ?? dashboard.tabs[0]!;

export function changeTab(dashboard: Dashboard, id: string, change: (tab: Tab) => Tab): Dashboard {
  return { ...dashboard, tabs: dashboard.tabs.map((tab) => (tab.id === id ? change(tab) : tab)) };
}

export const changeCards = (dashboard: Dashboard, tab: string, change: (cards: Card[]) => Card[]): Dashboard =>
  changeTab(dashboard, tab, (now) => ({ ...now, cards: change(now.cards) }));

export function changeCard(dashboard: Dashboard, id: string, change: (card: Card) => Card): Dashboard {
  const tab = tabOf(dashboard, id);
  if (!tab) return dashboard;
  return changeCards(dashboard, tab.id, (cards) => cards.map((card) => (card.id === id ? change(card) : card)));
}

/** What a card has before it has a place. */
export type NewCard = Card extends infer Each ? (Each extends Card ? Omit<Each, 'id' | 'place'> : never) : never;

/** A new card at the first free place; a divider goes below everything. */
export function addCard(dashboard: Dashboard, tab: string, added: NewCard, id = newId()): Dashboard {
  if (isFull(dashboard)) return dashboard;
  return changeCards(dashboard, tab, (cards) => [...cards, { ...added, id, place: freePlace(cards, sizeOf(added)) }]);
}

/** A card beside itself, at the first place that has room for it. */
export function duplicateCard(dashboard: Dashboard, id: string, copy = newId()): Dashboard {
  const [tab, card] = [tabOf(dashboard, id), findCard(dashboard, id)];
  if (!tab || !card || isFull(dashboard)) return dashboard;
  return changeCards(dashboard, tab.id, (cards) => [
    ...cards,
    { ...card, id: copy, place: freePlace(cards, card.place) },
  ]);
}

/** A control that acts on nothing is none. */
function withoutTargetsOf(dashboard: Dashboard, gone: Set<string>): Dashboard {
  const controls = dashboard.controls.map((control) => ({
    ...control,
    targets: control.targets.filter((target) => target.kind === 'column' || !gone.has(target.card)),
  }));
  return { ...dashboard, controls: controls.filter(({ targets }) => targets.length > 0) };
}

export function removeCard(dashboard: Dashboard, id: string): Dashboard {
  const tab = tabOf(dashboard, id);
  if (!tab) return dashboard;
  const left = changeCards(dashboard, tab.id, (cards) => settle(cards.filter((card) => card.id !== id)));
  return withoutTargetsOf(left, new Set([id]));
}

/** A card on another tab, at the first free place there. */
export function moveToTab(dashboard: Dashboard, id: string, to: string): Dashboard {
  const [from, card] = [tabOf(dashboard, id), findCard(dashboard, id)];
  if (!from || !card || from.id === to) return dashboard;
  const left = changeCards(dashboard, from.id, (cards) => settle(cards.filter((each) => each.id !== id)));
  return changeCards(left, to, (cards) => [...cards, { ...card, place: freePlace(cards, card.place) }]);
}

export const maxTabs = 30;

export function addTab(dashboard: Dashboard, title: Texts, id = newId()): Dashboard {
  if (dashboard.tabs.length >= maxTabs) return dashboard;
  return { ...dashboard, tabs: [...dashboard.tabs, { id, title, cards: [] }] };
}

/** There is always a tab. */
export function removeTab(dashboard: Dashboard, id: string): Dashboard {
  const gone = dashboard.tabs.find((tab) => tab.id === id);
  if (!gone || dashboard.tabs.length === 1) return dashboard;
  const left = { ...dashboard, tabs: dashboard.tabs.filter((tab) => tab !== gone) };
  return withoutTargetsOf(left, new Set(gone.cards.map((card) => card.id)));
}

/** A thing of a list one step nearer to the beginning or the end. */
export function shifted<Thing extends { id: string }>(list: Thing[], id: string, step: -1 | 1): Thing[] {
  const at = list.findIndex((each) => each.id === id);
  const to = at + step;
  if (at < 0 || to < 0 || to >= list.length) return list;
  return list.toSpliced(at, 1).toSpliced(to, 0, list[at]!);
}

/** A card of another version as it was there: in its place if it is here still, else at the first free one. */
export function bringCard(dashboard: Dashboard, from: Dashboard, id: string): Dashboard {
  const [card, tab] = [findCard(from, id), tabOf(from, id)];
  if (!card || !tab) return removeCard(dashboard, id);
  if (findCard(dashboard, id)) {
    return changeCard(dashboard, id, (now) => ({ ...card, place: now.place }));
  }
  if (isFull(dashboard)) return dashboard;
  const to = tabNow(dashboard, tab.id).id;
  return changeCards(dashboard, to, (cards) => [...cards, { ...card, place: freePlace(cards, card.place) }]);
}
