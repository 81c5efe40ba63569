import type { Chart } from '#domain/query/chart.ts';
import { cardsOf, type Dashboard, maxCards } from '#domain/dashboard/dashboard.ts';
import type { LocalizedText } from '#domain/columns/column.ts';
import { Problem } from '#contract/errors.ts';
import { addCard, emptyDashboard } from '#domain/dashboard/dashboard-edits.ts';
import { chartCard, withTimeTarget } from './new-chart.ts';
import { call } from '#web/http/client.ts';

type ChartToAdd = { chart: Chart; title: LocalizedText };

/** Where the card was added: published, or in the member's draft. */
type AddedCard = { id: string; isDraft: boolean };

/** Adds the chart to the first tab; a query with its own period keeps it. */
async function withCard(dashboard: Dashboard, { chart, title }: ChartToAdd): Promise<Dashboard> {
  if (cardsOf(dashboard).length >= maxCards) throw new Problem('too_many_cards');
  const { ask } = chart;
  const hasOwnTime = ask.kind === 'query' && ask.period.kind === 'during';
  const card = { ...chartCard(chart), title, time: hasOwnTime ? ('own' as const) : ('dashboard' as const) };
  const dataset = ask.kind === 'query' ? await call('GET /datasets/:id', { id: ask.dataset }) : undefined;
  return addCard(dataset ? withTimeTarget(dashboard, dataset) : dashboard, dashboard.tabs[0]!.id, card);
}

export async function addToNewDashboard(title: LocalizedText, card: ChartToAdd): Promise<AddedCard> {
  const { id } = await call('POST /dashboards', { dashboard: await withCard(emptyDashboard(title), card) });
  return { id, isDraft: false };
}

/** Adds to the member's draft if there is one, else publishes. */
export async function addToDashboard(id: string, card: ChartToAdd): Promise<AddedCard> {
  const saved = await call('GET /dashboards/:id', { id });
  const dashboard = await withCard(saved.draft?.dashboard ?? saved.dashboard, card);
  if (saved.draft) await call('PUT /dashboards/:id/draft', { id, base: saved.draft.base, dashboard });
  else await call('PUT /dashboards/:id', { id, base: saved.version, dashboard });
  return { id, isDraft: saved.draft !== null };
}
