import type { Card, Dashboard } from '#contract/dashboard.ts';
import type { SavedDashboard } from '#contract/dashboards.ts';
import type { Ask } from '#contract/query.ts';
import { askSchema } from '#contract/queries.ts';
import { askOf } from './ask.ts';
import type { Client } from './client.ts';

const none = { en_US: '', zh_CN: '' };

/** A dashboard on one tab, with whatever else it is told. */
export const dashboardOf = (title: string, cards: Card[] = [], told: Partial<Dashboard> = {}): Dashboard => ({
  format: 1,
  title: { en_US: title, zh_CN: '' },
  description: none,
  time: { span: null, compare: { kind: 'none' }, targets: [] },
  controls: [],
  tabs: [{ id: 'tab', title: none, cards }],
  refresh: 0,
  ...told,
});

export const textCard = (id: string, text = 'Text', y = 0): Card => ({
  id,
  kind: 'text',
  title: none,
  place: { x: 0, y, width: 12, height: 2 },
  text: { en_US: text, zh_CN: text },
  numbers: [],
});

type Told = Partial<Extract<Card, { kind: 'chart' }>>;

/** A card that counts the rows of a dataset, or asks what it is told. */
export const chartCard = (id: string, asked: string | Ask, told: Told = {}): Card => ({
  id,
  kind: 'chart',
  title: none,
  place: { x: 0, y: 0, width: 6, height: 4 },
  chart: {
    ask: typeof asked === 'string' ? askSchema.parse(askOf(asked)) : asked,
    drawing: { kind: 'figure', options: {} },
  },
  time: 'dashboard',
  path: [],
  link: null,
  ...told,
});

/** Makes a dashboard, which must work. */
export async function makeDashboard(client: Client, token: string, dashboard: Dashboard): Promise<SavedDashboard> {
  const { status, body } = await client.call('POST /dashboards', { dashboard }, { token });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}
