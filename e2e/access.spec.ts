import { expect, test } from 'vitest';

import { createClient } from '#server/testing/client.ts';
import { chartCard, dashboardOf, createDashboard } from '#server/testing/dashboards.ts';
import { loadFile } from '#server/testing/data.ts';
import { createMember } from '#server/testing/product.ts';
import { site, useBrowser } from './browser.ts';

const { open, ownerToken } = useBrowser();
const client = createClient(site);

/** Two editors; the second has the given name. */
async function createEditors(name: string) {
  const owner = await ownerToken();
  const [ann, bo] = [await createMember(client, owner, 'editor'), await createMember(client, owner, 'editor')];
  await client.call('PATCH /me', { name }, { token: bo.token });
  return { ann: ann.token, bo: bo.token };
}

test('a dashboard is made private, shared with one member, and closed while they view it', async () => {
  const { ann, bo } = await createEditors('Bo of sales');
  const { id } = await createDashboard(client, ann, dashboardOf('Plans of Ann'));
  const page = await open(`/dashboard/${id}`, { token: ann, locale: 'en-US' });
  await page.getByRole('button', { name: /^Who can see this/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Who can see this' });
  await dialog.getByRole('radio', { name: /Specific members/ }).check();
  await dialog.getByRole('combobox', { name: 'Add member' }).fill('Bo of');
  await page.locator('.ant-select-item-option').filter({ hasText: 'Bo of sales' }).waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByRole('combobox', { name: 'What Bo of sales can do' }).selectOption('can view');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Who can see this: Shared with specific members' }).waitFor();

  const other = await open(`/dashboard/${id}`, { token: bo, locale: 'zh-CN', expectsNoise: true });
  await other.getByRole('heading', { name: 'Plans of Ann' }).waitFor();
  await other.getByRole('img', { name: '已分享给指定成员' }).waitFor();
  expect(await other.getByRole('button', { name: '编辑' }).count()).toBe(0);

  await page.getByRole('button', { name: /^Who can see this/ }).click();
  await dialog.getByRole('radio', { name: /Private/ }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await other.getByRole('heading', { name: '您已无法查看此内容' }).waitFor();
  await other.getByRole('link', { name: '返回列表' }).click();
  await other.getByRole('heading', { name: '控制台', level: 1 }).waitFor();
  expect(await other.getByRole('link', { name: 'Plans of Ann' }).count()).toBe(0);
});

test('making an application private blocks its cards at once, and the other cards keep working', async () => {
  const { ann, bo } = await createEditors('Bo of stock');
  const wages = await loadFile(client, ann, 'wages.csv', 'person,wage\nann,100\n');
  const towns = await loadFile(client, ann, 'towns.csv', 'town,people\nXi’an,13\nWuhan,14\nHefei,9\n');
  const cards = [
    chartCard('wages', wages.id, { title: { en_US: 'Wages', zh_CN: '' } }),
    chartCard('towns', towns.id, { title: { en_US: 'Towns', zh_CN: '' }, place: { x: 6, y: 0, width: 6, height: 4 } }),
  ];
  const { id } = await createDashboard(client, ann, dashboardOf('Both of them', cards));
  const viewer = await open(`/dashboard/${id}`, { token: bo, locale: 'en-US', expectsNoise: true });
  await viewer.getByRole('heading', { name: 'Both of them' }).waitFor();
  await expect.poll(() => viewer.getByText('3', { exact: true }).count()).toBeGreaterThan(0);

  const page = await open(`/application/${wages.applicationId}/settings`, { token: ann, locale: 'en-US' });
  await page
    .getByRole('button', { name: /^Who can see this/ })
    .last()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Who can see this' });
  await dialog.getByRole('radio', { name: /Private/ }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await viewer.getByText("You don't have access to this card's data.").waitFor();
  await expect.poll(() => viewer.getByText('3', { exact: true }).count()).toBeGreaterThan(0);

  await page.goto(`${site}/application`);
  await page.getByRole('img', { name: 'Private' }).waitFor();
  await viewer.goto(`${site}/application/${wages.applicationId}`);
  await viewer.getByRole('heading', { name: 'There’s nothing at this address' }).waitFor();
});
