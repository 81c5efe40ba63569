import type { Chart } from '#contract/chart.ts';
import { cardsOf, type Dashboard, maxCards } from '#contract/dashboard.ts';
import type { Texts } from '#contract/datasets.ts';
import { Problem } from '#contract/errors.ts';
import { addCard, emptyDashboard } from '#web/dashboard/edit/document.ts';
import { chartCard, withTimeOf } from '#web/dashboard/edit/new-chart.ts';
import { call } from '#web/http/client.ts';

type NewCard = { chart: Chart; title: Texts };

/** Where the card is now: published, or in one's own draft if there was one. */
type Kept = { id: string; isDraft: boolean };

/** The dashboard with one more card on its first tab; what the question says of time is its own. */
async function withCard(dashboard: Dashboard, { chart, title }: NewCard): Promise<Dashboard> {
  if (cardsOf(dashboard).length >= maxCards) throw new Problem('too_many_cards');
  const { ask } = chart;
  const hasOwnTime = ask.kind === 'query' && ask.period.kind === 'during';
  const card = { ...chartCard(chart), title, time: hasOwnTime ? ('own' as const) : ('dashboard' as const) };
  const dataset = ask.kind === 'query' ? await call('GET /datasets/:id', { id: ask.dataset }) : undefined;
  return addCard(dataset ? withTimeOf(dashboard, dataset) : dashboard, dashboard.tabs[0]!.id, card);
}

export async function keepOnNew(title: Texts, card: NewCard): Promise<Kept> {
  const { id } = await call('POST /dashboards', { dashboard: await withCard(emptyDashboard(title), card) });
  return { id, isDraft: false };
}

/** Who has begun to edit it finds the card in the draft; else it is published at once. */
export async function keepOnDashboard(id: string, card: NewCard): Promise<Kept> {
  const saved = await call('GET /dashboards/:id', { id });
  const dashboard = await withCard(saved.draft?.dashboard ?? saved.dashboard, card);
  if (saved.draft) await call('PUT /dashboards/:id/draft', { id, base: saved.draft.base, dashboard });
  else await call('PUT /dashboards/:id', { id, base: saved.version, dashboard });
  return { id, isDraft: saved.draft !== null };
}
