import { readXlsx } from 'hucre/xlsx';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createClient } from '#server/testing/client.ts';
import { chartCard, dashboardOf, createDashboard } from '#server/testing/dashboards.ts';
import { loadFile } from '#server/testing/data.ts';
import { createOwner } from './accounts.ts';
import { useBrowser } from './browser.ts';
import { readCard } from './dashboards.ts';
import { type RunningProduct, startProduct } from './product.ts';

const { open } = useBrowser();
let product: RunningProduct;
let token: string;
let id: string;

const rows = Array.from({ length: 1234 }, (_, row) => `${row},${row % 2 ? 'tea' : 'cups'}`);

beforeAll(async () => {
  product = await startProduct();
  token = await createOwner(product.url);
  const client = createClient(product.url);
  const { id: dataset } = await loadFile(client, token, 'orders.csv', `number,goods\n${rows.join('\n')}\n`);
  const card = chartCard('rows', dataset, { title: { en_US: 'Orders', zh_CN: '订单' } });
  id = (await createDashboard(client, token, dashboardOf('The shop', [card]))).id;
});
afterAll(() => product?.stop());

/** Exports in a format and returns the downloaded file. */
async function exportAs(page: Page, format: string): Promise<{ name: string; content: Buffer }> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const downloadEvent = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: format }).click();
  const download = await downloadEvent;
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}

test('a dashboard is exported as a workbook with the displayed number, as PDF and as an image', async () => {
  const page = await open(`/dashboard/${id}`, { at: product.url, token, locale: 'en-US' });
  expect(await readCard(page, 'Orders')).toContain('1.23K');
  const book = await exportAs(page, 'Excel');
  expect(book.name).toBe('The shop.xlsx');
  const { sheets } = await readXlsx(book.content);
  expect(sheets.map(({ name }) => name)).toEqual(['Overview', 'Orders']);
  expect(sheets[1]!.rows[1]![0]).toBe(1234);
  expect((await exportAs(page, 'PDF')).content.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await exportAs(page, 'Image')).content.subarray(1, 4).toString()).toBe('PNG');
});
