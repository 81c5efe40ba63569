import { setTimeout as sleep } from 'node:timers/promises';

import type { Dataset } from '#contract/datasets/routes.ts';
import { endlessQuery, openQuery, resultOf, sqlOf } from '#server/testing/queries.ts';
import { type Client, createClient } from '#server/testing/client.ts';
import { createMember } from '#server/testing/product.ts';
import { type Measurement, medianOf, timeOf } from './measurement.ts';
import { createOrders } from './orders.ts';
import { createOwner, startProduct, withDirectory } from './product.ts';
import { type ComparedQuery, openRaw, comparedQueriesOf } from './comparison-queries.ts';

const rows = Number(process.env.BENCH_ROWS ?? 50_000_000);
const rounds = 5;
/** Short queries are noisier, so they are repeated for at least this many milliseconds. */
const minMilliseconds = 1_500;
const people = 32;
const seconds = 20;

type QueryBench = { client: Client; token: string; dataset: Dataset; queries: ComparedQuery[] };

/** Queries over HTTP compared with DuckDB on the same files; cached results, cancelling, and many people at once. */
export async function measureQueries(): Promise<Measurement[]> {
  return withDirectory(async (directory) => {
    const product = await startProduct(directory);
    const { authorization } = await createOwner(product.url);
    const token = authorization!.replace('Bearer ', '');
    const { dataset, files } = await createOrders({ url: product.url, token, directory }, rows);
    const bench = { client: createClient(product.url), token, dataset, queries: comparedQueriesOf(dataset) };
    const measurements = [
      ...(await compare(bench, files)),
      await measureCached(bench),
      await measureCancel(bench),
      await measurePeople(bench),
    ];
    await product.stop();
    return measurements;
  });
}

async function compare({ client, token, dataset, queries }: QueryBench, files: string[]): Promise<Measurement[]> {
  const raw = await openRaw(dataset, files);
  const measurements: Measurement[] = [];
  for (const { name, spec, zone, raw: sql } of queries) {
    const own: number[] = [];
    const ours: number[] = [];
    const startedAt = performance.now();
    while (own.length <= rounds || performance.now() - startedAt < minMilliseconds) {
      own.push(await timeOf(async () => (await raw.runAndReadAll(sql)).getColumnsJson()));
      ours.push(await timeOf(() => resultOf(client, spec, { token, zone, fresh: true })));
    }
    // The first round is a warm-up; the best of the others was disturbed least.
    const [best, bestOwn] = [Math.min(...ours.slice(1)), Math.min(...own.slice(1))];
    console.log(`${name}: DuckDB ${bestOwn.toFixed(0)} ms, ours ${best.toFixed(0)} ms`);
    measurements.push({
      name,
      value: (best - 5) / bestOwn,
      unit: 'times DuckDB, after subtracting 5 ms',
      atMost: 1.15,
    });
  }
  raw.closeSync();
  return measurements;
}

async function measureCached({ client, token, queries }: QueryBench): Promise<Measurement> {
  const times: number[] = [];
  for (let round = 0; round < 40; round++) {
    for (const { spec, zone } of queries) times.push(await timeOf(() => resultOf(client, spec, { token, zone })));
  }
  return { name: 'cached result', value: medianOf(times), unit: 'ms', atMost: 5 };
}

/** From disconnecting until the process answers another query; each round occupies every process. */
async function measureCancel({ client, token }: QueryBench): Promise<Measurement> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const busy = await Promise.all(
      Array.from({ length: 16 }, (_, mark) =>
        openQuery(client, { ask: endlessQuery(round * 100 + mark), zone: 'UTC', place: 'editor' }, token),
      ),
    );
    for (const { lines } of busy) await lines().next();
    await sleep(500);
    times.push(
      await timeOf(async () => {
        for (const { disconnect: leave } of busy) leave();
        await resultOf(client, sqlOf(`select ${round} as n`), { token });
      }),
    );
  }
  return { name: 'from cancellation to the next result', value: medianOf(times), unit: 'ms', atMost: 200 };
}

async function measurePeople({ client, token, queries }: QueryBench): Promise<Measurement> {
  const tokens: string[] = [];
  while (tokens.length < people) tokens.push((await createMember(client, token)).token);
  const over = new AbortController();
  let answers = 0;
  const runs = tokens.map(async (by, person) => {
    for (let turn = person; !over.signal.aborted; turn++) {
      const { spec, zone } = queries[turn % queries.length]!;
      await resultOf(client, { ...spec, limit: 10 + person }, { token: by, zone, fresh: true });
      answers++;
    }
  });
  await sleep(1_000);
  const times: number[] = [];
  for (const startedAt = performance.now(); performance.now() - startedAt < seconds * 1_000; await sleep(20)) {
    times.push(await timeOf(() => client.call('GET /datasets', {}, { token })));
  }
  over.abort();
  await Promise.all(runs);
  console.log(`${people} people: ${answers} answers in ${seconds} s beside ${times.length} other calls`);
  const value = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
  return { name: `other API calls beside ${people} members who run queries, p99`, value, unit: 'ms', atMost: 200 };
}
