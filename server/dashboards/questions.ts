import { type CardQuestion, questionsOf } from '#contract/dashboard-asks.ts';
import { timeNow } from '#contract/dashboard-filters.ts';
import { cardsOf, type Dashboard, type DashboardState } from '#contract/dashboard.ts';
import type { Ask, NewestRows } from '#contract/query.ts';
import { withBounds } from './bounds.ts';

/** A question of a card. */
export type Asked = CardQuestion & { card: string };

/** What someone wants of a dashboard, where and when. */
export type Wish = {
  state: DashboardState;
  cards?: string[] | undefined;
  zone: string;
  now: string;
  /** By dataset: the first moment after its newest row, where SQL asks for the time up to it. */
  newest?: NewestRows;
};

const known = new WeakMap<Dashboard, Map<string, Asked[]>>();

/** So many ways to look at one dashboard are remembered. */
const most = 20;

/** The questions of the cards that are wanted; who wants the same gets the same. */
export function questionsFor(dashboard: Dashboard, wish: Wish): Asked[] {
  const wishes = known.get(dashboard) ?? new Map<string, Asked[]>();
  known.set(dashboard, wishes);
  const key = JSON.stringify([wish.state, wish.cards, wish.zone, wish.now, wish.newest]);
  const questions = wishes.get(key) ?? make(dashboard, wish);
  wishes.delete(key);
  wishes.set(key, questions);
  if (wishes.size > most) wishes.delete(wishes.keys().next().value!);
  return questions;
}

function make(dashboard: Dashboard, { state, cards, zone, now, newest = {} }: Wish): Asked[] {
  const time = timeNow(dashboard, state);
  return cardsOf(dashboard)
    .filter(({ id }) => !cards || cards.includes(id))
    .flatMap((card) =>
      questionsOf(dashboard, card, state).map(({ name, ask, ignored }) => ({
        card: card.id,
        name,
        ask: withBounds(ask, time, { zone, now: Date.parse(now), newest: newestIn(ask, newest) }),
        ignored,
      })),
    );
}

/** The newest of the datasets that SQL reads. */
const newestIn = (ask: Ask, newest: NewestRows): string | undefined =>
  datasetsOfSql(ask)
    .flatMap((dataset) => newest[dataset] ?? [])
    .toSorted()
    .at(-1);

/** The datasets that the names in SQL stand for. */
export const datasetsOfSql = (ask: Ask): string[] =>
  ask.kind === 'sql' ? (ask.tables ?? []).map(({ dataset }) => dataset) : [];
