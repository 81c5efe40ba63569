import path from 'node:path';
import type { Browser, Page } from 'playwright-core';

import type { Dashboard } from '#contract/dashboard.ts';
import type { SavedDashboard } from '#contract/dashboards.ts';
import { createClient } from '#server/testing/client.ts';
import { launch, openPage } from './browser.ts';
import { type Figure, medianOf } from './figure.ts';
import { writeOrders } from './orders-file.ts';
import { createOrders } from './orders.ts';
import { createOwner, startProduct, withDirectory } from './product.ts';

const rows = 5_000_000;
const bars = 9;
const megabyte = 1024 * 1024;
const size = 100;

/** Dashboards in a real browser: from a click until everything is redrawn, and from a file until it is on the screen. */
export async function measureBoards(): Promise<Figure[]> {
  const browser = await launch();
  const figures = [...(await measureOrders(browser)), await measureFile(browser)];
  await browser.close();
  return figures;
}

type Place = { url: string; token: string; dashboard: SavedDashboard };

function measureOrders(browser: Browser): Promise<Figure[]> {
  return withDirectory(async (directory) => {
    const product = await startProduct(directory);
    const token = (await createOwner(product.url)).authorization!.replace('Bearer ', '');
    const { dataset } = await createOrders({ url: product.url, token, directory }, rows);
    const { call } = createClient(product.url);
    const { body: dashboard } = await call('POST /dashboards/automatic', { dataset: dataset.id }, { token });
    const place = { url: `${product.url}/dashboard/${dashboard.id}`, token, dashboard };
    const figures = [await measureFirst(browser, place), await measureClicks(browser, place)];
    await product.stop();
    return figures;
  });
}

/** In a browser that has never been here: from the address to the first picture. */
async function measureFirst(browser: Browser, { url, token }: Place): Promise<Figure> {
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const page = await openPage(browser, new URL(url).origin, token);
    const begun = performance.now();
    await page.goto(url, { waitUntil: 'commit' });
    await page.locator('article[aria-busy=false] [data-drawn]').first().waitFor({ timeout: 60_000 });
    times.push((performance.now() - begun) / 1000);
    await page.context().close();
  }
  console.log(`from the address to the first chart: ${times.map((time) => time.toFixed(2)).join(', ')} s`);
  const name = `the first chart on screen in a fresh browser, ${rows / 1e6} million rows`;
  return { name, value: medianOf(times), unit: 's', atMost: 1 };
}

async function measureClicks(browser: Browser, { url, token, dashboard }: Place): Promise<Figure> {
  const page = await openPage(browser, new URL(url).origin, token);
  const times: number[] = [];
  // Each time another bar, which nobody has asked for before.
  for (let bar = 0; bar < bars; bar++) {
    await page.goto(url);
    await waitUntilDrawn(page);
    times.push(await timeOfClick(page, barsOf(dashboard.dashboard), bar));
  }
  await page.context().close();
  console.log(`from a click to redrawn: ${times.map((time) => time.toFixed(0)).join(', ')} ms`);
  const name = `from a click on a bar to all cards redrawn, ${rows / 1e6} million rows`;
  return { name, value: medianOf(times), unit: 'ms', atMost: 300 };
}

/** Where on the page the card with bars is: the cards of a tab have the order of their places. */
function barsOf({ tabs }: Dashboard): number {
  const place = tabs[0]!.cards.findIndex(
    (card) => card.kind === 'chart' && card.chart.drawing.kind === 'bar_horizontal',
  );
  if (place < 0) throw new Error('The dashboard has no bars.');
  return place;
}

async function waitUntilDrawn(page: Page): Promise<void> {
  await page.locator('article [data-drawn]').first().waitFor({ timeout: 60_000 });
  await page.waitForFunction(
    () => document.querySelectorAll('article[aria-busy=true], article [data-due]').length === 0,
    null,
    {
      timeout: 60_000,
    },
  );
}

/** Bars are as far apart as this, from the first below the legend, in shares of the picture. */
const [first, distance] = [0.143, 0.0875];

/** For so many milliseconds people hold a button down; the click comes when they let it go. */
const press = 80;

async function timeOfClick(page: Page, card: number, bar: number): Promise<number> {
  const picture = page.locator('article').nth(card).locator('[data-drawn]');
  await picture.scrollIntoViewIfNeeded();
  await page.waitForTimeout(1_000);
  const box = (await picture.boundingBox())!;
  // Watched before it is clicked, or the click might be over.
  const time = await page.evaluateHandle(() => ({
    promise: new Promise<number>((resolve) => {
      let [begun, wasBusy] = [0, false];
      // What is below the fold waits until someone comes to it. Found before: to ask for places makes the page lay out.
      const seen = [...document.querySelectorAll('article')].filter((card) => {
        const { top, bottom } = card.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      });
      addEventListener('click', () => (begun ||= performance.now()), { capture: true, once: true });
      // Looked at when something changes: to look in every frame would make the page show frames for nothing.
      const observer = new MutationObserver(() => {
        const isBusy = seen.some((card) => card.ariaBusy === 'true' || card.querySelector('[data-due]'));
        wasBusy ||= isBusy;
        if (!wasBusy || isBusy) return;
        observer.disconnect();
        // What is drawn in the next frame is on the screen with the one after it.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - begun)));
      });
      const attributeFilter = ['aria-busy', 'data-due'];
      observer.observe(document.body, { subtree: true, attributeFilter });
    }),
  }));
  const place = [box.x + box.width * 0.35, box.y + box.height * (first + distance * bar)] as const;
  await page.mouse.click(...place, { delay: press });
  return time.evaluate(({ promise }) => promise);
}

function measureFile(browser: Browser): Promise<Figure> {
  return withDirectory(async (directory) => {
    const file = path.join(directory, 'orders.csv');
    await writeOrders(file, size * megabyte);
    const product = await startProduct(path.join(directory, 'data'));
    const token = (await createOwner(product.url)).authorization!.replace('Bearer ', '');
    const page = await openPage(browser, product.url, token);
    await page.goto(`${product.url}/index`);
    await page.getByRole('button', { name: /Drop a file/ }).waitFor();
    const begun = performance.now();
    await page.locator('input[type=file]').first().setInputFiles(file);
    await page
      .getByRole('button', { name: 'Load', exact: true })
      .and(page.locator(':enabled:not(.ant-btn-loading)'))
      .click({ timeout: 60_000 });
    await page.waitForURL(/\/dashboard\/[\w-]+$/, { timeout: 60_000 });
    await waitUntilDrawn(page);
    const value = (performance.now() - begun) / 1000;
    await page.context().close();
    await product.stop();
    return { name: `a CSV of ${size} MB, from drop to its dashboard on screen`, value, unit: 's', atMost: 15 };
  });
}
