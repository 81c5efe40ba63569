import { createClient } from '#server/testing/client.ts';
import { createDashboard } from '#server/testing/dashboards.ts';
import { resultOf } from '#server/testing/queries.ts';
import { type ComparedQuery, comparedQueriesOf, openRaw } from './comparison-queries.ts';
import { cardQueriesOf, dashboardFor, filtered } from './dashboards.ts';
import { type Measurement, medianOf, timeOf } from './measurement.ts';
import { createOrders } from './orders.ts';
import { createOwner, startProduct, withDirectory } from './product.ts';
import { runViewers } from './viewers.ts';

const million = 1_000_000;
const rowCounts = [0.5, 5, 50, 200].map((each) => each * million);
const maxRows = Number(process.env.BENCH_ROWS ?? 200 * million);
const defaultRows = Math.min(5 * million, maxRows);
const defaultSegments = 4;
const rounds = 5;

/**
 * Milliseconds of common actions on a dataset: a chart by day, the same query on DuckDB alone, a dashboard, and a click
 * that filters it.
 */
type GrowthPoint = { load: number; byDay: number; duckdb: number; dashboard: number; click: number };
type GrowthInput = { rows: number; segments: number };

/** How the time of a query, a dashboard and a click grows with rows, segments and viewers. */
export async function measureGrowth(): Promise<Measurement[]> {
  const byRows: GrowthPoint[] = [];
  for (const rows of rowCounts.filter((each) => each <= maxRows))
    byRows.push({ ...(await timesOf({ rows, segments: defaultSegments })), load: rows });
  // Printed as soon as it is complete: a run takes long, and a later part may fail.
  print('rows', byRows);
  const bySegments: GrowthPoint[] = [];
  for (const segments of [1, 10, 100, 1_000])
    bySegments.push({ ...(await timesOf({ rows: defaultRows, segments })), load: segments });
  print('segments', bySegments);
  const byViewers = await timesOfViewers([1, 10, 100, 1_000]);
  print('viewers', byViewers);
  return [
    ...growthOf('rows', byRows, (few, many) => many / few),
    // The rows are the same: each additional segment is one more file to open and to plan.
    ...growthOf('segments', bySegments, (few, many) => 1 + (many - few) / 100),
    // Results are shared: each additional viewer is one more response to send.
    ...growthOf('viewers', byViewers, (few, many) => many / few),
  ];
}

type GrowthTarget = {
  url: string;
  headers: Record<string, string>;
  token: string;
  byDay: ComparedQuery;
  /** Runs the query by day on DuckDB alone. */
  runRaw: () => Promise<unknown>;
  id: string;
};

function withOrders<T>({ rows, segments }: GrowthInput, use: (target: GrowthTarget) => Promise<T>): Promise<T> {
  return withDirectory(async (directory) => {
    const product = await startProduct(directory);
    const headers = await createOwner(product.url);
    const token = headers['authorization']!.replace('Bearer ', '');
    const { dataset, files } = await createOrders({ url: product.url, token, directory }, rows, segments);
    const raw = await openRaw(dataset, files);
    const { id } = await createDashboard(
      createClient(product.url),
      token,
      dashboardFor(dataset, cardQueriesOf(dataset)),
    );
    const byDay = comparedQueriesOf(dataset).find(({ name }) => name === 'by day')!;
    try {
      return await use({ url: product.url, headers, token, byDay, id, runRaw: () => raw.runAndReadAll(byDay.raw) });
    } finally {
      raw.closeSync();
      await product.stop();
    }
  });
}

const timesOf = (input: GrowthInput) =>
  withOrders(input, async ({ url, headers, token, byDay, runRaw, id }): Promise<Omit<GrowthPoint, 'load'>> => {
    const client = createClient(url);
    const run = (state: object) => runViewers([{ url }], { headers, input: inputOf(id, state), viewers: 1 });
    return {
      byDay: await timeOfRounds(() => resultOf(client, byDay.spec, { token, fresh: true })),
      duckdb: await timeOfRounds(runRaw),
      dashboard: await timeOfRounds(() => run({ fresh: true })),
      click: await timeOfRounds(() => run({ ...filtered('web'), fresh: true })),
    };
  });

/** Viewers share results, which are cached after the first round: only the cost of sending them grows. */
const timesOfViewers = (counts: number[]) =>
  withOrders({ rows: defaultRows, segments: defaultSegments }, async ({ url, headers, id }) => {
    const points: GrowthPoint[] = [];
    for (const viewers of counts) {
      const run = (state: object) => runViewers([{ url }], { headers, input: inputOf(id, state), viewers });
      const dashboard = await timeOfRounds(() => run({}));
      points.push({
        load: viewers,
        byDay: NaN,
        duckdb: NaN,
        dashboard,
        click: await timeOfRounds(() => run(filtered('app'))),
      });
    }
    return points;
  });

const inputOf = (id: string, state: object) => ({ id, zone: 'UTC', state: {}, first: ['c0'], ...state });

async function timeOfRounds(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) times.push(await timeOf(work));
  // The first round is a warm-up.
  return medianOf(times.slice(1));
}

const printed = ['byDay', 'duckdb', 'dashboard', 'click'] as const;
const measures = ['byDay', 'dashboard', 'click'] as const;

function print(name: string, points: GrowthPoint[]): void {
  const cell = (value: number) => (Number.isNaN(value) ? '-' : value.toFixed(0)).padStart(10);
  console.log(`${name.padStart(12)}${printed.map((each) => each.padStart(10)).join('')} (ms)`);
  for (const point of points)
    console.log(`${String(point.load).padStart(12)}${printed.map((each) => cell(point[each])).join('')}`);
}

/** The largest growth from one load to the next, compared with that of the work. */
function growthOf(name: string, points: GrowthPoint[], workOf: (few: number, many: number) => number): Measurement[] {
  return measures.flatMap((measure) => {
    const steps = points.slice(1).map((point, index) => {
      const before = points[index]!;
      return point[measure] / before[measure] / workOf(before.load, point.load);
    });
    if (steps.length === 0 || steps.some(Number.isNaN)) return [];
    return [
      { name: `growth with ${name}, ${measure}`, value: Math.max(...steps), unit: 'times the work', atMost: 1.25 },
    ];
  });
}
