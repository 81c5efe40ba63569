import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createOwner } from './accounts.ts';
import { site, useBrowser } from './browser.ts';
import { type RunningProduct, startProduct } from './product.ts';
import { holdTime, passUntil } from './time.ts';

const { enter, open, ownerToken } = useBrowser();

const script = `document.body.insertAdjacentHTML('afterbegin',
  '<svg hidden><symbol id="icon-dashboard" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></symbol></svg>')`;

/** A server of icons that responds at once, or by `respond` if it is set. */
let icons: Server;
let respond: ((response: ServerResponse) => void) | undefined;
let product: RunningProduct;
let token: string;

const send = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);

beforeAll(async () => {
  icons = createServer((_, response) => (respond ?? send)(response)).listen(0, '127.0.0.1');
  await new Promise((resolve) => icons.once('listening', resolve));
  const { port } = icons.address() as AddressInfo;
  product = await startProduct({ ICON_SCRIPT: `http://127.0.0.1:${port}/icons.js` });
  token = await createOwner(product.url);
});
afterAll(async () => {
  await product?.stop();
  icons?.closeAllConnections();
  icons?.close();
});

const stateOf = (page: Page) => page.evaluate(() => document.documentElement.dataset['iconScript']);
const usesScript = (page: Page) => page.locator('header nav a').first().locator('use').count();

test('S41 icons are bundled: nothing is requested from another site, and each entry has an icon', async () => {
  const page = await open('/dashboard', { token: await ownerToken() });
  await page.locator('h1').waitFor();
  expect(await page.locator('header nav a svg path').count()).toBeGreaterThanOrEqual(2);
  const sources = await page.locator('script').evaluateAll((all) => all.map((each) => (each as HTMLScriptElement).src));
  expect(sources.filter((source) => !source.startsWith(site))).toEqual([]);
});

test('S41 a configured icon script provides its icons', async () => {
  respond = undefined;
  const page = await (await enter({ at: product.url, token, expectsNoise: true })).newPage();
  await page.goto(`${product.url}/dashboard`);
  await expect.poll(() => stateOf(page)).toBe('loaded');
  await expect.poll(() => usesScript(page)).toBe(1);
  expect(await page.locator('header nav a').nth(1).locator('use').count()).toBe(0);
});

test('S41 an icon script that hangs times out after 6 s, and the bundled icons stay', async () => {
  let late: ServerResponse | undefined;
  respond = (response) => (late = response);
  const page = await (await enter({ at: product.url, token, expectsNoise: true })).newPage();
  await page.addInitScript(() => {
    const states: [string, number][] = [];
    Object.assign(window, { states });
    new MutationObserver(() => {
      states.push([document.documentElement.dataset['iconScript'] ?? '', performance.now()]);
    }).observe(document, { subtree: true, attributeFilter: ['data-icon-script'] });
  });
  await holdTime(page);
  await page.goto(`${product.url}/dashboard`, { waitUntil: 'commit' });
  await passUntil(page, () => page.locator('h1').isVisible(), true);
  expect(await page.locator('header nav a svg path').count()).toBeGreaterThanOrEqual(2);
  await passUntil(page, () => stateOf(page), 'failed', 100);
  const states = await page.evaluate(() => (window as unknown as { states: [string, number][] }).states);
  expect(states.map(([state]) => state)).toEqual(['loading', 'failed']);
  const waited = states[1]![1] - states[0]![1];
  expect(waited).toBeGreaterThanOrEqual(5950);
  expect(waited).toBeLessThan(8000);

  send(late!);
  await page.clock.resume();
  await page.locator('header nav a').nth(1).click();
  await page.getByRole('heading', { level: 1, name: '应用' }).waitFor();
  expect([await stateOf(page), await usesScript(page)]).toEqual(['failed', 0]);
});

test('S41 an icon script that fails leaves the bundled icons', async () => {
  respond = (response) => response.writeHead(500).end();
  const page = await (await enter({ at: product.url, token, expectsNoise: true })).newPage();
  await page.goto(`${product.url}/dashboard`);
  await expect.poll(() => stateOf(page)).toBe('failed');
  expect(await page.locator('header nav a svg path').count()).toBeGreaterThanOrEqual(2);
});
