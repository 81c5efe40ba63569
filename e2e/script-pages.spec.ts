import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { ApiInput } from '#contract/api.ts';
import { defaultState } from '#domain/dashboard/dashboard.ts';
import { type Client, createClient } from '#server/testing/client.ts';
import { dashboardOf, createDashboard, textCard } from '#server/testing/dashboards.ts';
import { loadFile } from '#server/testing/data.ts';
import { createMember } from '#server/testing/product.ts';
import { scripts } from '#server/testing/scripts.ts';
import { createShare } from '#server/testing/shares.ts';
import { createOwner } from './accounts.ts';
import { useBrowser } from './browser.ts';
import { type RunningProduct, startProduct } from './product.ts';
import { settle } from './screens.ts';

// Creates objects of every kind that are named by the scripts in the list. Pages that show the names display them as
// text and run no script.

const { open } = useBrowser();
let product: RunningProduct;
let client: Client;
let token: string;
let [board, link]: string[] = [];

const names = scripts.filter((script) => script.length <= 100);
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

beforeAll(async () => {
  product = await startProduct();
  token = await createOwner(product.url);
  client = createClient(product.url);
  const { id: dataset } = await loadFile(client, token, 'orders.csv', 'city,amount\nWuhan,1\n');
  const watch = { dataset, formula: { kind: 'count' }, filters: [], time: null, by: null, isRunning: false } as const;
  const { id: member } = (await client.call('GET /me', {}, { token })).body;
  for (const name of names) {
    const { id } = await createDashboard(client, token, dashboardOf(name, [textCard('card', name)]));
    board = id;
    link = (await createShare(client, token, { id, name })).path!;
    await client.call('POST /applications', { name, kind: 'files' }, { token });
    await client.call('POST /me/keys', { name, scope: 'read', days: null }, { token });
    await client.call('POST /alerts', { ...alert, name, watch } as ApiInput<'POST /alerts'>, { token });
    const recipients = [{ kind: 'member' as const, member, state: defaultState }];
    await client.call('POST /dashboards/:id/reports', { ...report, id, name, recipients }, { token });
  }
  for (const name of names.slice(0, 20)) {
    const person = await createMember(client, token, 'viewer');
    await client.call('PATCH /me', { name }, { token: person.token });
  }
});
afterAll(() => product?.stop());

const alert = {
  condition: { kind: 'above', value: 0 },
  schedule: { kind: 'every', minutes: 60 },
  zone: 'UTC',
  channels: [],
  origin: null,
};
const report = {
  format: 'pdf' as const,
  schedule: { kind: 'daily' as const, at: '09:00' },
  zone: 'UTC',
  isPaused: false,
};

/** Selects nodes that only an injected name could have created. */
const injectedSelector = [
  'img[src="x"], iframe, object, embed, base[href^="javascript"], marquee, math, body style:has(+ script), form[action^="javascript"]',
  '[onerror], [onload], [onfocus], [ontoggle], [onbegin], [onstart], [href^="javascript"], [formaction]',
  'body script:not([src]):not([type="application/json"])',
].join(', ');

/** The text of a page and of the following pages of its list. */
async function readAllPages(page: Page): Promise<string> {
  const next = page.locator('.ant-pagination-next:not(.ant-pagination-disabled) button');
  for (let text = ''; ; await next.first().click()) {
    text += oneLine(await page.locator('body').innerText());
    expect(await page.locator(injectedSelector).count()).toBe(0);
    if ((await next.count()) === 0) return text;
  }
}

test.each([
  ['/account/members', 20],
  ['/account/links', names.length],
  // The maximum per member.
  ['/account/keys', 50],
  ['/dashboard/reports', names.length],
  ['/dashboard/alerts', names.length],
  ['/dashboard', 20],
  ['/application', 20],
  ['/account/audit', 10],
  ['/index', 1],
] as const)('%s shows scripts as text', async (path, count) => {
  const page = await open(path, { at: product.url, token, locale: 'en-US' });
  await settle(page);
  const readPage = async () => oneLine(await page.locator('body').innerText());
  const isListed = async () => {
    const text = await readPage();
    return names.some((name) => text.includes(oneLine(name)));
  };
  await expect.poll(isListed).toBe(true);
  const text = await readAllPages(page);
  expect(names.filter((name) => text.includes(oneLine(name))).length).toBeGreaterThanOrEqual(count);
});

test('the bell, the search, a dashboard and its public link show scripts as text', async () => {
  const page = await open('/dashboard', { at: product.url, token, locale: 'en-US' });
  await settle(page);
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByText('alert(1)').first().waitFor();
  await readAllPages(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  for (const searchText of ['alert', names[0]!, names[2]!]) {
    await page.getByRole('dialog').getByRole('combobox').fill(searchText);
    await page.getByRole('dialog').getByRole('option').first().waitFor();
    await readAllPages(page);
  }
  for (const path of [`/dashboard/${board}`, link!]) {
    await page.goto(`${product.url}${path}`);
    await settle(page);
    expect(await readAllPages(page)).toContain(oneLine(names.at(-1)!));
  }
});
