import { test } from 'vitest';

import { createClient } from '#server/testing/client.ts';
import { loadFile } from '#server/testing/data.ts';
import { createMember } from '#server/testing/product.ts';
import { site, useBrowser } from './browser.ts';

const { open, ownerToken } = useBrowser();
const client = createClient(site);

test('orders and products are related by a line, and sales are queried by product group without SQL', async () => {
  const { token } = await createMember(client, await ownerToken(), 'editor');
  const items = ['1,Tea,10', '2,Tea,20', '3,Coffee,5'];
  const sales = ['1,100,2026-01-01', '1,50,2026-01-02', '2,30,2026-01-02', '3,20,2026-01-03', '9,7,2026-01-03'];
  await loadFile(client, token, 'item_list.csv', `number,group,price\n${items.join('\n')}\n`);
  const orders = await loadFile(client, token, 'item_sales.csv', `item,amount,sold on\n${sales.join('\n')}\n`);

  const page = await open(`/application/${orders.applicationId}/datasets/${orders.id}/relations`, {
    token,
    locale: 'en-US',
  });
  await page.getByRole('button', { name: 'Add relation' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add relation' });
  await dialog.getByRole('combobox', { name: 'Related dataset' }).fill('item_list');
  await page.getByRole('option', { name: /item_list/ }).waitFor({ state: 'attached' });
  await page.keyboard.press('Enter');
  const from = (await dialog.getByRole('button', { name: 'item Integer' }).boundingBox())!;
  const to = (await dialog.getByRole('button', { name: 'number Integer' }).boundingBox())!;
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
  await page.mouse.up();
  await dialog.getByText('item = number').waitFor();
  await dialog.getByText('80% match: 4 of 5.').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('many to one').waitFor();
  await page.getByText('Rows without a match: 1').waitFor();

  const explore = await open(`/dashboard/explore?dataset=${orders.id}`, { token, locale: 'en-US' });
  await explore.getByRole('button', { name: 'item_list › group', exact: true }).click();
  await explore.getByRole('heading', { name: /by .*item_list › group/ }).waitFor();
  await explore.getByText('Coffee').first().waitFor();
});
