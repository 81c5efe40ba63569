import { type Card, cardsOf, type Dashboard } from '#contract/dashboard.ts';
import { findCard } from '#contract/dashboard-filters.ts';
import type { Ask } from '#contract/query.ts';
import { bindAsk } from '#server/queries/bindings.ts';
import type { Asking } from '#server/queries/services.ts';

const hasSql = (card: Card): boolean =>
  card.kind === 'chart'
    ? card.chart.ask.kind === 'sql'
    : card.kind === 'text' && card.numbers.some(({ ask }) => ask.kind === 'sql');

function askBefore(card: Card | undefined, name: string): Ask | undefined {
  if (card?.kind === 'chart') return card.chart.ask;
  return card?.kind === 'text' ? card.numbers.find((each) => each.name === name)?.ask : undefined;
}

async function bindCard(ctx: Asking, card: Card, before: Card | undefined): Promise<Card> {
  if (card.kind === 'divider' || !hasSql(card)) return card;
  if (card.kind === 'chart') {
    const ask = await bindAsk(ctx, card.chart.ask, askBefore(before, ''));
    return { ...card, chart: { ...card.chart, ask } };
  }
  const numbers = card.numbers.map(async (number) => ({
    ...number,
    ask: await bindAsk(ctx, number.ask, askBefore(before, number.name)),
  }));
  return { ...card, numbers: await Promise.all(numbers) };
}

type AskerOf = (card: Card) => Asking;

/** A dashboard with the names in its SQL bound to datasets, for each card as someone sees them. */
export async function bindCards(askerOf: AskerOf, dashboard: Dashboard, before?: Dashboard): Promise<Dashboard> {
  if (!cardsOf(dashboard).some(hasSql)) return dashboard;
  const bind = (card: Card) => bindCard(askerOf(card), card, before && findCard(before, card.id));
  const tabs = dashboard.tabs.map(async (tab) => ({ ...tab, cards: await Promise.all(tab.cards.map(bind)) }));
  return { ...dashboard, tabs: await Promise.all(tabs) };
}

/** A dashboard to be saved, as whoever saves it sees the datasets. */
export const bindDashboard = (ctx: Asking, dashboard: Dashboard, before?: Dashboard): Promise<Dashboard> =>
  bindCards(() => ctx, dashboard, before);
