import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { createClient } from '#server/testing/client.ts';
import { createDashboard, dashboardOf } from '#server/testing/dashboards.ts';
import { createMember } from '#server/testing/product.ts';
import { site, useBrowser } from './browser.ts';

const { open, ownerToken } = useBrowser();
const client = createClient(site);

const tile = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('link', { name: title, exact: true }) });

test('a dashboard is moved into a new folder, found across folders, and stays when the folder is deleted', async () => {
  const { token, member } = await createMember(client, await ownerToken(), 'editor');
  const name = `Narwhal ${member.username}`;
  const title = `Tusks ${member.username}`;
  const { id } = await createDashboard(client, token, dashboardOf(title));
  const page = await open('/dashboard', { token, locale: 'en-US' });
  await page.getByRole('button', { name: 'New folder' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.keyboard.press('Enter');
  await tile(page, name).getByText('0 items').waitFor();

  await tile(page, title)
    .getByRole('button', { name: `Actions for ${title}` })
    .click();
  await page.getByRole('menuitem', { name: 'Move to folder…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(name, { exact: true }).click();
  await dialog.getByText('Nobody gains or loses access.').waitFor();
  await dialog.getByRole('button', { name: 'Move' }).click();
  await tile(page, name).getByText('1 item').waitFor();
  expect(await tile(page, title).count()).toBe(0);

  // The link of the dashboard is the same, and the folder has one too.
  await page.getByRole('link', { name, exact: true }).click();
  await page.waitForURL(/\/dashboard\?folder=/);
  await page.reload();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  expect(await tile(page, title).getByRole('link').getAttribute('href')).toBe(`/dashboard/${id}`);
  await page.getByRole('navigation', { name: 'You are here' }).getByRole('link', { name: 'Control panel' }).click();
  await page.getByRole('searchbox').fill(title);
  await tile(page, title).getByText(name).waitFor();
  await page.getByRole('searchbox').fill('');

  await page.getByRole('button', { name: `Actions for folder ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete folder' }).click();
  await page.getByRole('button', { name: 'Move up and delete' }).click();
  await tile(page, title).waitFor();
  expect(await tile(page, name).count()).toBe(0);
});
