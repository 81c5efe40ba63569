import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Dashboard } from '#contract/dashboard.ts';
import type { Dataset } from '#contract/datasets.ts';
import { askSchema } from '#contract/queries.ts';
import type { RunLine } from '#contract/runs.ts';
import { openLines } from '#server/testing/ask.ts';
import { type Client, createClient } from '#server/testing/client.ts';
import { chartCard, dashboardOf, makeDashboard } from '#server/testing/dashboards.ts';
import { createMember } from '#server/testing/product.ts';
import { type Figure, medianOf } from './figure.ts';
import { createOrders } from './orders.ts';
import { createOwner, startProduct, withDirectory } from './product.ts';
import { type Compared, openRaw, questionsOf } from './questions.ts';
import { answersIn, errorsIn, openRun } from './viewers.ts';

const rows = Number(process.env.BENCH_ROWS ?? 50_000_000);
const rounds = 5;
const viewers = 1_000;
const members = 20;
const minute = 60_000;

type Bench = { client: Client; tokens: string[]; dataset: Dataset; id: string; questions: Compared[] };

/** A dashboard of twelve cards against its questions one by one on DuckDB itself, and many who open it at once. */
export async function measureDashboards(): Promise<Figure[]> {
  return withDirectory(async (directory) => {
    const product = await startProduct(directory);
    const { authorization } = await createOwner(product.url);
    const token = authorization!.replace('Bearer ', '');
    const { dataset, files } = await createOrders({ url: product.url, token, directory }, rows);
    const client = createClient(product.url);
    const questions = cardQuestionsOf(dataset);
    const { id } = await makeDashboard(client, token, boardOf(dataset, questions));
    const tokens = [token];
    while (tokens.length < members) tokens.push((await createMember(client, token)).token);
    const bench = { client, tokens, dataset, id, questions };
    const figures = [...(await measureWhole(bench, files)), ...(await measureViewers(bench))];
    await product.stop();
    return figures;
  });
}

/** Twelve questions, some of which differ only in what they measure. */
function cardQuestionsOf(dataset: Dataset): Compared[] {
  const amount = dataset.columns.find(({ name }) => name === 'amount')!.id;
  const known = questionsOf(dataset).filter(({ zone }) => zone === 'UTC');
  const [whole] = known;
  const plain = (name: string, kind: 'min' | 'max' | 'average', sql: string): Compared => ({
    ...whole!,
    name,
    ask: { ...whole!.ask, measures: [{ id: 'm', formula: { kind, column: amount }, show: 'value' }] },
    raw: `select ${sql}(amount) from orders`,
  });
  return [
    plain('the least', 'min', 'min'),
    plain('the most', 'max', 'max'),
    plain('the average', 'average', 'avg'),
    ...known,
  ];
}

function boardOf(dataset: Dataset, questions: Compared[]): Dashboard {
  const channel = dataset.columns.find(({ name }) => name === 'channel')!.id;
  const cards = questions.map(({ ask }, index) => chartCard(`c${index}`, askSchema.parse(ask)));
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

type Ran = { whole: number; first: number; errors: number };

/** Runs the dashboard; in milliseconds, until the first card and until the end. */
async function run({ client, id }: Bench, token: string, told: { state?: object; fresh?: boolean }): Promise<Ran> {
  const begun = performance.now();
  const input = { id, zone: 'UTC', state: {}, first: ['c0'], ...told };
  const { lines } = await openLines<RunLine>(client, 'POST /dashboards/:id/run', { input, token });
  let first = 0;
  let [errors, hasEnded] = [0, false];
  for await (const line of lines()) {
    if (line.kind === 'error') errors++;
    if (line.kind === 'end') hasEnded = true;
    if (line.kind === 'result') first ||= performance.now() - begun;
  }
  return { whole: performance.now() - begun, first, errors: errors + (hasEnded ? 0 : 1) };
}

async function measureWhole(bench: Bench, files: string[]): Promise<Figure[]> {
  const raw = await openRaw(bench.dataset, files);
  const ratios: number[] = [];
  const delays: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const own: number[] = [];
    for (const { raw: sql } of bench.questions) {
      const begun = performance.now();
      (await raw.runAndReadAll(sql)).getColumnsJson();
      own.push(performance.now() - begun);
    }
    const sum = own.reduce((all, each) => all + each, 0);
    const ours = await run(bench, bench.tokens[0]!, { fresh: true });
    if (ours.errors > 0) throw new Error('a card failed');
    console.log(`DuckDB ${sum.toFixed(0)} ms, ours ${ours.whole.toFixed(0)} ms, first ${ours.first.toFixed(0)} ms`);
    // The first round warms both up.
    if (round > 0) ratios.push(ours.whole / sum);
    if (round > 0) delays.push(ours.first - own[0]!);
  }
  raw.closeSync();
  return [
    {
      name: `${bench.questions.length} cards of a dashboard`,
      value: medianOf(ratios),
      unit: 'times DuckDB',
      atMost: 1,
    },
    { name: 'the first card, beside its own question', value: medianOf(delays), unit: 'ms', atMost: 300 },
  ];
}

const filtered = (channel: string) => ({ state: { values: { channel: { kind: 'select', values: [channel] } } } });

/** Nobody has asked this before: so one viewer waits for the engine, and a thousand for the same answers. */
async function measureViewers(bench: Bench): Promise<Figure[]> {
  const alone = medianOf(
    await inTurn(['app', 'shop', 'phone'], async (channel) => {
      return (await run(bench, bench.tokens[0]!, filtered(channel))).whole;
    }),
  );
  // A question is the same within a minute of the clock.
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
  console.log(
    `one viewer ${alone.toFixed(0)} ms, of ${viewers} at once the 99th of a hundred ${slowest.toFixed(0)} ms`,
  );
  const asked = new Set(all.flatMap(answersIn)).size;
  const errors = all.reduce((sum, each) => sum + errorsIn(each), 0);
  return [
    {
      name: `${viewers} viewers at once, 99th of a hundred`,
      value: slowest / alone,
      unit: 'times one viewer',
      atMost: 3,
    },
    {
      name: 'times that each of their questions was asked',
      value: asked / bench.questions.length,
      unit: '',
      atMost: 1,
    },
    { name: 'errors they met', value: errors, unit: '', atMost: 0 },
  ];
}

async function inTurn<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (const item of items) done.push(await work(item));
  return done;
}
