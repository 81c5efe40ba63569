import { expect, test } from 'vitest';

import { createClient } from '#server/testing/client.ts';
import { chartCard, dashboardOf, createDashboard } from '#server/testing/dashboards.ts';
import { loadFile, loadUploaded, proposalOf, uploadFile } from '#server/testing/data.ts';
import { createMember } from '#server/testing/product.ts';
import { createShare } from '#server/testing/shares.ts';
import { site, useBrowser } from './browser.ts';

const { enter, ownerToken } = useBrowser();
const client = createClient(site);

test('rows that arrive while a guest views a link are shown without a click; disabling its creator closes the page', async () => {
  const owner = await ownerToken();
  const { token, member } = await createMember(client, owner, 'editor');
  const orders = await loadFile(client, token, 'orders.csv', 'city,amount\nWuhan,1\nXian,2\n');
  const title = { en_US: 'Orders today', zh_CN: '' };
  const { id } = await createDashboard(client, token, dashboardOf('Orders', [chartCard('n', orders.id, { title })]));
  const { path } = await createShare(client, token, { id });
  const guest = await (await enter({ locale: 'en-US', expectsNoise: true })).newPage();
  await guest.goto(`${site}${path}`);
  const number = (text: string) => guest.getByText(text, { exact: true }).first();
  await number('2').waitFor();

  const more = await uploadFile(client, token, 'orders.csv', 'city,amount\nHefei,3\nLhasa,4\nJinan,5\n');
  const plan = proposalOf(more, { id: orders.id });
  const columns = plan.columns.map((column, index) => ({ ...column, id: orders.columns[index]!.id }));
  const application = { id: orders.applicationId };
  await loadUploaded(client, token, more, { application, plan: { ...plan, columns } });
  await number('5').waitFor();

  await client.call('POST /members/:id/disable', { id: member.id }, { token: owner });
  await guest.getByRole('heading', { name: 'This link doesn’t work' }).waitFor();
  await expect.poll(() => guest.getByText('Orders today').count()).toBe(0);
});
