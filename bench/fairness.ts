import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Dataset } from '#contract/datasets/routes.ts';
import { specOf, endlessQuery, openQuery, openLines, resultOf, sqlOf } from '#server/testing/queries.ts';
import { type Client, createClient } from '#server/testing/client.ts';
import { loadFile } from '#server/testing/data.ts';
import { createMember } from '#server/testing/product.ts';
import { createPusher } from '#server/testing/push.ts';
import type { Measurement } from './measurement.ts';
import { createOwner, type BenchProduct, startProduct, withDirectory } from './product.ts';

const rounds = 5;
const maxSeconds = 60;

type FairnessBench = {
  client: Client;
  product: BenchProduct;
  owner: string;
  editor: string;
  viewer: string;
  orders: Dataset;
};
/** Load caused by one editor; returns a function that ends it. */
type Attack = (bench: FairnessBench) => Promise<() => void>;

/** How much a member who queries too much, never reads, or pushes into too many datasets slows down others. */
export async function measureFairness(): Promise<Measurement[]> {
  return withDirectory(async (directory) => {
    const product = await startProduct(directory);
    const client = createClient(product.url);
    const owner = (await createOwner(product.url))['authorization']!.replace('Bearer ', '');
    const { token: editor } = await createMember(client, owner, 'editor');
    const { token: viewer } = await createMember(client, owner, 'viewer');
    const lines = Array.from({ length: 20_000 }, (_, index) => `${index},city ${index % 50}`).join('\n');
    const orders = await loadFile(client, owner, 'orders.csv', `id,city\n${lines}\n`);
    const bench = { client, product, owner, editor, viewer, orders };
    const measurements: Measurement[] = [];
    for (const [name, attack] of Object.entries(attacks)) measurements.push(await measureDelay(bench, name, attack));
    measurements.push(await measureMemory(bench), await measurePushes(bench));
    await product.stop();
    return measurements;
  });
}

const startEndlessQueries =
  (count: number): Attack =>
  async ({ client, editor }) => {
    const all = Array.from({ length: count }, (_, mark) =>
      openQuery(client, { ask: endlessQuery(mark), zone: 'UTC', place: 'editor' }, editor),
    );
    const requests = await Promise.all(all);
    return () => requests.forEach(({ disconnect: leave }) => leave());
  };

const startLargeExports: Attack = async ({ client, editor }) => {
  const spec = sqlOf("select range as n, repeat('x', 200) as t from range(100000000)");
  const all = Array.from({ length: 20 }, (_, index) => {
    const input = { ask: spec, zone: 'UTC', format: 'csv', name: `file ${index}` };
    return openLines(client, 'POST /exports', { input, token: editor });
  });
  const requests = await Promise.all(all);
  return () => requests.forEach(({ disconnect: leave }) => leave());
};

const readManyRows: Attack = async ({ client, editor, orders }) => {
  const spec = sqlOf(
    'select a.range as n, b.range as m from range(100000) a, range(100) b order by hash(a.range + b.range)',
  );
  const all = Array.from({ length: 20 }, () =>
    openLines(client, 'POST /queries/rows', { input: { ask: spec, zone: 'UTC' }, token: editor }),
  );
  const requests = await Promise.all(all);
  let isOver = false;
  const page = { id: orders.id, offset: 0, limit: 1000, filters: [] };
  for (let worker = 0; worker < 8; worker++)
    void (async () => {
      // oxlint-disable-next-line no-unmodified-loop-condition -- the caller changes it to stop the load
      while (!isOver) await client.call('POST /datasets/:id/rows', page, { token: editor }).catch(() => undefined);
    })();
  return () => {
    isOver = true;
    requests.forEach(({ disconnect: leave }) => leave());
  };
};

const attacks = {
  'two endless queries': startEndlessQueries(2),
  'fifty endless queries': startEndlessQueries(50),
  'twenty exports': startLargeExports,
  'twenty large tables and pages of rows': readManyRows,
};

async function measureDelay(bench: FairnessBench, name: string, attack: Attack): Promise<Measurement> {
  const { client, viewer, orders } = bench;
  const stop = await attack(bench);
  await sleep(3_000);
  let slowest = 0;
  for (let round = 0; round < rounds && slowest < maxSeconds; round++) {
    const startedAt = performance.now();
    const response = resultOf(client, specOf(orders.id), { token: viewer, fresh: true }).catch(() => undefined);
    await Promise.race([response, sleep(maxSeconds * 1000)]);
    slowest = Math.max(slowest, (performance.now() - startedAt) / 1000);
  }
  stop();
  await sleep(5_000);
  return { name: `a viewer's card beside ${name}, slowest of ${rounds}`, value: slowest, unit: 's', atMost: 2 };
}

/** Sends a plain HTTP request and never reads the response. */
async function sendWithoutReading(
  { product, client, editor }: FairnessBench,
  path: string,
  input: object,
): Promise<Socket> {
  const { hostname, port } = new URL(product.url);
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  socket.pause();
  socket.on('error', () => undefined);
  const body = JSON.stringify(input);
  const headers = { ...(await client.browserHeaders()), authorization: `Bearer ${editor}` };
  const lines = Object.entries({ host: hostname, 'content-type': 'application/json', ...headers });
  const head = lines.map(([key, value]) => `${key}: ${value}\r\n`).join('');
  socket.write(`POST /api${path} HTTP/1.1\r\n${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  return socket;
}

const memoryOf = (pid: number) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;

/**
 * Memory of the web server alone: 8 clients that request 500 MB and 40 that request the maximum, all without reading.
 */
async function measureMemory(bench: FairnessBench): Promise<Measurement> {
  const inputs = Array.from({ length: 8 }, (_, mark) => ({ rows: 10_000, letters: 50_000, mark }));
  inputs.push(...Array.from({ length: 40 }, (_, mark) => ({ rows: 10_000, letters: 1_500, mark: 100 + mark })));
  const sockets = await Promise.all(
    inputs.map(({ rows, letters, mark }) => {
      const spec = sqlOf(`select ${mark} as mark, repeat('x', ${letters}) as t from range(${rows})`);
      return sendWithoutReading(bench, '/queries', { ask: { ...spec, limit: 10_000 }, zone: 'UTC', place: 'editor' });
    }),
  );
  let peak = 0;
  for (let second = 0; second < 40; second += 0.2) {
    peak = Math.max(peak, memoryOf(bench.product.pid));
    await sleep(200);
  }
  for (const socket of sockets) socket.destroy();
  return { name: 'memory of the web server with 48 clients that never read', value: peak, unit: 'MB', atMost: 500 };
}

async function measurePushes({ client, owner }: FairnessBench): Promise<Measurement> {
  const noisy = await createPusher(client, owner, 'Noisy');
  const other = await createPusher(client, owner, 'Other');
  const names = Array.from({ length: 3_000 }, (_, index) => `set ${index}`);
  const workers = Array.from({ length: 16 }, async () => {
    for (let name = names.pop(); name; name = names.pop()) await noisy.push(name, { at: '2026-01-01T00:00:00Z', n: 1 });
  });
  await sleep(1_000);
  const startedAt = performance.now();
  await other.push('row', { at: '2026-01-01T00:00:00Z', n: 1 });
  while (!(await other.find('row'))) await sleep(50);
  const value = (performance.now() - startedAt) / 1000;
  await Promise.all(workers);
  return {
    name: "time until another application's row is visible beside 3,000 new datasets",
    value,
    unit: 's',
    atMost: 5,
  };
}
