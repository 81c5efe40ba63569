import { build } from 'esbuild';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createClient } from '#server/testing/client.ts';
import { fillPushMemory } from '#server/testing/full-memory.ts';
import { createPusher, type Pusher } from '#server/testing/push.ts';
import { createOwner, owner, signIn } from './accounts.ts';
import { useBrowser } from './browser.ts';
import { type RunningProduct, startProduct } from './product.ts';

/* Segment's own client for web pages, on a web site of another origin than the product. */

const { enter } = useBrowser();

let product: RunningProduct;
let shop: Server;
let origin: string;
let pusher: Pusher;

// The script of a page that installed the client with npm.
const script = `
  import { AnalyticsBrowser } from '@segment/analytics-next';
  window.failures = [];
  window.load = (writeKey, apiHost, deliveryStrategy) => {
    const settings = { writeKey, cdnSettings: { integrations: { 'Segment.io': { apiKey: writeKey } } } };
    const options = { integrations: { 'Segment.io': { apiHost, protocol: 'http', deliveryStrategy } } };
    window.analytics = AnalyticsBrowser.load(settings, options);
    window.analytics.on('error', ({ reason }) => window.failures.push(String(reason)));
  };`;

type Analytics = Record<'identify' | 'track' | 'page' | 'screen' | 'group' | 'alias', (...args: unknown[]) => unknown>;
declare global {
  interface Window {
    load: (writeKey: string, apiHost: string, deliveryStrategy?: object) => void;
    analytics: Analytics;
    failures: string[];
  }
}

beforeAll(async () => {
  const stdin = { contents: script, resolveDir: process.cwd() };
  const { outputFiles } = await build({ stdin, bundle: true, write: false, format: 'iife' });
  shop = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>Shop</title><script>${outputFiles[0]!.text}</script>`);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => shop.once('listening', resolve));
  origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  product = await startProduct();
  await createOwner(product.url);
  pusher = await createPusher(createClient(product.url), await signIn(product.url, owner), 'Web site');
});
afterAll(async () => {
  shop?.close();
  await product?.stop();
});

async function openShop(key: string, strategy?: object): Promise<Page> {
  const page = await (await enter({ expectsNoise: true, at: origin })).newPage();
  await page.goto(origin);
  const host = `${new URL(product.url).host}/v1`;
  await page.evaluate(([writeKey, apiHost, strategyOption]) => window.load(writeKey, apiHost, strategyOption), [
    key,
    host,
    strategy,
  ] as const);
  return page;
}

const failuresOf = (page: Page) => page.evaluate(() => window.failures);

test('the client sends messages of every type to the short paths', async () => {
  const page = await openShop(pusher.secret);
  await page.evaluate(() => {
    window.analytics.identify('u1', { name: '小明' });
    window.analytics.track('paid', { amount: 12.5 });
    window.analytics.page('Home');
    window.analytics.screen('Start');
    window.analytics.group('g1');
    window.analytics.alias('u2', 'u1');
  });
  expect(await pusher.rowsOf('tracks', 1)).toMatchObject([{ event: 'paid', userId: 'u1', 'properties.amount': 12.5 }]);
  expect(await pusher.rowsOf('identifies', 1)).toMatchObject([{ 'traits.name': '小明' }]);
  for (const name of ['pages', 'screens', 'groups', 'aliases']) await pusher.dataset(name, 1);
  expect(await failuresOf(page)).toEqual([]);
});

test('the client sends batches', async () => {
  const page = await openShop(pusher.secret, { strategy: 'batching', config: { size: 2, timeout: 1000 } });
  const sent = page.waitForResponse((response) => response.url().endsWith('/v1/b') && response.status() === 200);
  await page.evaluate(() => {
    window.analytics.track('first');
    window.analytics.track('second');
  });
  await sent;
  const events = new Set((await pusher.rowsOf('tracks', 3)).map(({ event }) => event));
  expect(events).toEqual(new Set(['paid', 'first', 'second']));
});

test('the client reports rejected messages to the page', async () => {
  const wrong = await openShop('sk_wrong');
  await wrong.evaluate(() => window.analytics.track('wrong key'));
  await expect.poll(() => failuresOf(wrong)).toEqual([expect.stringContaining('401')]);
  const large = await openShop(pusher.secret);
  await large.evaluate(() => window.analytics.track('too large', { text: 'x'.repeat(11_000_000) }));
  await expect.poll(() => failuresOf(large)).toEqual([expect.stringContaining('413')]);
});

test('the client retries a throttled message after the time in Retry-After', async () => {
  const before = (await pusher.find('tracks'))!.rows!;
  const page = await openShop(pusher.secret);
  const freeMemory = await fillPushMemory(product.url, pusher);
  const refused = page.waitForResponse((response) => response.status() === 429);
  await page.evaluate(() => window.analytics.track('again'));
  await refused;
  freeMemory();
  expect((await pusher.rowsOf('tracks', before + 1)).map(({ event }) => event)).toContain('again');
});
