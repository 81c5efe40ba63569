import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { share } from '#server/testing/access.ts';
import { createClient } from '#server/testing/client.ts';
import { chartCard, createDashboard, dashboardOf } from '#server/testing/dashboards.ts';
import { loadFile } from '#server/testing/data.ts';
import { createMember } from '#server/testing/product.ts';
import { site, useBrowser } from './browser.ts';

const { open, ownerToken } = useBrowser();
const client = createClient(site);

const sales = ['region,amount', ...Array.from({ length: 60 }, (_, row) => `${row < 41 ? '广东' : '北京'},${row}`)];

/** Exports the rows behind the result of Explore. */
async function exportCsv(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: /CSV/ }).click();
  return readFile(await (await download).path(), 'utf8');
}

/** Waits until the card shows a number. */
const waitForNumber = (page: Page, number: string) =>
  expect.poll(() => page.getByText(number, { exact: true }).count()).toBeGreaterThan(0);

test('members see the rows of their region everywhere, and the owner sees the same with "See as…"', async () => {
  const owner = await ownerToken();
  const [fang, lei] = [await createMember(client, owner), await createMember(client, owner)];
  const name = `Fang ${fang.member.username}`;
  await client.call('PATCH /me', { name }, { token: fang.token });
  const setRegion = (region: string) => {
    const input = { id: fang.member.id, attributes: { region: [region] } };
    return client.call('PUT /members/:id/attributes', input, { token: owner });
  };
  await setRegion('广东');
  const dataset = await loadFile(client, owner, 'regional-sales.csv', `${sales.join('\n')}\n`);
  await share(client, owner, ['application', dataset.applicationId], { everyone: 'view' });
  const title = { en_US: 'Sales', zh_CN: '' };
  const region = dataset.columns.find((column) => column.name === 'region')!.id;
  const { id } = await createDashboard(
    client,
    owner,
    dashboardOf('By region', [chartCard('n', dataset.id, { title })]),
  );
  const saved = {
    name: 'Regions',
    chart: {
      ask: {
        kind: 'query',
        dataset: dataset.id,
        dimensions: [{ id: 'd', kind: 'value', column: region }],
        measures: [{ id: 'n', formula: { kind: 'count' }, show: 'value' }],
      },
      drawing: { kind: 'table', options: {} },
    },
  };
  const { body: chart } = await client.call('POST /charts', saved as never, { token: owner });
  const member = await open(`/dashboard/${id}`, { token: fang.token, locale: 'en-US' });
  await waitForNumber(member, '60');

  const page = await open(`/application/${dataset.applicationId}/datasets/${dataset.id}/rules`, {
    token: owner,
    locale: 'en-US',
  });
  await page.getByRole('switch', { name: 'Limit which rows members see' }).click();
  await page.getByRole('combobox', { name: 'Condition' }).click();
  await page.getByTitle('is in the member’s').click();
  await page.getByRole('combobox', { name: 'Attribute of the member' }).fill('region');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Save' }).click();

  // The open dashboard is updated.
  await waitForNumber(member, '41');
  await member.goto(`${site}/dashboard/explore?chart=${chart.id}`);
  await member.getByRole('gridcell', { name: '41' }).waitFor();
  const file = await exportCsv(member);
  expect([file.includes('广东'), file.includes('北京')]).toEqual([true, false]);
  // So is the open result.
  await setRegion('北京');
  await member.getByRole('gridcell', { name: '19' }).waitFor();
  await setRegion('广东');
  const other = await open(`/dashboard/${id}`, { token: lei.token, locale: 'en-US' });
  await other.getByText(/its row rules need the attribute region/).waitFor();

  await page.goto(`${site}/dashboard/${id}`);
  await waitForNumber(page, '60');
  await page.getByRole('button', { name: 'See as…' }).click();
  await page.getByRole('combobox', { name: 'Member' }).fill(name);
  await page.locator('.ant-select-item-option').filter({ hasText: name }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'See as member' }).click();
  await page.getByText(`Viewing as ${name}`).waitFor();
  await waitForNumber(page, '41');
  expect(await page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);
  await page.goto(`${site}/dashboard/explore?chart=${chart.id}`);
  await page.getByRole('gridcell', { name: '41' }).waitFor();
  expect(await exportCsv(page)).not.toContain('北京');
  await page.getByRole('button', { name: 'Exit' }).click();
  await page.getByRole('gridcell', { name: '19' }).waitFor();
});
