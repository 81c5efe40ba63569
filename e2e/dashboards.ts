import type { Page } from 'playwright-core';

import type { ChartKind } from '#domain/query/chart-kinds.ts';
import type { ChartCard, Control, ControlValue, Dashboard, GridPosition } from '#domain/dashboard/dashboard.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import type { LocalizedText } from '#domain/columns/column.ts';
import { emptyQuerySpec, type BuiltQuerySpec } from '#domain/query/query.ts';
import { createClient } from '#server/testing/client.ts';

const both = (text: string): LocalizedText => ({ en_US: text, zh_CN: text });

/** A dataset with its column ids by name. */
export type DatasetRef = { id: string; columns: Record<string, string> };

export async function findDataset(url: string, token: string, name: string): Promise<DatasetRef> {
  const { call } = createClient(url);
  const { body: all } = await call('GET /datasets', {}, { token });
  const { id } = all.find((each) => each.name === name)!;
  const { body } = (await call('GET /datasets/:id', { id }, { token })) as { body: Dataset };
  return { id, columns: Object.fromEntries(body.columns.map((column) => [column.name, column.id])) };
}

/** A query that counts rows, in total or by one column. */
export function countOf({ id, columns }: DatasetRef, by?: string): BuiltQuerySpec {
  return {
    ...emptyQuerySpec(id),
    dimensions: by ? [{ id: 'd1', column: columns[by]!, kind: 'value' }] : [],
    limit: 1000,
  };
}

type PlacedChart = { id: string; title: string; kind: ChartKind; place: GridPosition };

export const cardOf = ({ id, title, kind, place }: PlacedChart, spec: BuiltQuerySpec): ChartCard => ({
  id,
  title: both(title),
  place,
  kind: 'chart',
  chart: { ask: spec, drawing: { kind, options: {} } },
  time: 'dashboard',
  path: [],
  link: null,
});

export const controlOf = ({ id, columns }: DatasetRef, column: string, value: ControlValue): Control => ({
  id: column,
  label: both(''),
  targets: [{ kind: 'column', dataset: id, column: columns[column]! }],
  isMany: true,
  value,
});

/** A dashboard of one dataset with a time column. */
export function dashboardOf(
  { id, columns }: DatasetRef,
  time: string,
  { cards, controls }: { cards: ChartCard[]; controls: Control[] },
): Dashboard {
  return {
    format: 1,
    title: both('The shop'),
    description: both(''),
    time: {
      span: { kind: 'last', count: 90, grain: { unit: 'day' } },
      compare: { kind: 'none' },
      targets: [{ kind: 'column', dataset: id, column: columns[time]! }],
    },
    controls,
    tabs: [{ id: 't1', title: both(''), cards }],
    refresh: 0,
  };
}

export async function createDashboard(url: string, token: string, dashboard: Dashboard): Promise<string> {
  const { status, body } = await createClient(url).call('POST /dashboards', { dashboard }, { token });
  if (status >= 400) throw new Error(`refused: ${JSON.stringify(body)}`);
  return body.id;
}

/** A card by its title. */
export const cardNamed = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

/** The text of a card once its numbers are loaded. */
export async function readCard(page: Page, title: string): Promise<string> {
  const card = cardNamed(page, title).and(page.locator('[aria-busy=false]')).filter({ hasText: /\d/ });
  await card.waitFor();
  // The table for screen readers follows the chart.
  await card.locator('caption, [role=grid], p').first().waitFor({ state: 'attached' });
  return (await card.innerText()).replace(title, '').trim();
}
