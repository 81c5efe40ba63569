import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';

import { querySpecSchema } from '#contract/queries/schemas.ts';
import type { TestClickhouse } from '#engine/testing/servers/clickhouse.ts';
import { chartCard, createDashboard, dashboardOf } from '#server/testing/dashboards.ts';
import { createPusher } from '#server/testing/push.ts';
import { resultOf } from '#server/testing/queries.ts';
import { comparedQueriesOf } from './comparison-queries.ts';
import type { Measurement } from './measurement.ts';
import { cpuSecondsOf, memoryOf } from './process-usage.ts';
import { pushSteadily } from './steady-pushes.ts';
import { createWarehouseOrders, type WarehouseInstallation, withWarehouse } from './warehouse-installation.ts';
import { runViewers } from './viewers.ts';

/** A load and its cost. */
type CostPoint = { load: number; cost: number };

/**
 * What events, queries and viewers cost with rows in ClickHouse. The model of docs/scaling.md says that cost grows in
 * proportion to the load, from a fixed cost on: the lowest and the highest load predict the cost of those between them.
 */
export async function measureScaling(): Promise<Measurement[]> {
  return withWarehouse(async (installation) => [
    ...(await measureEvents(installation)),
    ...(await measureRows(installation)),
    ...(await measureViewerCosts(installation)),
  ]);
}

/** The largest error of the model, at the loads between the lowest and the highest. */
function errorOf(name: string, points: CostPoint[]): Measurement {
  const [first, last] = [points[0]!, points.at(-1)!];
  const slope = (last.cost - first.cost) / (last.load - first.load);
  const predict = (load: number) => first.cost + slope * (load - first.load);
  console.log(`${name}: fixed ${predict(0).toPrecision(3)}, per unit ${slope.toPrecision(3)}`);
  const errors = points.slice(1, -1).map(({ load, cost }) => Math.abs(predict(load) / cost - 1));
  return { name: `scaling: error of the model, ${name}`, value: Math.max(...errors) * 100, unit: '%', atMost: 25 };
}

const programsOf = ({ servers, postgres, clickhouse }: WarehouseInstallation) => ({
  shuju: () => servers.reduce((sum, { pid }) => sum + cpuSecondsOf(pid), 0),
  postgres: () => cpuSecondsOf(postgres.pid()),
  clickhouse: () => cpuSecondsOf(clickhouse.pid()),
});

/** CPU seconds of each program while a function runs. */
async function cpuDuring(installation: WarehouseInstallation, work: () => Promise<void>) {
  const programs = Object.entries(programsOf(installation));
  const before = programs.map(([, read]) => read());
  await work();
  return Object.fromEntries(programs.map(([name, read], index) => [name, read() - before[index]!])) as Record<
    keyof ReturnType<typeof programsOf>,
    number
  >;
}

const seconds = 20;

async function measureEvents(installation: WarehouseInstallation): Promise<Measurement[]> {
  const { client, token, clickhouse, postgres } = installation;
  const pusher = await createPusher(client, token);
  const pool = new pg.Pool({ connectionString: postgres.url, max: 1 });
  const walBytes = async () =>
    Number((await pool.query<{ n: string }>(`select pg_current_wal_lsn() - '0/0' as n`)).rows[0]!.n);

  await pushSteadily(installation, pusher, { dataset: 'warm', rate: 10_000, seconds: 5 });
  const points: CostPoint[] = [];
  for (const rate of [4_000, 8_000, 12_000, 20_000]) {
    const dataset = `rate${rate}`;
    const wal = await walBytes();
    let events = 0;
    const cpu = await cpuDuring(installation, async () => {
      events = await pushSteadily(installation, pusher, { dataset, rate, seconds });
    });
    const million = events / 1e6;
    const { id } = (await pusher.find(dataset))!;
    const stored = await storedBytes(clickhouse, id);
    const log = (await walBytes()) - wal;
    console.log(
      `${rate} events a second: CPU seconds per million: Shuju ${(cpu.shuju / million).toFixed(1)}, ` +
        `PostgreSQL ${(cpu.postgres / million).toFixed(1)}, ClickHouse ${(cpu.clickhouse / million).toFixed(1)}; ` +
        `bytes an event: log ${(log / events).toFixed(0)}, stored ${(stored / events).toFixed(1)}`,
    );
    points.push({ load: rate, cost: (cpu.shuju + cpu.postgres + cpu.clickhouse) / seconds });
  }
  await pool.end();
  return [errorOf('CPU cores for events a second', points)];
}

/** Bytes of a dataset on the disk of ClickHouse, after its parts are merged. */
async function storedBytes(clickhouse: TestClickhouse, datasetId: string): Promise<number> {
  const table = `d_${datasetId.replaceAll('-', '_')}`;
  await clickhouse.execute(`optimize table shuju.\`${table}\` final`);
  const [stored] = await clickhouse.execute(
    `select toFloat64(sum(bytes_on_disk)) as bytes from system.parts where active and table = '${table}'`,
  );
  return Number(stored!['bytes']);
}

async function measureRows(installation: WarehouseInstallation): Promise<Measurement[]> {
  const { client, token, clickhouse } = installation;
  const points: CostPoint[] = [];
  for (const million of [5, 15, 30, 50]) {
    const dataset = await createWarehouseOrders(installation, million * 1e6);
    const queries = comparedQueriesOf(dataset);
    const runAll = async () => {
      for (const { spec, zone } of queries) await resultOf(client, spec, { token, zone, fresh: true });
    };
    await runAll();
    const startedAt = performance.now();
    const cpu = await cpuDuring(installation, async () => {
      for (let round = 0; round < 3; round++) await runAll();
    });
    const wall = (performance.now() - startedAt) / 3;
    const bytes = await storedBytes(clickhouse, dataset.id);
    const count = 3 * queries.length;
    console.log(
      `${million} million rows: ${(bytes / million / 1e6).toFixed(1)} bytes a row; ${queries.length} queries take ${wall.toFixed(0)} ms; CPU ms per query and million ` +
        `rows: ClickHouse ${((cpu.clickhouse * 1000) / count / million).toFixed(2)}; per query: Shuju ${((cpu.shuju * 1000) / count).toFixed(1)}`,
    );
    points.push({ load: million, cost: cpu.clickhouse / count });
  }
  return [errorOf('CPU seconds of a query, per million rows', points)];
}

async function measureViewerCosts(installation: WarehouseInstallation): Promise<Measurement[]> {
  const { client, token, servers } = installation;
  const dataset = await createWarehouseOrders(installation, 1_000_000);
  const cards = comparedQueriesOf(dataset).map(({ spec }, index) =>
    chartCard(`c${index}`, querySpecSchema.parse(spec)),
  );
  const { id } = await createDashboard(client, token, dashboardOf('Orders', cards));
  const headers = { ...(await client.browserHeaders()), authorization: `Bearer ${token}` };
  const input = { id, zone: 'UTC', state: {}, first: ['c0'] };
  const points: CostPoint[] = [];
  // Servers that just started are slower.
  await runViewers(servers, { headers, input, viewers: 2_000 });
  for (const viewers of [500, 1_000, 1_500, 2_500]) {
    const cpu = await cpuDuring(installation, () => runViewers(servers, { headers, input, viewers }));
    console.log(`${viewers} viewers: CPU ms per viewer: Shuju ${((cpu.shuju * 1000) / viewers).toFixed(1)}`);
    points.push({ load: viewers, cost: cpu.shuju });
  }
  return [errorOf('CPU seconds for viewers at once', points), await measureStreams(installation, headers)];
}

/** Memory of a server for each person who has the product open and receives live updates. */
async function measureStreams(
  { servers: [server] }: WarehouseInstallation,
  headers: Record<string, string>,
): Promise<Measurement> {
  const people = 1_000;
  const before = await memoryOf(server.pid);
  const controller = new AbortController();
  const open = () => fetch(`${server.url}/api/live`, { headers, signal: controller.signal });
  const streams = await Promise.all(Array.from({ length: people }, open));
  if (streams.some(({ ok }) => !ok)) throw new Error('a live stream was refused');
  await sleep(2_000);
  const value = ((await memoryOf(server.pid)) - before) / people;
  controller.abort();
  return { name: 'scaling: memory of a live stream', value: value * 1024, unit: 'KB', atMost: 100 };
}
