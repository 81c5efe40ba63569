import type { Browser, Page } from 'playwright-core';

import { createClient } from '#server/testing/client.ts';
import { loadFile } from '#server/testing/data.ts';
import { launch } from './browser.ts';
import type { Measurement } from './measurement.ts';
import { createOwner, startProduct, withDirectory } from './product.ts';

/** Size of the scripts that a fresh browser loads for a page, as sent over the wire. */
export async function measurePages(): Promise<Measurement[]> {
  return withDirectory(async (directory) => {
    const product = await startProduct(directory);
    const { authorization } = await createOwner(product.url);
    const token = authorization!.replace('Bearer ', '');
    const days = 'day,amount\n2026-01-01,1\n2026-01-02,2\n2026-01-03,3\n';
    const { id } = await loadFile(createClient(product.url), token, 'days.csv', days);
    const browser = await launch();
    const signIn = await scriptSizeOf(browser, `${product.url}/auth/signin`, (page) => page.waitForSelector('form'));
    const signedIn = (path: string, selector: string) =>
      scriptSizeOf(browser, `${product.url}${path}`, (page) => page.waitForSelector(selector), token);
    const shell = await signedIn('/dashboard', 'h1');
    const dashboard = await scriptSizeOf(
      browser,
      `${product.url}/dashboard/${await createSampleDashboard(product.url, token)}`,
      waitForCards,
      token,
    );
    const explore = await signedIn(`/dashboard/explore?dataset=${id}`, '[role=img] canvas');
    await browser.close();
    await product.stop();
    return [
      { name: 'scripts of the sign-in page, brotli', value: signIn, unit: 'KB', atMost: 150 },
      { name: 'scripts of a dashboard of the sample, brotli', value: dashboard, unit: 'KB', atMost: 450 },
      {
        name: 'scripts of Explore with a chart, beyond the shell, brotli',
        value: explore - shell,
        unit: 'KB',
        atMost: 350,
      },
    ];
  });
}

/** Creates the automatic dashboard of the orders in the sample. */
async function createSampleDashboard(url: string, token: string): Promise<string> {
  const { call } = createClient(url);
  await call('POST /sample', {}, { token });
  const { body: datasets } = await call('GET /datasets', {}, { token });
  const { id } = datasets.find(({ name }) => name === 'orders')!;
  return (await call('POST /dashboards/automatic', { dataset: id }, { token })).body.id;
}

/** Waits until every card shows its result, in a window that is tall enough for all of them. */
async function waitForCards(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 3000 });
  await page.waitForSelector('article');
  await page.waitForFunction(() => {
    const cards = [...document.querySelectorAll('article')];
    return cards.every((card) => card.querySelector('[role=img], [role=grid]') !== null);
  });
}

async function scriptSizeOf(browser: Browser, url: string, wait: (page: Page) => Promise<unknown>, token?: string) {
  const context = await browser.newContext();
  if (token) await context.addInitScript((value) => localStorage.setItem('web.auth.user.token', value), token);
  const page = await context.newPage();
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') sizes.push(request.sizes().then((size) => size.responseBodySize));
  });
  await page.goto(url);
  await wait(page);
  // A page with a live connection is never idle; after this time its prefetches are complete.
  await page.waitForTimeout(3_000);
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await context.close();
  return bytes / 1000;
}
