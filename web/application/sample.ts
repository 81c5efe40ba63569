import { cardsOf, type Dashboard } from '#contract/dashboard.ts';
import { usesOf } from '#contract/dashboard-uses.ts';
import { call } from '#web/http/client.ts';
import { makeDashboard } from '#web/http/dashboards.ts';

const listDatasets = (id: string) => call('GET /applications/:id/datasets', { id });

/** Loads the sample and has a dashboard made of its orders; answers with where to see it. */
export async function loadSample(): Promise<string> {
  const { id } = await call('POST /sample', {});
  const datasets = await listDatasets(id);
  const main = datasets.find(({ name }) => name === 'orders') ?? datasets[0];
  const made = main && (await makeDashboard(main.id).catch(() => undefined));
  return made ? `/dashboard/${made.id}` : `/application/${id}`;
}

/** Removes the sample; dashboards that show nothing else go to the trash. */
export async function removeSample(id: string): Promise<void> {
  const datasets = new Set((await listDatasets(id)).map((dataset) => dataset.id));
  const dashboards = await listDashboards([...datasets]);
  await call('DELETE /sample', {});
  for (const { id: dashboard, dashboard: document } of dashboards) {
    if (isOnlyOf(document, datasets)) await call('DELETE /dashboards/:id', { id: dashboard });
  }
}

async function listDashboards(datasets: string[]) {
  const uses = await Promise.all(datasets.map((id) => call('GET /datasets/:id/uses', { id })));
  const ids = new Set(uses.flat().flatMap(({ dashboard }) => dashboard?.id ?? []));
  return Promise.all([...ids].map((id) => call('GET /dashboards/:id', { id })));
}

/** Whose data SQL reads is not known here: such a dashboard stays. */
function isOnlyOf(dashboard: Dashboard, datasets: Set<string>): boolean {
  const hasSql = cardsOf(dashboard).some((card) => {
    if (card.kind === 'text') return card.numbers.some(({ ask }) => ask.kind === 'sql');
    return card.kind === 'chart' && card.chart.ask.kind === 'sql';
  });
  return !hasSql && usesOf(dashboard).every(({ dataset }) => datasets.has(dataset));
}
