import path from 'node:path';
import type { Browser, Page } from 'playwright-core';

import type { Dashboard } from '#domain/dashboard/dashboard.ts';
import type { SavedDashboard } from '#contract/dashboards/routes.ts';
import { createClient } from '#server/testing/client.ts';
import { launch, openPage } from './browser.ts';
import { measureFirstChart } from './first-chart.ts';
import { type Measurement, medianOf } from './measurement.ts';
import { writeOrders } from './orders-file.ts';
import { createOrders } from './orders.ts';
import { createOwner, startProduct, withDirectory } from './product.ts';

const rows = 5_000_000;
const bars = 10;
const megabyte = 1024 * 1024;
const size = 100;

/** Dashboards in a real browser: from a click to all cards redrawn, and from a dropped file to its dashboard. */
export async function measureDashboardPages(): Promise<Measurement[]> {
  const browser = await launch();
  const measurements = [...(await measureOrders(browser)), await measureFile(browser)];
  await browser.close();
  return measurements;
}

type OpenDashboard = { url: string; token: string; dashboard: SavedDashboard };

function measureOrders(browser: Browser): Promise<Measurement[]> {
  return withDirectory(async (directory) => {
    const product = await startProduct(directory);
    const token = (await createOwner(product.url)).authorization!.replace('Bearer ', '');
    const { dataset } = await createOrders({ url: product.url, token, directory }, rows);
    const { call } = createClient(product.url);
    const { body: dashboard } = await call('POST /dashboards/automatic', { dataset: dataset.id }, { token });
    const opened = { url: `${product.url}/dashboard/${dashboard.id}`, token, dashboard };
    const measurements = [...(await measureFirstChart(browser, opened)), ...(await measureClicks(browser, opened))];
    await product.stop();
    return measurements;
  });
}

/** A window in which all cards of the automatic dashboard are in sight. */
const tallWindow = { width: 1440, height: 2200 };

async function measureClicks(browser: Browser, { url, token, dashboard }: OpenDashboard): Promise<Measurement[]> {
  const page = await openPage(browser, new URL(url).origin, token);
  await page.setViewportSize(tallWindow);
  const card = barCardIndexOf(dashboard.dashboard);
  const clickBar = async (bar: number, rest: number) => {
    await page.goto(url);
    await waitUntilDrawn(page);
    return timesOfClick(page, card, { bar, rest });
  };
  const [direct, rested, cached]: number[][] = [[], [], []];
  // A different bar each time, so that its result is not cached. It is clicked again soon: results of time ranges that
  // end now are cached for a minute.
  for (let bar = 0; bar < bars; bar++) {
    if (bar % 2 === 0) direct!.push((await clickBar(bar, 0)).fromDown);
    else rested!.push((await clickBar(bar, restMs)).fromDown);
    cached!.push((await clickBar(bar, 0)).fromUp);
  }
  await page.context().close();
  const cards = dashboard.dashboard.tabs[0]!.cards.length;
  const name = `on a bar to all ${cards} cards redrawn, ${rows / 1e6} million rows`;
  const measured = (start: string, times: number[], atMost: number): Measurement => {
    console.log(`${start}: ${times.map((time) => time.toFixed(0)).join(', ')} ms`);
    return { name: `${start} ${name}`, value: medianOf(times), unit: 'ms', atMost };
  };
  return [
    measured('from mouse down', direct!, 250),
    measured(`from mouse down, after resting for ${restMs} ms,`, rested!, 250),
    // Before the button is released, nothing can be redrawn.
    measured('with cached results from mouse up', cached!, 100),
  ];
}

/** Index on the page of the card with bars: cards are rendered in the order of their positions. */
function barCardIndexOf({ tabs }: Dashboard): number {
  const index = tabs[0]!.cards.findIndex(
    (card) => card.kind === 'chart' && card.chart.drawing.kind === 'bar_horizontal',
  );
  if (index < 0) throw new Error('The dashboard has no bars.');
  return index;
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

/** Position of the first bar below the legend and distance between bars, as fractions of the height of the chart. */
const [first, distance] = [0.143, 0.0875];

/** Milliseconds for which a person who has reached a bar looks at it before pressing. */
const restMs = 250;
/** Milliseconds for which a person holds the mouse button; the time from mouse down includes them. */
const pressMs = 80;

/** Milliseconds until all visible cards are redrawn. */
type ClickTimes = { fromDown: number; fromUp: number };

/** Clicks a bar; the pointer rests on it for some milliseconds before. */
async function timesOfClick(
  page: Page,
  card: number,
  { bar, rest }: { bar: number; rest: number },
): Promise<ClickTimes> {
  const chart = page.locator('article').nth(card).locator('[data-drawn]');
  await chart.scrollIntoViewIfNeeded();
  await page.waitForTimeout(1_000);
  const box = (await chart.boundingBox())!;
  // Observed before the click, or its effect might be missed.
  const time = await page.evaluateHandle(() => ({
    promise: new Promise<ClickTimes>((resolve) => {
      let [downAt, upAt] = [0, 0];
      // Cards below the fold are drawn only when scrolled to. Collected before, because reading positions forces a
      // layout.
      const visibleCards = [...document.querySelectorAll('article')].filter((card) => {
        const { top, bottom } = card.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      });
      addEventListener('mousedown', () => (downAt = performance.now()), { capture: true, once: true });
      addEventListener('mouseup', () => (upAt = performance.now()), { capture: true, once: true });
      // Checked on mutations: checking in every frame would make the page render frames for nothing.
      const observer = new MutationObserver(() => {
        const isBusy = visibleCards.some((card) => card.ariaBusy === 'true' || card.querySelector('[data-due]'));
        // The update that marks cards as busy, or draws cached results, is the first one after the click.
        if (upAt === 0 || isBusy) return;
        observer.disconnect();
        // Changes drawn in the next frame are visible once the frame after it begins.
        const finish = () => resolve({ fromDown: performance.now() - downAt, fromUp: performance.now() - upAt });
        requestAnimationFrame(() => requestAnimationFrame(finish));
      });
      const attributeFilter = ['aria-busy', 'data-due'];
      observer.observe(document.body, { subtree: true, attributeFilter });
    }),
  }));
  const position = [box.x + box.width * 0.35, box.y + box.height * (first + distance * bar)] as const;
  if (rest > 0) {
    await page.mouse.move(...position);
    await page.waitForTimeout(rest);
  }
  await page.mouse.click(...position, { delay: pressMs });
  return time.evaluate(({ promise }) => promise);
}

function measureFile(browser: Browser): Promise<Measurement> {
  return withDirectory(async (directory) => {
    const file = path.join(directory, 'orders.csv');
    await writeOrders(file, { bytes: size * megabyte });
    const product = await startProduct(path.join(directory, 'data'));
    const token = (await createOwner(product.url)).authorization!.replace('Bearer ', '');
    const page = await openPage(browser, product.url, token);
    await page.goto(`${product.url}/index`);
    await page.getByRole('button', { name: /Upload a file/ }).waitFor();
    const startedAt = performance.now();
    await page.locator('input[type=file]').first().setInputFiles(file);
    await page
      .getByRole('button', { name: 'Import', exact: true })
      .and(page.locator(':enabled:not(.ant-btn-loading)'))
      .click({ timeout: 60_000 });
    await page.waitForURL(/\/dashboard\/[\w-]+$/, { timeout: 60_000 });
    await waitUntilDrawn(page);
    const value = (performance.now() - startedAt) / 1000;
    await page.context().close();
    await product.stop();
    return { name: `a CSV of ${size} MB, from drop to its dashboard on screen`, value, unit: 's', atMost: 15 };
  });
}
