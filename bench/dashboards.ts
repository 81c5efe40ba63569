import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Dashboard } from '#domain/dashboard/dashboard.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { querySpecSchema } from '#contract/queries/schemas.ts';
import type { RunLine } from '#contract/dashboards/runs.ts';
import { openLines } from '#server/testing/queries.ts';
import { type Client, createClient } from '#server/testing/client.ts';
import { chartCard, dashboardOf, createDashboard } from '#server/testing/dashboards.ts';
import { createMember } from '#server/testing/product.ts';
import { type Measurement, medianOf } from './measurement.ts';
import { createOrders } from './orders.ts';
import { createOwner, startProduct, withDirectory } from './product.ts';
import { type ComparedQuery, openRaw, comparedQueriesOf } from './comparison-queries.ts';
import { answersIn, errorsIn, openRun } from './viewers.ts';

const rows = Number(process.env.BENCH_ROWS ?? 50_000_000);
const rounds = 5;
const viewers = 1_000;
const members = 20;
const minute = 60_000;

type DashboardBench = { client: Client; tokens: string[]; dataset: Dataset; id: string; queries: ComparedQuery[] };

/** A dashboard of twelve cards compared with its queries one by one on DuckDB, and many viewers at once. */
export async function measureDashboards(): Promise<Measurement[]> {
  return withDirectory(async (directory) => {
    const product = await startProduct(directory);
    const { authorization } = await createOwner(product.url);
    const token = authorization!.replace('Bearer ', '');
    const { dataset, files } = await createOrders({ url: product.url, token, directory }, rows);
    const client = createClient(product.url);
    const queries = cardQueriesOf(dataset);
    const { id } = await createDashboard(client, token, dashboardFor(dataset, queries));
    const tokens = [token];
    while (tokens.length < members) tokens.push((await createMember(client, token)).token);
    const bench = { client, tokens, dataset, id, queries };
    const measurements = [...(await measureCards(bench, files)), ...(await measureViewers(bench))];
    await product.stop();
    return measurements;
  });
}

/** Twelve queries, some of which differ only in their measure. */
export function cardQueriesOf(dataset: Dataset): ComparedQuery[] {
  const amount = dataset.columns.find(({ name }) => name === 'amount')!.id;
  const queries = comparedQueriesOf(dataset).filter(({ zone }) => zone === 'UTC');
  const [total] = queries;
  const plain = (name: string, kind: 'min' | 'max' | 'average', sql: string): ComparedQuery => ({
    ...total!,
    name,
    spec: { ...total!.spec, measures: [{ id: 'm', formula: { kind, column: amount }, show: 'value' }] },
    raw: `select ${sql}(amount) from orders`,
  });
  return [
    plain('minimum', 'min', 'min'),
    plain('maximum', 'max', 'max'),
    plain('average', 'average', 'avg'),
    ...queries,
  ];
}

export function dashboardFor(dataset: Dataset, queries: ComparedQuery[]): Dashboard {
  const channel = dataset.columns.find(({ name }) => name === 'channel')!.id;
  const cards = queries.map(({ spec }, index) => chartCard(`c${index}`, querySpecSchema.parse(spec)));
  return dashboardOf('Orders', cards, {
    controls: [
      {
        id: 'channel',
        label: { en_US: 'Channel', zh_CN: '渠道' },
        targets: [{ kind: 'column', dataset: dataset.id, column: channel }],
        isMany: true,
        value: { kind: 'select', values: [] },
      },
    ],
  });
}

type RunTiming = { total: number; first: number; firstCard: string; errors: number };

/** The visible cards of a scrolled dashboard: charts, none of which is answered without reading rows. */
const visibleCards = Array.from({ length: 8 }, (_, index) => `c${index + 3}`);

/** Runs the dashboard; milliseconds until the first card and until the end. */
async function run(
  { client, id }: DashboardBench,
  token: string,
  options: { state?: object; fresh?: boolean; first?: string[]; cards?: string[] },
): Promise<RunTiming> {
  const startedAt = performance.now();
  const input = { id, zone: 'UTC', state: {}, first: ['c0'], ...options };
  const { lines } = await openLines<RunLine>(client, 'POST /dashboards/:id/run', { input, token });
  let [first, firstCard] = [0, ''];
  let [errors, hasEnded] = [0, false];
  for await (const line of lines()) {
    if (line.kind === 'error') errors++;
    if (line.kind === 'end') hasEnded = true;
    if (line.kind === 'result' && first === 0) [first, firstCard] = [performance.now() - startedAt, line.card];
  }
  return { total: performance.now() - startedAt, first, firstCard, errors: errors + (hasEnded ? 0 : 1) };
}

async function measureCards(bench: DashboardBench, files: string[]): Promise<Measurement[]> {
  const raw = await openRaw(bench.dataset, files);
  const ratios: number[] = [];
  const delays: number[] = [];
  const scrolledDelays: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const own: number[] = [];
    for (const { raw: sql } of bench.queries) {
      const startedAt = performance.now();
      (await raw.runAndReadAll(sql)).getColumnsJson();
      own.push(performance.now() - startedAt);
    }
    const sum = own.reduce((all, each) => all + each, 0);
    const ours = await run(bench, bench.tokens[0]!, { fresh: true });
    if (ours.errors > 0) throw new Error('a card failed');
    const scrolled = await run(bench, bench.tokens[0]!, { fresh: true, first: visibleCards });
    const { firstCard } = scrolled;
    const alone = await run(bench, bench.tokens[0]!, { fresh: true, first: [firstCard], cards: [firstCard] });
    console.log(
      `DuckDB ${sum.toFixed(0)} ms, ours ${ours.total.toFixed(0)} ms, first ${ours.first.toFixed(0)} ms; ` +
        `of eight visible cards ${scrolled.first.toFixed(0)} ms, alone ${alone.first.toFixed(0)} ms`,
    );
    // The first round is a warm-up.
    if (round > 0) ratios.push(ours.total / sum);
    if (round > 0) delays.push(ours.first - own[0]!);
    if (round > 0) scrolledDelays.push(scrolled.first - alone.first);
  }
  raw.closeSync();
  return [
    {
      name: `${bench.queries.length} cards of a dashboard`,
      value: medianOf(ratios),
      unit: 'times DuckDB',
      atMost: 0.9,
    },
    { name: 'delay of the first card, beyond its own query', value: medianOf(delays), unit: 'ms', atMost: 30 },
    {
      name: 'delay of the first of eight visible cards, beyond running it alone',
      value: medianOf(scrolledDelays),
      unit: 'ms',
      atMost: 30,
    },
  ];
}

export const filtered = (channel: string) => ({
  state: { values: { channel: { kind: 'select', values: [channel] } } },
});

/** Uncached queries: one viewer waits for the engine, and a thousand wait for the same results. */
async function measureViewers(bench: DashboardBench): Promise<Measurement[]> {
  const alone = medianOf(
    await runSequentially(['app', 'shop', 'phone'], async (channel) => {
      return (await run(bench, bench.tokens[0]!, filtered(channel))).total;
    }),
  );
  // Queries are identical within a minute of the clock.
  const left = minute - (Date.now() % minute);
  if (left < minute / 2) await sleep(left);
  const agent = new Agent({ keepAlive: true });
  const headers = await bench.client.browserHeaders();
  const input = { id: bench.id, zone: 'UTC', first: ['c0'], ...filtered('web') };
  const all = await Promise.all(
    Array.from({ length: viewers }, (_, person) => {
      const authorization = `Bearer ${bench.tokens[person % members]!}`;
      return openRun({ url: bench.client.url, headers: { ...headers, authorization } }, input, agent);
    }),
  );
  agent.destroy();
  const times = all.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const slowest = times[Math.floor(viewers * 0.99)]!;
  console.log(`one viewer ${alone.toFixed(0)} ms, p99 of ${viewers} at once ${slowest.toFixed(0)} ms`);
  const executions = new Set(all.flatMap(answersIn)).size;
  const errors = all.reduce((sum, each) => sum + errorsIn(each), 0);
  return [
    {
      name: `${viewers} viewers at once, p99`,
      value: slowest / alone,
      unit: 'times one viewer',
      atMost: 3,
    },
    {
      name: 'executions of each of their queries',
      value: executions / bench.queries.length,
      unit: '',
      atMost: 1,
    },
    { name: 'errors for these viewers', value: errors, unit: '', atMost: 0 },
  ];
}

async function runSequentially<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (const item of items) done.push(await work(item));
  return done;
}
