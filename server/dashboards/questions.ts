import { type CardQuestion, questionsOf } from '#domain/dashboard/queries.ts';
import { currentTimeOf } from '#domain/dashboard/filters.ts';
import { cardsOf, type Dashboard, type DashboardState } from '#domain/dashboard/dashboard.ts';
import type { Ask, NewestRows } from '#domain/query/query.ts';
import { withTimeBounds } from './time-bounds.ts';

/** A query of a card. */
export type DashboardQuery = CardQuestion & { card: string };

/** What determines the queries of a dashboard. */
export type QueryOptions = {
  state: DashboardState;
  cards?: string[] | undefined;
  zone: string;
  now: string;
  /** By dataset: the end of its newest row, where SQL is anchored to it. */
  newest?: NewestRows;
};

/** The queries of the selected cards. */
export function queriesFor(
  dashboard: Dashboard,
  { state, cards, zone, now, newest = {} }: QueryOptions,
): DashboardQuery[] {
  const time = currentTimeOf(dashboard, state);
  return cardsOf(dashboard)
    .filter(({ id }) => !cards || cards.includes(id))
    .flatMap((card) =>
      questionsOf(dashboard, card, state).map(({ name, ask, ignored }) => ({
        card: card.id,
        name,
        ask: withTimeBounds(ask, time, { zone, now: Date.parse(now), newest: newestIn(ask, newest) }),
        ignored,
      })),
    );
}

/** The newest among the datasets that SQL reads. */
const newestIn = (ask: Ask, newest: NewestRows): string | undefined =>
  datasetsOfSql(ask)
    .flatMap((dataset) => newest[dataset] ?? [])
    .toSorted()
    .at(-1);

/** The datasets that the names in SQL are bound to. */
export const datasetsOfSql = (ask: Ask): string[] =>
  ask.kind === 'sql' ? (ask.tables ?? []).map(({ dataset }) => dataset) : [];
