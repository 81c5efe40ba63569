import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Shuju } from '#web/script/s.ts';
import { createClient } from '#server/testing/client.ts';
import { createPusher, type Pusher } from '#server/testing/push.ts';
import { owner, signIn } from './accounts.ts';
import { site, useBrowser } from './browser.ts';

const { enter } = useBrowser();

let shop: Server;
let origin: string;
let pusher: Pusher;

declare global {
  interface Window {
    shuju: Shuju;
  }
}

/** Another web site, on another origin than the product. */
beforeAll(async () => {
  pusher = await createPusher(createClient(site), await signIn(site, owner), 'Web site');
  shop = createServer((request, response) => void respond(request, response)).listen(0, '127.0.0.1');
  await new Promise((resolve) => shop.once('listening', resolve));
  origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
});
afterAll(() => shop?.close());

const fetchScript = async () => (await fetch(`${site}/s.js`)).text();
let handleRelayed: () => void;
const relayed = new Promise<void>((resolve) => (handleRelayed = resolve));

/** Passes events on to the product, and never answers. */
async function relay(request: IncomingMessage): Promise<void> {
  const body = Buffer.concat(await request.toArray());
  const headers = { 'content-type': request.headers['content-type']! };
  await fetch(`${site}${request.url}`, { method: 'POST', headers, body });
  handleRelayed();
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = '' } = request;
  if (url.startsWith('/api/')) await relay(request);
  else if (url === '/s.js') response.end(await fetchScript());
  else {
    if (url === '/late') await relayed;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(pageOf(url));
  }
}

function pageOf(url: string): string {
  const source = url === '/relayed' ? origin : site;
  const tag = `<script async src="${source}/s.js" data-key="${pusher.secret}" data-dataset="visits"></script>`;
  return `<!doctype html><title>Page ${url}</title>${['/bare', '/late'].includes(url) ? '' : tag}<h1>Shop</h1>`;
}

async function visit(path: string) {
  const context = await enter({ expectsNoise: true, at: origin });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(`${origin}${path}`);
  await page.waitForFunction(() => 'shuju' in window);
  return { context, page, faults };
}

test('another web site counts its pages and sends its own events, without storing anything in the browser', async () => {
  const { context, page, faults } = await visit('/start?secret=1#part');
  await page.evaluate(() => window.shuju.track('order_paid', { amount: 42.5, items: ['tea'] }));
  await page.evaluate(() => {
    history.pushState({}, '', '/second?again=1');
    document.title = 'Second';
  });
  const rows = await pusher.rowsOf('visits', 3);
  expect(rows.map(({ event, path, title }) => ({ event, path, title }))).toEqual([
    { event: 'page_view', path: '/start', title: 'Page /start?secret=1' },
    { event: 'order_paid', path: '/start', title: 'Page /start?secret=1' },
    { event: 'page_view', path: '/second', title: 'Second' },
  ]);
  expect(rows[1]).toMatchObject({ 'properties.amount': 42.5, 'properties.items': '["tea"]' });
  expect(rows[0]).toMatchObject({ language: 'zh-CN', screen: 1280 });
  expect(rows[0]!['zone']).toBeTruthy();
  await page.evaluate(() => history.replaceState({}, '', '/second?filter=2'));
  await page.goBack();
  await pusher.dataset('visits', 4);
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
  expect(faults).toEqual([]);
});

test('an event tracked just before the page is left arrives', async () => {
  const before = (await pusher.find('visits'))!.rows!;
  const { page } = await visit('/leaving');
  await page.evaluate(() => {
    window.shuju.track('left');
    location.href = '/bare';
  });
  const rows = await pusher.rowsOf('visits', before + 2);
  expect(rows.slice(before).map(({ event }) => event)).toEqual(['page_view', 'left']);
});

test('events that are being sent when the page is left arrive once', async () => {
  const before = (await pusher.find('visits'))!.rows!;
  const { page } = await visit('/relayed');
  // The page is left when its events have arrived, but not the answer.
  await page.evaluate(() => (location.href = '/late'));
  await page.waitForURL('**/late');
  await visit('/after');
  const rows = await pusher.rowsOf('visits', before + 2);
  expect(rows.slice(before).map(({ path }) => path)).toEqual(['/relayed', '/after']);
});

test('events tracked before the script is loaded are not lost', async () => {
  const before = (await pusher.find('visits'))!.rows!;
  const context = await enter({ expectsNoise: true, at: origin });
  await context.addInitScript(() => {
    window.shuju = { q: [['early', { n: 1 }]], track: () => {} };
  });
  await (await context.newPage()).goto(`${origin}/early`);
  const rows = await pusher.rowsOf('visits', before + 2);
  expect(rows.slice(before).map(({ event }) => event)).toEqual(['page_view', 'early']);
});

test('the script is small, may be loaded from anywhere and is cached for an hour', async () => {
  for (const coding of ['br', 'gz']) expect(readFileSync(`dist/web/s.js.${coding}`).length).toBeLessThan(2048);
  const { headers } = await createClient(site).send('/s.js');
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(headers.get('cache-control')).toBe('public, max-age=3600');
  expect(headers.get('set-cookie')).toBeNull();
});
