import { cardsOf, type Dashboard } from '#domain/dashboard/dashboard.ts';
import { usesOf } from '#domain/dashboard/uses.ts';
import { call } from '#web/http/client.ts';
import { createAutomaticDashboard } from '#web/http/dashboards.ts';

const listDatasets = (id: string) => call('GET /applications/:id/datasets', { id });

/** Loads the sample and creates a dashboard of its orders; returns the path to open. */
export async function loadSample(): Promise<string> {
  const { id } = await call('POST /sample', {});
  const datasets = await listDatasets(id);
  const main = datasets.find(({ name }) => name === 'orders') ?? datasets[0];
  // If no dashboard can be created, the application is opened.
  const dashboard = main && (await createAutomaticDashboard(main.id).catch(() => undefined));
  return dashboard ? `/dashboard/${dashboard.id}` : `/application/${id}`;
}

/** Removes the sample; dashboards that use nothing else go to the trash. */
export async function removeSample(id: string): Promise<void> {
  const datasets = new Set((await listDatasets(id)).map((dataset) => dataset.id));
  const dashboards = await listDashboards([...datasets]);
  await call('DELETE /sample', {});
  for (const { id: dashboard, dashboard: document } of dashboards) {
    if (usesOnly(document, datasets)) await call('DELETE /dashboards/:id', { id: dashboard });
  }
}

async function listDashboards(datasets: string[]) {
  const uses = await Promise.all(datasets.map((id) => call('GET /datasets/:id/uses', { id })));
  const ids = new Set(uses.flat().flatMap(({ dashboard }) => dashboard?.id ?? []));
  return Promise.all([...ids].map((id) => call('GET /dashboards/:id', { id })));
}

/** The tables of SQL cards are unknown here, so a dashboard with one is kept. */
function usesOnly(dashboard: Dashboard, datasets: Set<string>): boolean {
  const hasSql = cardsOf(dashboard).some((card) => {
    if (card.kind === 'text') return card.numbers.some(({ ask: spec }) => spec.kind === 'sql');
    return card.kind === 'chart' && card.chart.ask.kind === 'sql';
  });
  return !hasSql && usesOf(dashboard).every(({ dataset }) => datasets.has(dataset));
}
