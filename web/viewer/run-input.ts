import type { ApiInput } from '#contract/api.ts';
import type { Card, Dashboard, DashboardState, DashboardTab } from '#domain/dashboard/dashboard.ts';
import { gap, rowHeight, sectionsOf } from './grid.ts';

// Also part of the early script and of every page: only small modules may be imported here.

type RunInput = ApiInput<'POST /dashboards/:id/run'> & { first: string[] };
type RunSubject = { id: string; draft: boolean; state: DashboardState; zone: string; visible: string[] };

/** The input of a run of some cards. */
export function runInputOf(
  { id, draft, state, zone, visible }: RunSubject,
  { cards, fresh }: { cards: string[]; fresh: boolean },
): RunInput {
  return { id, draft, state, zone, cards, first: visible.filter((card) => cards.includes(card)), fresh };
}

/** The tab named by the URL, else the first one. */
export const tabIn = (search: URLSearchParams, tabs: DashboardTab[]): DashboardTab =>
  tabs.find(({ id }) => id === search.get('tab')) ?? tabs[0]!;

/** The folded sections: the author's default, toggled by the viewer. */
export function foldedIn(cards: Card[], toggled: ReadonlySet<string>): ReadonlySet<string> {
  const isFolded = (card: Card) => card.kind === 'divider' && card.isFolded !== toggled.has(card.id);
  return new Set(cards.filter(isFolded).map(({ id }) => id));
}

/** The cards of unfolded sections. */
export const unfoldedCards = (cards: Card[], folded: ReadonlySet<string>): Card[] =>
  sectionsOf(cards).flatMap(({ divider, cards: own }) => (divider && folded.has(divider.id) ? [] : own));

/** An estimate of the cards in the viewport before scrolling. */
export const estimateVisible = (cards: Card[]): string[] =>
  cards.filter(({ place }) => place.y * (rowHeight + gap) < window.innerHeight).map(({ id }) => id);

/** The cards that are initially shown on the page of a dashboard. */
export function initialCardsOf({ tabs }: Dashboard, search: URLSearchParams): Card[] {
  const { cards } = tabIn(search, tabs);
  return unfoldedCards(cards, foldedIn(cards, new Set()));
}

/** The datasets of these cards, without those of SQL. */
export function initialDatasetsOf(dashboard: Dashboard, search: URLSearchParams): string[] {
  const specs = initialCardsOf(dashboard, search).flatMap((card) => (card.kind === 'chart' ? [card.chart.ask] : []));
  return [...new Set(specs.flatMap((spec) => (spec.kind === 'query' ? [spec.dataset] : [])))];
}
