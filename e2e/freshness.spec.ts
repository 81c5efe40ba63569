import { expect, test } from 'vitest';

import { createClient } from '#server/testing/client.ts';
import { chartCard, createDashboard, dashboardOf } from '#server/testing/dashboards.ts';
import { loadFile } from '#server/testing/data.ts';
import { createMember } from '#server/testing/product.ts';
import { createShare } from '#server/testing/shares.ts';
import { site, useBrowser } from './browser.ts';

const { open, ownerToken } = useBrowser();
const client = createClient(site);

const dayMs = 86_400_000;
/** One row a day; the last is weeks ago. */
const sales = Array.from(
  { length: 200 },
  (_, index) => `${new Date(Date.parse('2025-01-01') + index * dayMs).toISOString().slice(0, 10)},${index + 1}`,
);

test('a dashboard of a file shows the date of its newest row, to members and guests, and its time range ends there', async () => {
  const { token } = await createMember(client, await ownerToken(), 'editor');
  const dataset = await loadFile(client, token, 'sales.csv', `sold on,amount\n${sales.join('\n')}\n`);
  const { body } = await client.call('POST /dashboards/automatic', { dataset: dataset.id }, { token });
  const { id } = await createDashboard(client, token, body.dashboard);
  const { path } = await createShare(client, token, { id });

  const page = await open(`/dashboard/${id}`, { token, locale: 'en-US' });
  await page.getByText(/^Latest row 2025-07-19 · imported/).waitFor();
  expect(await page.getByText('Live, updated', { exact: false }).count()).toBe(0);
  await page.getByRole('button', { name: /Last 90 days of data/ }).click();
  const newest = page.getByRole('checkbox', { name: 'Up to the latest row' });
  expect(await newest.isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Last 30 days of data' }).click();
  await page.waitForURL(/time=last_30_day_newest/);

  const own = await open(`/dashboard/${id}`, { token, locale: 'zh-CN' });
  await own.getByText(/^最新一行 2025-07-19 · .*导入$/).waitFor();
  await own.getByText('数据中最近 90 天').first().waitFor();

  const guest = await open(path!, { locale: 'zh-CN' });
  await guest.getByText(/^最新一行 2025-07-19 · .*导入$/).waitFor();
  const foreign = await open(path!, { locale: 'en-US' });
  await foreign.getByText(/^Latest row 2025-07-19 · imported/).waitFor();
});

test('late data is marked on its page, on cards and on public links from when a freshness expectation is set until it is removed', async () => {
  const { token } = await createMember(client, await ownerToken(), 'editor');
  const dataset = await loadFile(client, token, 'daily.csv', `sold on,amount\n${sales.join('\n')}\n`);
  const dashboard = dashboardOf('Daily', [chartCard('card', dataset.id)]);
  const { id } = await createDashboard(client, token, dashboard);
  const { path } = await createShare(client, token, { id });
  const guest = await open(path!, { locale: 'zh-CN' });
  await guest.locator('article').first().waitFor();

  const page = await open(`/application/${dataset.applicationId}/datasets/${dataset.id}`, { token, locale: 'en-US' });
  await page.getByRole('button', { name: 'Set expected freshness' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^Every day by 09:00/).waitFor();
  await page.getByRole('note', { name: /^Late: expected by .*, latest row 2025-07-19$/ }).waitFor();
  // The page of the link was open already.
  await guest
    .locator('article')
    .getByRole('note', { name: /^数据延迟：预期 .* 前更新/ })
    .waitFor();
  const own = await open(`/dashboard/${id}`, { token, locale: 'en-US' });
  const mark = own.locator('article').getByRole('note', { name: /^Late: expected by/ });
  await mark.waitFor();

  await client.call('PUT /datasets/:id/freshness', { id: dataset.id, expectation: null }, { token });
  await mark.waitFor({ state: 'detached' });
});
