import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createClient } from '#server/testing/client.ts';
import { dashboardOf, createDashboard, textCard } from '#server/testing/dashboards.ts';
import { createOwner } from './accounts.ts';
import { expectPath, useBrowser } from './browser.ts';
import { type RunningProduct, startProduct } from './product.ts';

const { open } = useBrowser();
let product: RunningProduct;
let token: string;
let sales: string;

beforeAll(async () => {
  product = await startProduct();
  token = await createOwner(product.url);
  const client = createClient(product.url);
  const title = { en_US: 'Sales management', zh_CN: '销售管理' };
  const cards = Array.from({ length: 20 }, (_, number) => textCard(`c${number}`, 'Text', number * 2));
  cards[19]!.title = { en_US: 'Returned parcels', zh_CN: '退回的包裹' };
  sales = (await createDashboard(client, token, dashboardOf('', cards, { title }))).id;
  await createDashboard(client, token, dashboardOf('Costs'));
});
afterAll(() => product?.stop());

const openIn = (language: 'zh_CN' | 'en_US', path = '/dashboard') =>
  open(path, { at: product.url, token, stored: { 'web.language': language } });

const box = (page: Page) => page.getByRole('dialog').getByRole('combobox');
const option = (page: Page, name: string | RegExp) => page.getByRole('dialog').getByRole('option', { name });

async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await box(page).fill(text);
}

test('a dashboard is found by the initials of its name, and a new tab leaves the palette open', async () => {
  const page = await openIn('zh_CN');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await search(page, 'xsgl');
  await option(page, '销售管理').waitFor();
  expect(await option(page, '销售管理').locator('mark').allTextContents()).toEqual(['销售管理']);
  const [tab] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Control+Enter')]);
  await tab.getByRole('heading', { name: '销售管理', level: 1 }).waitFor();
  await tab.close();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '销售管理', level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('group', { name: '最近看过' }).getByRole('option', { name: '销售管理' }).waitFor();
  // Enter pressed right after typing waits for the results.
  await box(page).pressSequentially('costs');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Costs', level: 1 }).waitFor();
  // Opened by its button, one Enter is enough: the palette closes and stays closed.
  await page.getByTestId('search').click();
  await box(page).fill('xsgl');
  await option(page, '销售管理').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '销售管理', level: 1 }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  // Typed letter by letter: the earlier results are gone, and one entry is selected.
  await page.keyboard.press('Control+k');
  await box(page).pressSequentially('dark', { delay: 50 });
  await option(page, /深色/).waitFor();
  const chosen = page.getByRole('dialog').locator('[role=option][aria-selected=true]');
  await expect.poll(() => chosen.count()).toBe(1);
});

test('a card is found and scrolled into view on its dashboard', async () => {
  const page = await openIn('en_US');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await search(page, 'retruned');
  await option(page, /Returned parcels/).click();
  await page.waitForURL(`**/dashboard/${sales}?tab=tab#c19`);
  const card = page.getByRole('article').filter({ hasText: 'Returned parcels' });
  await expect.poll(() => card.evaluate((element) => element.getBoundingClientRect().bottom)).toBeLessThan(800);
});

test('commands are found in both languages, help by its headings, and shortcuts by a question mark', async () => {
  const page = await openIn('zh_CN');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await search(page, 'dark theme');
  await option(page, /深色/).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
  await search(page, 'xjybp');
  await option(page, '新建仪表盘').click();
  await page.getByRole('dialog', { name: '新建仪表盘' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');
  await search(page, 'kuaijiejian');
  await option(page, /^快捷键$/).click();
  await page.getByRole('dialog', { name: '快捷键' }).getByText('在新标签页打开').waitFor();
  await page.keyboard.press('Escape');
  await search(page, 'upload a file');
  await option(page, /拖入文件/).click();
  await page.waitForURL('**/help/data#upload-a-file');
  await page.getByRole('heading', { name: '拖入文件' }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: '快捷键' }).waitFor();
});

test('releases since the last visit are marked once, and a dot announces them', async () => {
  await createClient(product.url).call('PUT /changelog/seen', { seen: 3 }, { token });
  const page = await openIn('en_US');
  await page.getByRole('link', { name: 'Changelog, new entries' }).click();
  await expectPath(page, '/changelog');
  await page.getByText('New', { exact: true }).first().waitFor();
  await expect
    .poll(async () => (await createClient(product.url).call('GET /changelog/seen', {}, { token })).body.seen)
    .toBeGreaterThan(3);
  await page.goto(`${product.url}/dashboard`);
  await page.getByRole('link', { name: 'Changelog', exact: true }).waitFor();
  await page.goto(`${product.url}/about`);
  await page.getByRole('heading', { name: 'System status' }).waitFor();
  await page.getByRole('button', { name: 'Show all packages' }).click();
  await page.getByText('MIT License').first().waitFor({ state: 'attached' });
  await page.goto(`${product.url}/help/api#get-api-dashboards`);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('status').getByText('Sales management').waitFor();
});

test('the help icon opens the page for the context; help is searched and read page by page', async () => {
  const page = await openIn('en_US', '/dashboard/explore?tab=sql');
  await page.getByTestId('help').click();
  await expectPath(page, '/help/sql');
  await page.getByRole('link', { name: 'Dashboards', exact: true }).first().click();
  await expectPath(page, '/help/dashboards');
  await page.getByRole('searchbox', { name: 'Search help' }).fill('idempotency');
  await page.getByRole('navigation', { name: 'Help contents' }).getByRole('link').first().click();
  await page.waitForURL('**/help/push?q=idempotency#*');
  await page.getByRole('searchbox', { name: 'Search help' }).fill('');
  await page.getByRole('navigation', { name: 'Previous and next chapters' }).getByRole('link').last().click();
  await expectPath(page, '/help/connect');
});

test('help and home have search, and text typed before the palette is loaded is not lost', async () => {
  const page = await openIn('en_US', '/help');
  await page.getByTestId('user').waitFor();
  await page.route('**/Palette-*.js', async (route) => {
    await page.keyboard.type('costs');
    await route.continue();
  });
  await page.keyboard.press('/');
  await expect.poll(() => box(page).inputValue()).toBe('costs');
  await option(page, 'Costs').click();
  await page.getByRole('heading', { name: 'Costs', level: 1 }).waitFor();
});
