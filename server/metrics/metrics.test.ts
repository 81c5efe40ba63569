import { afterAll, beforeAll, expect, test } from 'vitest';

import { loadFile } from '#server/testing/data.ts';
import { createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { specOf, resultOf } from '#server/testing/queries.ts';

const secret = 'a-token-for-prometheus';
let product: TestProduct;
let token: string;
beforeAll(async () => {
  product = await openTestProduct({ METRICS_TOKEN: secret });
  token = (await createOwner(product)).token;
});
afterAll(() => product.close());

const scrape = (authorization?: string) =>
  product.send('/metrics', { headers: authorization === undefined ? {} : { authorization } });
const valueOf = (text: string, series: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')
      .at(-1),
  );

test.each([undefined, 'Bearer wrong', `Basic ${secret}`, 'Bearer '])('%s is refused', async (authorization) => {
  const { status, body } = await scrape(authorization);
  expect([status, body]).toMatchObject([401, { code: 'unauthenticated' }]);
});

test('metrics are not served without a token in the settings', async () => {
  const plain = await openTestProduct();
  const { status } = await plain.send('/metrics', { headers: { authorization: 'Bearer undefined' } });
  expect(status).toBe(404);
  await plain.close();
});

test('requests, queries, events, queues and the process have metrics, without names or values of data', async () => {
  const dataset = await loadFile(product, token, 'secret-name.csv', 'city,amount\nSecretville,471147114711\n');
  await resultOf(product, specOf(dataset.id), { token });
  await resultOf(product, specOf(dataset.id), { token });
  const { body: application } = await product.call('POST /applications', { name: 'Pushed', kind: 'events' }, { token });
  const { body: key } = await product.call('POST /applications/:id/keys', { id: application.id, name: 'k' }, { token });
  await product.send('/api/ingest/visits', {
    method: 'POST',
    headers: { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify([{ page: 'Secretpage' }, { page: 'b' }]),
  });
  const { status, body, headers } = await scrape(`Bearer ${secret}`);
  if (typeof body !== 'string') throw new Error(JSON.stringify(body));
  const text: string = body;
  expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')]);
  expect(valueOf(text, 'shuju_query_seconds_count{place="files",outcome="answered"}')).toBe(1);
  expect(valueOf(text, 'shuju_query_seconds_count{place="files",outcome="cached"}')).toBe(1);
  expect(valueOf(text, 'shuju_pushed_events_total{outcome="accepted"}')).toBe(2);
  expect(valueOf(text, 'shuju_queries_waiting')).toBe(0);
  expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
  expect(text).toMatch(/shuju_http_request_seconds_count\{method="POST",route="\/api\/applications",status="200"\} 1/);
  expect(text).not.toMatch(/secret|visits|471147114711/i);
  expect(text).not.toContain(dataset.id);
});
