import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import type { Card, ChartCard, Dashboard, GridPosition } from '#domain/dashboard/dashboard.ts';
import type { Dimension, BuiltQuerySpec } from '#domain/query/query.ts';
import { createClient } from '#server/testing/client.ts';
import { chartCard, dashboardOf, createDashboard, textCard } from '#server/testing/dashboards.ts';
import { createOwner } from './accounts.ts';
import { useBrowser, type Visit } from './browser.ts';
import { type RunningProduct, startProduct } from './product.ts';

const { open } = useBrowser();
const script = '<img src=x onerror=alert(1)>';
let product: RunningProduct;
let token: string;
let secret: string;
let dataset: string;
let columns: Record<string, string>;

const push = (rows: object[]) =>
  fetch(`${product.url}/api/ingest/sales`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(rows),
  });

/** Ten days of March: in the north 2 a day in each of two cities, in the south 1 a day. */
const sales = Array.from({ length: 10 }, (_, day) => {
  const at = `2026-03-${String(day + 1).padStart(2, '0')}T12:00:00Z`;
  return [
    { at, province: 'North', city: 'Harbin', amount: 2 },
    { at, province: 'North', city: script, amount: 2 },
    { at, province: 'South', city: 'Sanya', amount: 1 },
  ];
}).flat();

beforeAll(async () => {
  product = await startProduct();
  token = await createOwner(product.url);
  const { call } = createClient(product.url);
  const { body: application } = await call('POST /applications', { name: 'Shop', kind: 'events' }, { token });
  const key = await call('POST /applications/:id/keys', { id: application.id, name: 'Key' }, { token });
  secret = key.body.secret;
  await push(sales);
  const list = async () => (await call('GET /datasets', {}, { token })).body;
  await vi.waitUntil(async () => (await list())[0]?.rows === 30, { timeout: 240_000 });
  dataset = (await list())[0]!.id;
  const { body } = await call('GET /datasets/:id', { id: dataset }, { token });
  columns = Object.fromEntries(body.columns.map(({ name, id }) => [name, id]));
});
afterAll(() => product?.stop());

const visit = (rest: Visit = {}): Visit => ({ at: product.url, token, locale: 'en-US', ...rest });

function amountBy(...dimensions: Dimension[]): BuiltQuerySpec {
  return {
    kind: 'query',
    dataset,
    dimensions,
    measures: [{ id: 'm', formula: { kind: 'sum', column: columns['amount']! }, show: 'value' }],
    filters: [],
    period: { kind: 'all' },
    top: { kind: 'every' },
    order: [],
    limit: 1000,
    totals: [],
  };
}

const by = (name: string): Dimension => ({ id: 'd', column: columns[name]!, kind: 'value' });
const byDay = (): Dimension => ({ id: 'd', column: columns['at']!, kind: 'time', grain: { unit: 'day' } });
const place = (x: number, y: number, width: number, height: number): GridPosition => ({ x, y, width, height });
const both = (text: string) => ({ en_US: text, zh_CN: text });

const total = () => chartCard('total', amountBy(), { title: both('Total'), place: place(0, 0, 4, 3) });
const provinces = (fields: Partial<ChartCard> = {}) =>
  chartCard('provinces', amountBy(by('province')), {
    title: both('Provinces'),
    place: place(4, 0, 8, 8),
    chart: { ask: amountBy(by('province')), drawing: { kind: 'bar_horizontal', options: {} } },
    path: [{ column: columns['city']!, kind: 'value' }],
    ...fields,
  });
const days = () =>
  chartCard('days', amountBy(byDay()), {
    title: both('Days'),
    place: place(0, 8, 12, 8),
    chart: { ask: amountBy(byDay()), drawing: { kind: 'line', options: {} } },
  });

async function openDashboard(cards: Card[], rest: Visit & { query?: string } = {}, fields: Partial<Dashboard> = {}) {
  const { id } = await createDashboard(createClient(product.url), token, dashboardOf('Sales', cards, fields));
  return open(`/dashboard/${id}${rest.query ?? ''}`, visit(rest));
}

const card = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });
const totalNumber = (page: Page) => card(page, 'Total').getByRole('img').locator('[title]').first();
const expectTotal = (page: Page, value: string) => expect.poll(() => totalNumber(page).textContent()).toBe(value);

/** A point in a chart, given as fractions of its size. */
async function pointIn(page: Page, name: string, across: number, down: number) {
  const picture = card(page, name).locator('[data-drawn]');
  await picture.waitFor();
  await picture.scrollIntoViewIfNeeded();
  const box = (await picture.boundingBox())!;
  return { x: box.x + box.width * across, y: box.y + box.height * down };
}

async function click(page: Page, name: string, across: number, down: number): Promise<void> {
  const { x, y } = await pointIn(page, name, across, down);
  await page.mouse.click(x, y);
}

test('a click on a bar filters the other cards, another click removes the filter, and Back restores it', async () => {
  const page = await openDashboard([total(), provinces()]);
  await expectTotal(page, '50');
  // All cards are refreshed and rendered again while the mouse button is down.
  const bar = await pointIn(page, 'Provinces', 0.2, 0.75);
  await page.mouse.move(bar.x, bar.y);
  await page.mouse.down();
  const response = page.waitForResponse((each) => each.url().endsWith('/run'));
  await page.keyboard.press('r');
  await response;
  await expect.poll(() => page.locator('article[aria-busy=true]').count()).toBe(0);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.mouse.up();
  await expectTotal(page, '10');
  await card(page, 'Provinces').getByRole('group', { name: 'Selected' }).getByText('South').waitFor();
  await click(page, 'Provinces', 0.2, 0.75);
  await expectTotal(page, '50');
  await page.goBack();
  await expectTotal(page, '10');
  await page.keyboard.press('Escape');
  await card(page, 'Provinces').getByRole('button', { name: 'Menu for Provinces' }).click();
  await page.getByRole('menuitem', { name: 'Filter by value…' }).click();
  await page.getByRole('checkbox', { name: /North/ }).click();
  await expectTotal(page, '50');
});

test('cross-filtering is prefetched once, when the pointer rests on a bar; nothing is selected when the button is released elsewhere', async () => {
  // The visible cards on mouse down differ from the initially visible ones.
  const lowCard = { title: both('Low'), place: place(0, 60, 4, 3) };
  const page = await openDashboard([
    total(),
    provinces({ place: place(4, 56, 8, 8) }),
    chartCard('low', amountBy(), lowCard),
  ]);
  await expectTotal(page, '50');
  await card(page, 'Provinces').scrollIntoViewIfNeeded();
  const bar = await pointIn(page, 'Provinces', 0.2, 0.75);
  const rest = async () => {
    await page.mouse.move(0, 0);
    const response = page.waitForResponse((each) => each.url().endsWith('/run'));
    await page.mouse.move(bar.x, bar.y);
    expect((await response).request().postDataJSON()).toMatchObject({ prefetch: true });
    return (await response).text();
  };
  // Declined while the server works in the background.
  await expect.poll(rest).toContain('"end"');
  let runs = 0;
  page.on('request', (request) => (runs += Number(request.url().endsWith('/run'))));
  await page.mouse.down();
  await expectTotal(page, '50');
  await page.mouse.up();
  await expectTotal(page, '10');
  expect(runs).toBe(0);
  await page.mouse.down();
  await expect.poll(() => runs).toBe(1);
  await page.mouse.move(bar.x, bar.y - 100, { steps: 4 });
  await page.mouse.up();
  await expectTotal(page, '10');
  expect(decodeURIComponent(page.url())).toContain('South');
});

test('a prefetch is cancelled when the pointer leaves the bar', async () => {
  const page = await openDashboard([total(), provinces()]);
  await expectTotal(page, '50');
  const bar = await pointIn(page, 'Provinces', 0.2, 0.75);
  await page.route('**/run', () => undefined);
  const request = page.waitForRequest('**/run');
  await page.mouse.move(bar.x, bar.y);
  await request;
  const cancelled = page.waitForEvent('requestfailed');
  await page.mouse.move(0, 0);
  expect((await cancelled).failure()?.errorText).toBe('net::ERR_ABORTED');
  await page.unroute('**/run');
  await page.mouse.click(bar.x, bar.y);
  await expectTotal(page, '10');
});

test('visible cards are rendered before hidden ones, though one response is for both', async () => {
  const far = chartCard('far', amountBy(), { title: both('Far'), place: place(0, 60, 4, 3) });
  const page = await openDashboard([total(), far]);
  await expectTotal(page, '50');
  await card(page, 'Far').and(page.locator('[aria-busy=false]')).waitFor();
  const order = page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const rendered: string[] = [];
        const frames = (left: number) => (left > 0 ? requestAnimationFrame(() => frames(left - 1)) : resolve(rendered));
        const observer = new MutationObserver((changes) => {
          const done = changes.map(({ target }) => target as Element).filter((each) => each.ariaBusy === 'false');
          if (done.length > 0) rendered.push(done.map(({ id }) => id).join());
          if (rendered.join().includes('far')) frames(2);
        });
        observer.observe(document.body, { subtree: true, attributeFilter: ['aria-busy'] });
      }),
  );
  await page.keyboard.press('r');
  expect(await order).toEqual(['total', 'far']);
});

test('a time range brushed on a line filters the other cards', async () => {
  const page = await openDashboard([total(), provinces(), days()]);
  await expectTotal(page, '50');
  const [from, to] = [await pointIn(page, 'Days', 0.5, 0.5), await pointIn(page, 'Days', 0.985, 0.5)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, from.y, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => Number(await totalNumber(page).textContent())).toBeLessThanOrEqual(30);
  expect(decodeURIComponent(page.url())).toContain('..2026-03-10');
  await card(page, 'Days').getByRole('button', { name: 'Clear selection' }).click();
  await expectTotal(page, '50');
});

test('a viewer drills from a province to its cities, to the rows of one of them, and up again', async () => {
  const page = await openDashboard([total(), provinces()]);
  await click(page, 'Provinces', 0.2, 0.25);
  await card(page, 'Provinces')
    .getByRole('button', { name: /^Drill down to/ })
    .click();
  const path = card(page, 'Provinces').getByRole('navigation', { name: 'Path' });
  await expect.poll(() => path.textContent()).toBe('AllNorth');
  await expectTotal(page, '40');
  await expect.poll(() => card(page, 'Provinces').getByRole('table').textContent()).toContain('Harbin');
  await click(page, 'Provinces', 0.3, 0.25);
  await expectTotal(page, '20');
  await card(page, 'Provinces').getByRole('button', { name: 'Rows', exact: true }).click();
  await page.getByText('10 rows, newest first').waitFor();
  await page.getByText(/^Where province is North and city is (?:Harbin|<img)/).waitFor();
  await page.getByRole('dialog').getByRole('gridcell', { name: '2026-03-10 12:00' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await path.getByRole('button', { name: 'All' }).click();
  await expectTotal(page, '50');
});

test('a failed card shows its error, and the other cards are unaffected', async () => {
  const lost = amountBy({ id: 'd', column: 'gone', kind: 'value' });
  const drawing = { kind: 'bar' as const, options: {} };
  const broken = provinces({ title: both('Broken'), chart: { ask: lost, drawing }, path: [] });
  const page = await openDashboard([total(), broken]);
  await expectTotal(page, '50');
  const alert = card(page, 'Broken').getByRole('alert');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await alert.waitFor();
  expect(await alert.locator('p').textContent()).toMatch(/column/);
});

test('on a phone the cards are stacked and nothing overflows', async () => {
  const page = await openDashboard([provinces(), total(), days()], { width: 390, height: 844 });
  await expectTotal(page, '50');
  const tops = await Promise.all(
    ['Total', 'Provinces', 'Days'].map(async (name) => (await card(page, name).boundingBox())!),
  );
  expect(tops.every((box, at) => at === 0 || box.y >= tops[at - 1]!.y + tops[at - 1]!.height)).toBe(true);
  expect(tops.every(({ x, width }) => x >= 0 && x + width <= 390)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('presentation mode shows only the cards, and Escape leaves it', async () => {
  const page = await openDashboard([total(), provinces(), days()], { query: '?mode=present&every=3' });
  await expectTotal(page, '50');
  const presentation = page.getByRole('main').filter({ has: page.getByRole('heading', { name: 'Sales' }) });
  expect(await presentation.last().boundingBox()).toMatchObject({ x: 0, y: 0, width: 1280, height: 800 });
  expect(await card(page, 'Provinces').getByRole('button').count()).toBe(0);
  // Cards that do not fit at a readable size are on the next page, which advances automatically.
  await page.setViewportSize({ width: 1280, height: 420 });
  await page.getByText('1 of 2').waitFor();
  expect(await presentation.last().evaluate((each) => each.scrollHeight <= each.clientHeight)).toBe(true);
  await card(page, 'Days').waitFor();
  await page.getByText('2 of 2').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Edit' }).waitFor();
  expect(new URL(page.url()).search).toBe('');
});

test('markup in titles, texts and values is displayed as text', async () => {
  const cities = provinces({
    title: both(script),
    chart: { ask: amountBy(by('city')), drawing: { kind: 'bar_horizontal', options: {} } },
    path: [],
  });
  const page = await openDashboard([total(), cities, textCard('words', `${script}\n\n[x](javascript:alert(1))`, 8)]);
  await expectTotal(page, '50');
  await click(page, script, 0.5, 0.5);
  await card(page, script).getByRole('group', { name: 'Selected' }).waitFor();
  await page.getByRole('article').filter({ hasText: script }).last().waitFor();
  expect(await page.locator('img[src=x]').count()).toBe(0);
  expect(await page.locator('a[href^=javascript]').count()).toBe(0);
});

// Runs last, because it changes the numbers.
test('new rows appear on the open page, and so does a dataset that is trashed and restored', async () => {
  const page = await openDashboard([total()], { expectsNoise: true });
  await expectTotal(page, '50');
  await push([{ at: '2026-03-11T12:00:00Z', province: 'East', city: 'Wuhan', amount: 7 }]);
  await expectTotal(page, '57');
  await createClient(product.url).call('DELETE /datasets/:id', { id: dataset }, { token });
  const lost = page.getByRole('article').getByRole('alert');
  await lost.getByText('is in the trash').waitFor();
  expect(await lost.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  await lost.getByRole('button', { name: 'Restore dataset' }).click();
  await expectTotal(page, '57');
});

test('Escape closes a dialog opened from a card’s menu, and the focus returns to the menu button', async () => {
  const page = await openDashboard([total(), provinces()]);
  const button = card(page, 'Provinces').getByRole('button', { name: 'Menu for Provinces' });
  for (const item of ['Expand', 'View rows']) {
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: item }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  }
});
