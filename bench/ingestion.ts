import autocannon from 'autocannon';
import { setTimeout as sleep } from 'node:timers/promises';

import type { PushLogKind } from '#server/ingestion/push-log.ts';
import { type Client, createClient } from '#server/testing/client.ts';
import { pushThroughCrashes } from '#server/testing/crash.ts';
import { createPusher, type Pusher } from '#server/testing/push.ts';
import { type Measurement, medianOf } from './measurement.ts';
import { createOwner, startProduct, withDirectory } from './product.ts';

const seconds = 5;
const batch = 500;
const killRounds = Number(process.env['KILL_ROUNDS'] ?? 200);

/** How many pushed events are acknowledged on disk, how soon they are visible, and whether any is lost. */
export async function measureIngestion(): Promise<Measurement[]> {
  return [
    ...(await withDirectory(measureRates)),
    ...(await withDirectory(measureTableRates)),
    ...(await withDirectory(measureCrashes)),
  ];
}

async function measureRates(directory: string): Promise<Measurement[]> {
  const { product, client, token, pusher } = await startWarm(directory, 'files');
  const singles = await rateOf(client, pusher, { dataset: 'singles', events: 1, connections: 32 });
  const delays: number[] = [];
  for (let round = 0; round < 10; round++) delays.push(await delayOf(client, pusher, `visible${round}`, token));
  const batches = await rateOf(client, pusher, { dataset: 'batches', events: batch, connections: 8 });
  await product.stop();
  return [
    { name: 'pushed events in batches of 500', value: batches * batch, unit: 'per second', atLeast: 50_000 },
    { name: 'pushed events one by one', value: singles, unit: 'per second', atLeast: 3_000 },
    { name: 'from acknowledged to visible, slowest of 10', value: Math.max(...delays), unit: 's', atMost: 1.5 },
    { name: 'from acknowledged to visible', value: medianOf(delays), unit: 's', atMost: 1 },
  ];
}

/** The same with the push log in PostgreSQL, which several servers share. */
async function measureTableRates(directory: string): Promise<Measurement[]> {
  const { product, client, pusher } = await startWarm(directory, 'table');
  const singles = await rateOf(client, pusher, { dataset: 'singles', events: 1, connections: 32 });
  const batches = await rateOf(client, pusher, { dataset: 'batches', events: 100, connections: 16 });
  await product.stop();
  return [
    {
      name: 'events in batches of 100, logged in PostgreSQL',
      value: batches * 100,
      unit: 'per second',
      atLeast: 20_000,
    },
    { name: 'events one by one, logged in PostgreSQL', value: singles, unit: 'per second', atLeast: 2_000 },
  ];
}

async function startWarm(directory: string, pushLog: PushLogKind) {
  const product = await startProduct(directory, { pushLog });
  const client = createClient(product.url);
  const token = (await createOwner(product.url))['authorization']!.replace('Bearer ', '');
  const pusher = await createPusher(client, token);
  await rateOf(client, pusher, { dataset: 'warm', events: 1, connections: 32 });
  return { product, client, token, pusher };
}

async function measureCrashes(directory: string): Promise<Measurement[]> {
  const { pushed, lost, duplicated, slowestStart } = await pushThroughCrashes(directory, killRounds);
  const of = `${pushed} acknowledged rows, with ${killRounds} times kill -9`;
  return [
    { name: `lost of ${of}`, value: lost, unit: 'rows', atMost: 0 },
    { name: `duplicated of ${of}`, value: duplicated, unit: 'rows', atMost: 0 },
    { name: 'slowest start after kill -9', value: slowestStart, unit: 's', atMost: 10 },
  ];
}

/** The body of a push with this many typical events, the first of which has this number. */
export function eventsOf(count: number, from = 0): string {
  const events = Array.from({ length: count }, (_, index) => eventOf(from + index));
  return JSON.stringify(count === 1 ? events[0] : events);
}

function eventOf(number: number): object {
  const random = Math.imul(number + 1, 0x9e3779b1) >>> 0;
  return {
    at: new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString(),
    event: 'order placed',
    user: `user-${random % 1_000_000}`,
    amount: (random % 100_000) / 100,
    items: number % 7,
    paid: number % 2 === 0,
    page: { path: `/products/${random % 50}`, title: 'A product' },
    city: '上海',
  };
}

type PushLoad = { dataset: string; events: number; connections: number };

/** Acknowledged requests per second; waits until all their rows are in segments. */
async function rateOf({ url }: Client, pusher: Pusher, { dataset, events, connections }: PushLoad): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({
    url: `${url}/api/ingest/${dataset}`,
    method: 'POST',
    headers: { authorization: `Bearer ${pusher.secret}`, 'content-type': 'application/json' },
    body: eventsOf(events),
    connections,
    duration: seconds,
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} pushes failed`);
  while (((await pusher.find(dataset))?.rows ?? 0) < requests.total * events) await sleep(200);
  return requests.average;
}

/** Seconds from the acknowledgement of an event until it is visible, in a dataset that had this many rows. */
export async function delayOf(
  client: Client,
  pusher: Pusher,
  dataset: string,
  token: string,
  rows = 0,
): Promise<number> {
  const { status } = await pusher.push(dataset, eventsOf(1));
  if (status !== 200) throw new Error('a push failed');
  const acknowledged = performance.now();
  for (;;) {
    const visible = await pusher.find(dataset);
    const page = visible && (await client.call('POST /datasets/:id/rows', { id: visible.id }, { token }));
    if (page && page.body.total > rows) return (performance.now() - acknowledged) / 1000;
    // Polling without a pause would slow down what is measured.
    await sleep(50);
  }
}
