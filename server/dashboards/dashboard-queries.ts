import { type CardQuery, queriesOfCard } from '#domain/dashboard/queries.ts';
import { currentTimeOf } from '#domain/dashboard/filters.ts';
import { cardsOf, type Dashboard, type DashboardState } from '#domain/dashboard/dashboard.ts';
import type { QuerySpec, NewestRows } from '#domain/query/query.ts';
import { withTimeBounds } from './time-bounds.ts';

/** A query of a card. */
export type DashboardQuery = CardQuery & { card: string };

/** The inputs that determine the queries of a dashboard. */
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
      queriesOfCard(dashboard, card, state).map(({ name, spec, ignored }) => ({
        card: card.id,
        name,
        spec: withTimeBounds(spec, time, { zone, now: Date.parse(now), newest: newestIn(spec, newest) }),
        ignored,
      })),
    );
}

/** The newest among the datasets that SQL reads. */
const newestIn = (spec: QuerySpec, newest: NewestRows): string | undefined =>
  datasetsOfSql(spec)
    .flatMap((dataset) => newest[dataset] ?? [])
    .toSorted()
    .at(-1);

/** The datasets that the names in SQL are bound to. */
export const datasetsOfSql = (spec: QuerySpec): string[] =>
  spec.kind === 'sql' ? (spec.tables ?? []).map(({ dataset }) => dataset) : [];
