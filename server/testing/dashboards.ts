import type { Card, Dashboard } from '#domain/dashboard/dashboard.ts';
import type { SavedDashboard } from '#contract/dashboards/routes.ts';
import type { QuerySpec } from '#domain/query/query.ts';
import { querySpecSchema } from '#contract/queries/schemas.ts';
import { specOf } from './queries.ts';
import type { Client } from './client.ts';

const none = { en_US: '', zh_CN: '' };

/** A dashboard with one tab and optional fields. */
export const dashboardOf = (title: string, cards: Card[] = [], fields: Partial<Dashboard> = {}): Dashboard => ({
  format: 1,
  title: { en_US: title, zh_CN: '' },
  description: none,
  time: { span: null, compare: { kind: 'none' }, targets: [] },
  controls: [],
  tabs: [{ id: 'tab', title: none, cards }],
  refresh: 0,
  ...fields,
});

export const textCard = (id: string, text = 'Text', y = 0): Card => ({
  id,
  kind: 'text',
  title: none,
  place: { x: 0, y, width: 12, height: 2 },
  text: { en_US: text, zh_CN: text },
  numbers: [],
});

type ChartCardFields = Partial<Extract<Card, { kind: 'chart' }>>;

/** A card that counts the rows of a dataset, or runs the given query. */
export const chartCard = (id: string, datasetOrSpec: string | QuerySpec, fields: ChartCardFields = {}): Card => ({
  id,
  kind: 'chart',
  title: none,
  place: { x: 0, y: 0, width: 6, height: 4 },
  chart: {
    ask: typeof datasetOrSpec === 'string' ? querySpecSchema.parse(specOf(datasetOrSpec)) : datasetOrSpec,
    drawing: { kind: 'figure', options: {} },
  },
  time: 'dashboard',
  path: [],
  link: null,
  ...fields,
});

/** Creates a dashboard; throws on failure. */
export async function createDashboard(client: Client, token: string, dashboard: Dashboard): Promise<SavedDashboard> {
  const { status, body } = await client.call('POST /dashboards', { dashboard }, { token });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}
