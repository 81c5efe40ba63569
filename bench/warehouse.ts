import { spawnSync } from 'node:child_process';
import path from 'node:path';

import type { Dataset } from '#contract/datasets/routes.ts';
import type { Proof } from '#domain/query/query.ts';
import { querySpecSchema } from '#contract/queries/schemas.ts';
import { bodyOf } from '#engine/remote/clickhouse-params.ts';
import type { TestClickhouse } from '#engine/testing/servers/clickhouse.ts';
import { createClient } from '#server/testing/client.ts';
import { chartCard, createDashboard, dashboardOf } from '#server/testing/dashboards.ts';
import { createPusher } from '#server/testing/push.ts';
import { resultOf } from '#server/testing/queries.ts';
import { comparedQueriesOf } from './comparison-queries.ts';
import { delayOf } from './ingestion.ts';
import { type Measurement, medianOf, timeOf } from './measurement.ts';
import { writeOrders } from './orders-file.ts';
import { cpuSecondsOf } from './process-usage.ts';
import { type BenchProduct, createOwner, startProduct, withDirectory } from './product.ts';
import { pushSteadily } from './steady-pushes.ts';
import { uploadAndRead } from './uploads.ts';
import { createWarehouseOrders, type WarehouseInstallation, withWarehouse } from './warehouse-installation.ts';
import { runViewers } from './viewers.ts';

const rows = Number(process.env.BENCH_ROWS ?? 50_000_000);
const uploadedRows = Number(process.env.BENCH_UPLOAD_ROWS ?? 16_000_000);
const rounds = 7;
const typical = new Set([
  'totals',
  'by day',
  'top 10 of 300 values',
  '90 days by day and channel',
  'average and median by channel',
  'city by channel, paid only, last year',
]);

/** Rows in ClickHouse: queries, pushes, and viewers of two servers. */
export async function measureWarehouse(): Promise<Measurement[]> {
  return withWarehouse(async (installation) => {
    const dataset = await createWarehouseOrders(installation, rows);
    return [
      ...(await compareQueries(installation, dataset)),
      ...(await measurePushes(installation)),
      await measureViewers(installation, dataset),
    ];
  });
}

/** Typical queries, compared with the same SQL sent to ClickHouse over HTTP. */
async function compareQueries(
  { client, token, clickhouse }: WarehouseInstallation,
  dataset: Dataset,
): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const { name, spec, zone } of comparedQueriesOf(dataset).filter((query) => typical.has(query.name))) {
    const { proof } = await resultOf(client, spec, { token, zone, fresh: true });
    const direct: number[] = [];
    const ours: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      direct.push(await timeOf(() => sendSql(clickhouse, proof)));
      ours.push(await timeOf(() => resultOf(client, spec, { token, zone, fresh: true })));
    }
    // The first round is a warm-up.
    const [best, bestDirect] = [medianOf(ours.slice(1)), medianOf(direct.slice(1))];
    console.log(`${name}: ClickHouse ${bestDirect.toFixed(0)} ms, ours ${best.toFixed(0)} ms`);
    const value = (best - 10) / bestDirect;
    measurements.push({
      name: `warehouse: ${name}`,
      value,
      unit: 'times ClickHouse, after subtracting 10 ms',
      atMost: 1.15,
    });
  }
  return measurements;
}

async function sendSql({ address }: TestClickhouse, { sql, params }: Proof): Promise<void> {
  const { query, query_params } = bodyOf(sql, params);
  const fields = Object.entries(query_params).map(([name, value]) => [`param_${name}`, String(value)]);
  const url = `http://127.0.0.1:${address.port}/?${new URLSearchParams([['database', 'shuju'], ...fields])}`;
  const headers = {
    'X-ClickHouse-User': 'shuju',
    'X-ClickHouse-Key': 'password',
    'X-ClickHouse-Format': 'JSONCompact',
  };
  const response = await fetch(url, { method: 'POST', body: query, headers });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  JSON.parse(text);
}

const eventsPerSecond = 20_000;

/** Whether events at a steady rate are acknowledged, and how soon others are visible meanwhile. */
async function measurePushes(installation: WarehouseInstallation): Promise<Measurement[]> {
  const { client, token } = installation;
  const pusher = await createPusher(client, token);
  await delayOf(client, pusher, 'visible', token);
  const seconds = 15;
  const pushing = pushSteadily(installation, pusher, { dataset: 'steady', rate: eventsPerSecond, seconds });
  const delays: number[] = [];
  const startedAt = performance.now();
  for (let rows = 1; performance.now() - startedAt < (seconds - 2) * 1000; rows++) {
    delays.push(await delayOf(client, pusher, 'visible', token, rows));
  }
  return [
    {
      name: 'warehouse: pushed events at a steady rate',
      value: (await pushing) / seconds,
      unit: 'per second',
      atLeast: eventsPerSecond * 0.98,
    },
    { name: 'warehouse: from acknowledged to visible meanwhile', value: medianOf(delays), unit: 's', atMost: 2 },
  ];
}

/** CPU time of the servers for a viewer: of one server, and of two that share the viewers. */
async function measureViewers(installation: WarehouseInstallation, dataset: Dataset): Promise<Measurement> {
  const { client, token, servers } = installation;
  const cards = comparedQueriesOf(dataset).map(({ spec }, index) =>
    chartCard(`c${index}`, querySpecSchema.parse(spec)),
  );
  const { id } = await createDashboard(client, token, dashboardOf('Orders', cards));
  const one: number[] = [];
  const two: number[] = [];
  for (let round = 0; round <= 3; round++) {
    one.push(await cpuPerViewer([servers[0]], id, token));
    two.push(await cpuPerViewer(servers, id, token));
  }
  const [ofOne, ofTwo] = [medianOf(one.slice(1)), medianOf(two.slice(1))];
  console.log(`CPU per viewer: one server ${ofOne.toFixed(1)} ms, two ${ofTwo.toFixed(1)} ms`);
  const value = ofTwo / ofOne;
  return { name: 'CPU time per viewer of two servers', value, unit: 'times that of one', atMost: 1.1 };
}

const viewers = 2_000;

async function cpuPerViewer(servers: BenchProduct[], id: string, token: string): Promise<number> {
  const headers = { ...(await createClient(servers[0]!.url).browserHeaders()), authorization: `Bearer ${token}` };
  const cpu = () => servers.reduce((sum, { pid }) => sum + cpuSecondsOf(pid), 0);
  const input = { id, zone: 'UTC', state: {}, first: ['c0'] };
  // The first viewer of each server fills its cache.
  await runViewers(servers, { headers, input, viewers: servers.length });
  const before = cpu();
  await runViewers(servers, { headers, input, viewers });
  return ((cpu() - before) * 1000) / viewers;
}

/** Uploading the same file with rows in files, and with rows in ClickHouse. */
export async function measureWarehouseUploads(): Promise<Measurement[]> {
  return withDirectory(async (directory) => {
    const file = path.join(directory, 'orders.csv');
    await writeOrders(file, { rows: uploadedRows });
    const product = await startProduct(path.join(directory, 'data'));
    const inFiles = await uploadSeconds(product.url, await createOwner(product.url), file);
    await product.stop();
    const inWarehouse = await withWarehouse(async ({ client, token }) => {
      const headers = { ...(await client.browserHeaders()), authorization: `Bearer ${token}` };
      return uploadSeconds(client.url, headers, file);
    });
    console.log(`upload of ${uploadedRows} rows: files ${inFiles.toFixed(1)} s, warehouse ${inWarehouse.toFixed(1)} s`);
    const name = `warehouse: upload of ${uploadedRows / 1e6} million rows`;
    return [{ name, value: inWarehouse / inFiles, unit: 'times that into files', atMost: 1.5 }];
  });
}

async function uploadSeconds(url: string, headers: Record<string, string>, file: string): Promise<number> {
  return (await timeOf(() => uploadAndRead(createClient(url), headers, file))) / 1000;
}

// `KILL_ROUNDS=10 npm run bench -- warehouse-kills` is faster.
const killRounds = process.env['KILL_ROUNDS'] ?? '100';

/** Repeats the test that kills servers, PostgreSQL and ClickHouse during pushes and uploads. */
export async function measureWarehouseKills(): Promise<Measurement[]> {
  const args = ['vitest', 'run', '--project', 'layers', 'server/servers/kills'];
  const { status } = spawnSync('npx', args, { stdio: 'inherit', env: { ...process.env, KILL_ROUNDS: killRounds } });
  const name = `warehouse: failures of the durability test with ${killRounds} times kill -9`;
  return [{ name, value: status === 0 ? 0 : 1, unit: '', atMost: 0 }];
}
