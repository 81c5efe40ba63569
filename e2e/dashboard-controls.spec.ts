import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { expectPath, useBrowser, type Visit } from './browser.ts';
import { cardOf, controlOf, countOf, createDashboard, dashboardOf, findDataset, readCard } from './dashboards.ts';
import { type RunningProduct, startWithSample } from './product.ts';

const { open } = useBrowser();
let product: RunningProduct;
let token: string;
let path: string;

beforeAll(async () => {
  const sample = await startWithSample();
  [product, token] = [sample, sample.token];
  const orders = await findDataset(product.url, token, 'orders');
  const number = { id: 'c1', title: 'All orders', kind: 'figure' as const, place: { x: 0, y: 0, width: 4, height: 4 } };
  const table = { id: 'c2', title: 'By channel', kind: 'table' as const, place: { x: 4, y: 0, width: 8, height: 8 } };
  const long = {
    ...table,
    id: 'c3',
    title: 'Number of orders by channel of the shop',
    place: { ...table.place, y: 8 },
  };
  const id = await createDashboard(
    product.url,
    token,
    dashboardOf(orders, 'ordered_at', {
      cards: [
        cardOf(number, countOf(orders)),
        cardOf(table, countOf(orders, 'channel')),
        cardOf(long, countOf(orders, 'channel')),
      ],
      controls: [
        controlOf(orders, 'channel', { kind: 'select', values: [] }),
        controlOf(orders, 'source', { kind: 'select', values: [] }),
        controlOf(orders, 'amount', { kind: 'range', from: null, to: null }),
        controlOf(orders, 'product', { kind: 'text', value: '' }),
      ],
    }),
  );
  path = `/dashboard/${id}`;
});
afterAll(() => product?.stop());

const visit = (rest: Visit = {}): Visit => ({ at: product.url, token, locale: 'en-US', ...rest });
const field = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^(?:\\w+ )?${name} `) });
const option = (page: Page, name: string) => page.getByRole('option', { name: new RegExp(`^${name}\\b`) });
const searchOf = (page: Page) => decodeURIComponent(new URL(page.url()).search);
const amountOf = (text: string) => {
  const [, digits = '', unit = ''] = /([\d,.]+)([KM]?)/.exec(text) ?? [];
  return Number(digits.replaceAll(',', '')) * ({ K: 1e3, M: 1e6 }[unit] ?? 1);
};

test('values are found by typing, filter all cards and the other controls, and Back undoes them', async () => {
  const page = await open(path, visit());
  const all = amountOf(await readCard(page, 'All orders'));
  await field(page, 'Channel').press('Enter');
  // No keystroke is lost, however early, and none triggers a shortcut.
  await page.keyboard.type('store');
  const find = page.getByRole('combobox', { name: 'Search values of Channel' });
  await expect.poll(() => find.inputValue()).toBe('store');
  await expect.poll(() => page.getByRole('option').count()).toBe(1);
  await page.keyboard.press('Enter');
  await expect.poll(() => searchOf(page)).toBe('?f.channel=store');
  await page.keyboard.press('Escape');
  await expect.poll(async () => amountOf(await readCard(page, 'All orders'))).toBeLessThan(all);
  await field(page, 'Source').click();
  await option(page, 'Walk-in').waitFor();
  await expect.poll(() => page.getByRole('option').count()).toBe(1);
  await page.keyboard.press('Escape');
  await expect.poll(() => field(page, 'Channel').innerText()).toMatch(/store/i);
  await page.goBack();
  await expectPath(page, path);
  await expect.poll(async () => amountOf(await readCard(page, 'All orders'))).toBe(all);
  await expect.poll(() => field(page, 'Channel').innerText()).toMatch(/All/);
});

test('a time range stays relative, and every card shows its comparison', async () => {
  const page = await open(path, visit());
  const before = await readCard(page, 'All orders');
  await field(page, 'Time').click();
  await page.getByRole('button', { name: 'Last 7 days' }).click();
  await field(page, 'Compare').click();
  await page.getByRole('button', { name: 'The same period last year' }).click();
  await expect.poll(() => searchOf(page)).toBe('?time=last_7_day&vs=last_year');
  await expect.poll(() => readCard(page, 'All orders')).toMatch(/%.*\(.*from/s);
  expect(amountOf(await readCard(page, 'All orders'))).toBeLessThan(amountOf(before));
  await expect.poll(() => readCard(page, 'By channel')).toMatch(/last year.*change vs\. last year.*[+-][\d.]+%/is);
  await page.goBack();
  await expect.poll(() => searchOf(page)).toBe('?time=last_7_day');
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expectPath(page, path);
  await expect.poll(() => readCard(page, 'All orders')).toBe(before);
});

test('number ranges and text filters apply', async () => {
  const page = await open(path, visit());
  const all = amountOf(await readCard(page, 'All orders'));
  await field(page, 'Amount').click();
  await page.getByRole('spinbutton', { name: 'From' }).fill('100');
  await page.keyboard.press('Enter');
  await expect.poll(() => searchOf(page)).toBe('?f.amount=100..max');
  await expect.poll(async () => amountOf(await readCard(page, 'All orders'))).toBeLessThan(all);
  await field(page, 'Product').click();
  await page.getByRole('textbox', { name: /contains/ }).fill('茶');
  await page.keyboard.press('Enter');
  await expect.poll(() => searchOf(page)).toBe('?f.amount=100..max&f.product=茶');
  await expect.poll(() => field(page, 'Product').innerText()).toMatch(/茶/);
});

test('a view is saved by name, opened, shared as a short link, renamed and deleted', async () => {
  const page = await open(`${path}?f.channel=app`, visit({ permissions: ['clipboard-read', 'clipboard-write'] }));
  const some = await readCard(page, 'All orders');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('textbox', { name: 'View name' }).fill('Only the app');
  await page.keyboard.press('Enter');
  const savedView = page.getByRole('button', { name: 'Only the app', exact: true });
  await savedView.waitFor();
  await page.getByRole('button', { name: 'Copy short link' }).click();
  const link = page.getByRole('textbox', { name: 'Link' });
  await expect.poll(() => link.inputValue()).toMatch(/\?view=[\w-]+&zone=[\w/]+$/);
  const short = (await link.inputValue()).replace(product.url, '');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expectPath(page, path);
  await page.getByRole('button', { name: 'Views' }).click();
  await savedView.click();
  await expectPath(page, `${path}?f.channel=app`);
  const other = await open(short, visit());
  expect(await readCard(other, 'All orders')).toBe(some);
  await expect.poll(() => field(other, 'Channel').innerText()).toMatch(/app/i);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Rename view Only the app' }).click();
  await page.getByRole('listitem').getByRole('textbox', { name: 'View name' }).fill('By telephone');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Delete view By telephone' }).click();
  await expect.poll(() => page.getByRole('button', { name: 'By telephone' }).count()).toBe(0);
});

test('a damaged URL opens the dashboard with a notice, and a state too long for a URL is saved on the server', async () => {
  const page = await open(
    `${path}?time=soon&vs=&f.channel=%22&f.gone=1&p.c1=%00&d.c2=x&view=none&zone=Asia/Tokyo`,
    visit({ expectsNoise: true }),
  );
  await page.getByText('The view in this link no longer exists.').waitFor();
  await page.getByText('Part of this link couldn’t be read and was ignored.').waitFor();
  await page.getByRole('button', { name: 'OK', exact: true }).click();
  await expect.poll(() => searchOf(page)).toBe('?view=none&zone=Asia/Tokyo');
  expect(await field(page, 'Time').innerText()).toMatch(/UTC\+9/);
  const inTokyo = await readCard(page, 'All orders');
  await page.getByRole('button', { name: /^Use my time zone/ }).click();
  await expectPath(page, `${path}?view=none`);
  await expect.poll(() => readCard(page, 'All orders')).not.toBe(inTokyo);
  const all = await readCard(page, 'All orders');
  await field(page, 'Product').click();
  await page.getByRole('textbox', { name: /contains/ }).fill('长'.repeat(900));
  await page.keyboard.press('Enter');
  await expect.poll(() => searchOf(page)).toMatch(/^\?view=(?!none)[\w-]+$/);
  await page.reload();
  await expect.poll(() => field(page, 'Product').innerText()).toMatch(/长/);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect.poll(() => readCard(page, 'All orders')).toBe(all);
});

test('on a phone the controls are in one sheet, and its button shows the number of filters', async () => {
  const page = await open(`${path}?f.channel=app`, visit({ width: 390, height: 844 }));
  await page.getByRole('button', { name: 'Filters (1)' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByText('Source', { exact: true }).click();
  await sheet.getByRole('option').first().click();
  await sheet.getByText('Time', { exact: true }).click();
  await sheet.getByRole('button', { name: 'Yesterday' }).click();
  await sheet.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Filters (3)' }).waitFor();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(390);
});

test('the chip of a clicked point stays beside the views button, in a window of any width', async () => {
  const page = await open(`${path}?p.c3=d1:app`, visit());
  const chips = page.getByRole('list', { name: 'Active filters' });
  await chips.getByRole('button', { name: 'Clear all' }).waitFor();
  const endOfChips = () =>
    chips.evaluate((list) => Math.max(...Array.from(list.children, (chip) => chip.getBoundingClientRect().right)));
  for (let width = 800; width <= 1440; width += 40) {
    await page.setViewportSize({ width, height: 800 });
    const views = await page.getByRole('button', { name: 'Views' }).boundingBox();
    expect(await endOfChips(), `at ${width} pixels`).toBeLessThanOrEqual(views!.x);
  }
});
