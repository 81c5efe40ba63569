import { type Card, cardsOf, type Dashboard, findCard } from '#domain/dashboard/dashboard.ts';
import type { QuerySpec } from '#domain/query/query.ts';
import { bindSpec } from '#server/queries/bindings.ts';
import type { QueryContext } from '#server/queries/services.ts';

const hasSql = (card: Card): boolean =>
  card.kind === 'chart'
    ? card.chart.ask.kind === 'sql'
    : card.kind === 'text' && card.numbers.some(({ ask: spec }) => spec.kind === 'sql');

function earlierSpecOf(card: Card | undefined, name: string): QuerySpec | undefined {
  if (card?.kind === 'chart') return card.chart.ask;
  return card?.kind === 'text' ? card.numbers.find((each) => each.name === name)?.ask : undefined;
}

async function bindCard(ctx: QueryContext, card: Card, before: Card | undefined): Promise<Card> {
  if (card.kind === 'divider' || !hasSql(card)) return card;
  if (card.kind === 'chart') {
    const spec = await bindSpec(ctx, card.chart.ask, earlierSpecOf(before, ''));
    return { ...card, chart: { ...card.chart, ask: spec } };
  }
  const numbers = card.numbers.map(async (number) => ({
    ...number,
    ask: await bindSpec(ctx, number.ask, earlierSpecOf(before, number.name)),
  }));
  return { ...card, numbers: await Promise.all(numbers) };
}

type ContextOf = (card: Card) => QueryContext;

/** Binds the table names in the SQL of a dashboard to datasets, for each card as its context sees them. */
export async function bindCards(contextOf: ContextOf, dashboard: Dashboard, before?: Dashboard): Promise<Dashboard> {
  if (!cardsOf(dashboard).some(hasSql)) return dashboard;
  const bind = (card: Card) => bindCard(contextOf(card), card, before && findCard(before, card.id));
  const tabs = dashboard.tabs.map(async (tab) => ({ ...tab, cards: await Promise.all(tab.cards.map(bind)) }));
  return { ...dashboard, tabs: await Promise.all(tabs) };
}

/** Binds a dashboard to be saved, as the person who saves it sees the datasets. */
export const bindDashboard = (ctx: QueryContext, dashboard: Dashboard, before?: Dashboard): Promise<Dashboard> =>
  bindCards(() => ctx, dashboard, before);
