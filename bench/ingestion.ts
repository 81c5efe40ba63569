import autocannon from 'autocannon';

import { createClient } from '#server/testing/client.ts';
import { type Figure, medianOf } from './figure.ts';
import { createOwner, startProduct, withDirectory } from './product.ts';

const seconds = 8;
const batch = 500;

/** How many pushed events are acknowledged, durable, and how soon they can be asked about. */
export async function measureIngestion(): Promise<Figure[]> {
  return withDirectory(async (directory) => {
    const product = await startProduct(directory);
    const owner = await createOwner(product.url);
    const target = await createTarget(product.url, owner);
    // A young process is slow whatever it does.
    await rateOf(target, 'warm', eventsOf(batch), 8);
    const batches = await rateOf(target, 'batches', eventsOf(batch), 8);
    const delays: number[] = [];
    for (let round = 0; round < 10; round++) delays.push(await delayOf(target, `visible${round}`));
    const singles = await rateOf(target, 'singles', eventsOf(1), 32);
    await product.stop();
    return [
      { name: 'pushed events in batches of 500', value: batches * batch, unit: 'a second', atLeast: 50_000 },
      { name: 'pushed events one by one', value: singles, unit: 'a second', atLeast: 3_000 },
      { name: 'from acknowledged to visible, the slowest of 10', value: Math.max(...delays), unit: 's', atMost: 1.5 },
      { name: 'from acknowledged to visible', value: medianOf(delays), unit: 's', atMost: 1 },
    ];
  });
}

type Target = { url: string; headers: Record<string, string>; application: string; owner: Record<string, string> };

async function createTarget(url: string, owner: Record<string, string>): Promise<Target> {
  const client = createClient(url);
  const extra = { headers: owner };
  const { body: application } = await client.call('POST /applications', { name: 'Bench', kind: 'events' }, extra);
  const { body } = await client.call('POST /applications/:id/keys', { id: application.id, name: 'Bench' }, extra);
  const headers = { authorization: `Bearer ${body.secret}`, 'content-type': 'application/json' };
  return { url, headers, application: application.id, owner };
}

function eventsOf(count: number): string {
  const events = Array.from({ length: count }, (_, index) => ({
    at: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString(),
    event: 'order placed',
    user: `user-${index}`,
    amount: index * 1.25,
    items: index % 7,
    paid: index % 2 === 0,
    page: { path: `/products/${index % 50}`, title: 'A product' },
    city: '上海',
  }));
  return JSON.stringify(count === 1 ? events[0] : events);
}

async function rateOf({ url, headers }: Target, dataset: string, body: string, connections: number): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({
    url: `${url}/api/ingest/${dataset}`,
    method: 'POST',
    headers,
    body,
    connections,
    duration: seconds,
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} pushes failed`);
  return requests.average;
}

async function delayOf({ url, headers, application, owner }: Target, dataset: string): Promise<number> {
  const client = createClient(url);
  const { ok } = await fetch(`${url}/api/ingest/${dataset}`, { method: 'POST', headers, body: eventsOf(1) });
  if (!ok) throw new Error('a push failed');
  const acknowledged = performance.now();
  for (;;) {
    const { body: list } = await client.call('GET /applications/:id/datasets', { id: application }, { headers: owner });
    const found = list.find(({ name }) => name === dataset);
    const page = found && (await client.call('POST /datasets/:id/rows', { id: found.id }, { headers: owner }));
    if (page && page.body.rows.length > 0) return (performance.now() - acknowledged) / 1000;
  }
}
