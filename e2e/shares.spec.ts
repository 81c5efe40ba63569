import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import type { Control } from '#domain/dashboard/dashboard.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { emptyQuerySpec } from '#domain/query/query.ts';
import { createClient } from '#server/testing/client.ts';
import { chartCard, dashboardOf, createDashboard } from '#server/testing/dashboards.ts';
import { loadFile } from '#server/testing/data.ts';
import { createMember } from '#server/testing/product.ts';
import { createShare } from '#server/testing/shares.ts';
import { launch, logRequests, readStorage, site, useBrowser } from './browser.ts';
import { overflowOf } from './screens.ts';

const { open, enter, ownerToken } = useBrowser();
const client = createClient(site);

const towns = 'town,people\nWuhan,14\nHefei,9\nLhasa,1\n';

/** A dashboard of a new editor, with a chart and a control. */
async function createSharedDashboard(title: string) {
  const { token } = await createMember(client, await ownerToken(), 'editor');
  const dataset = await loadFile(client, token, 'towns.csv', towns);
  const spec = {
    ...emptyQuerySpec(dataset.id),
    dimensions: [{ id: 'd', column: idOf(dataset), kind: 'value' as const }],
  };
  const card = chartCard('towns', spec, {
    title: { en_US: 'By town', zh_CN: '按城市' },
    place: { x: 0, y: 0, width: 12, height: 8 },
    chart: { ask: spec, drawing: { kind: 'table', options: {} } },
  });
  const control: Control = {
    id: 'town',
    label: { en_US: 'Town', zh_CN: '城市' },
    targets: [{ kind: 'column', dataset: dataset.id, column: idOf(dataset) }],
    isMany: true,
    value: { kind: 'select', values: [] },
  };
  const { id } = await createDashboard(client, token, dashboardOf(title, [card], { controls: [control] }));
  return { token, id };
}

const idOf = ({ columns }: Dataset) => columns.find(({ name }) => name === 'town')!.id;
const cell = (page: Pick<Page, 'getByText'>, text: string) => page.getByText(text, { exact: true }).first();

test('a link is created in two clicks, opened by anyone, and revoked for guests who have it open', async () => {
  const { token, id } = await createSharedDashboard('Towns for everyone');
  const permissions = ['clipboard-read', 'clipboard-write'];
  const page = await open(`/dashboard/${id}`, { token, locale: 'en-US', permissions });
  await page.getByRole('button', { name: 'Share by link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share by link' });
  await dialog.getByText('Password, expiry and permissions').click();
  await dialog.getByRole('checkbox', { name: 'Town' }).check();
  await dialog.getByRole('button', { name: 'Create and copy link' }).click();
  const field = dialog.getByRole('textbox', { name: /^Link/ });
  await field.waitFor();
  const address = await field.inputValue();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);

  const guest = await (await enter({ locale: 'zh-CN', expectsNoise: true })).newPage();
  const requestPaths = logRequests(guest);
  await guest.goto(address);
  await guest.getByRole('heading', { name: 'Towns for everyone' }).waitFor();
  await cell(guest, 'Lhasa').waitFor();
  expect(await guest.context().cookies()).toEqual([]);
  expect(await readStorage(guest)).toEqual({});
  const calls = requestPaths.filter((path) => path.startsWith('/api/')).map((path) => path.replace(/\?.*/, ''));
  expect(new Set(calls)).toEqual(
    new Set(['/api/shares/open', '/api/shares/read', '/api/shares/run', '/api/shares/live']),
  );

  await guest.getByRole('button', { name: /城市/ }).click();
  await guest.getByRole('option', { name: /Wuhan/ }).click();
  await guest.keyboard.press('Escape');
  await expect.poll(() => guest.getByText('Lhasa', { exact: true }).count()).toBe(0);
  expect(guest.url()).toContain('f.town=Wuhan');
  await guest.reload();
  await cell(guest, 'Wuhan').waitFor();
  // A reload does not count as another view.
  const { body } = await client.call('GET /dashboards/:id/shares', { id }, { token });
  expect(body.map(({ views }) => views)).toEqual([1]);

  await dialog.getByRole('button', { name: /^Revoke/ }).click();
  await page.getByRole('dialog', { name: 'Revoke this link?' }).getByRole('button', { name: 'Revoke' }).click();
  await guest.getByRole('heading', { name: '链接无效' }).waitFor();
  expect(await guest.getByText('Wuhan', { exact: true }).count()).toBe(0);
  await dialog.getByRole('textbox', { name: /^Link/ }).waitFor({ state: 'detached' });
});

test('a link with a password asks for it, keeps the fixed filters, and fits every width', async () => {
  const { token, id } = await createSharedDashboard('Towns for a few');
  const page = await open(`/dashboard/${id}?f.town=Hefei`, { token, locale: 'en-US' });
  await page.getByRole('button', { name: 'Share by link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share by link' });
  await dialog.getByText('Password, expiry and permissions').click();
  await dialog.getByLabel('Name').fill('For <b>auditors</b>');
  await dialog.getByLabel('Password').fill('open sesame');
  // Viewers can change nothing unless it is allowed.
  expect(await dialog.getByRole('checkbox', { name: 'Town' }).isChecked()).toBe(false);
  await dialog.getByRole('checkbox', { name: 'Viewers can download the dashboard' }).check();
  await dialog.getByRole('button', { name: 'Create and copy link' }).click();
  const address = await dialog.getByRole('textbox', { name: /^Link/ }).inputValue();
  await dialog.getByText('For <b>auditors</b>').waitFor();

  const guest = await (await enter({ locale: 'en-US', expectsNoise: true })).newPage();
  await guest.goto(`${address}?f.town=Lhasa`);
  await guest.getByRole('heading', { name: 'This dashboard is password-protected' }).waitFor();
  expect(await guest.title()).not.toContain('Towns');
  await guest.getByLabel('Password').fill('open barley');
  await guest.getByRole('button', { name: 'Open' }).click();
  await guest.getByRole('alert').getByText('Wrong password.').waitFor();
  await guest.getByLabel('Password').fill('open sesame');
  await guest.keyboard.press('Enter');
  await cell(guest, 'Hefei').waitFor();
  expect(await guest.getByText('Lhasa', { exact: true }).count()).toBe(0);
  expect(await guest.getByRole('button', { name: /^Town/ }).count()).toBe(0);
  for (const width of [360, 768, 1440, 2560]) {
    await guest.setViewportSize({ width, height: 800 });
    expect([width, await overflowOf(guest)]).toEqual([width, 0]);
  }
  await guest.getByRole('button', { name: 'Export' }).click();
  const [saved] = await Promise.all([
    guest.waitForEvent('download'),
    guest.getByRole('menuitem', { name: /PNG|picture/i }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe('Towns for a few.png');
});

/** Another site, with a page that embeds a frame. */
async function startOtherSite() {
  let address = '';
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>Elsewhere</title><iframe src="${address}" width="900" height="600"></iframe>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return { url, frame: (next: string) => (address = next), close: () => server.close() };
}

test('a link can be embedded by the sites that it names, without any browser storage, and by no other site', async () => {
  const { token, id } = await createSharedDashboard('Towns elsewhere');
  const browser = await launch(['--test-third-party-cookie-phaseout']);
  const other = await startOtherSite();
  const context = await browser.newContext({ locale: 'zh-CN', colorScheme: 'light' });
  // Some browsers deny a cross-site frame any storage.
  await context.addInitScript((own) => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    for (const name of location.origin === own ? ['localStorage', 'sessionStorage'] : [])
      Object.defineProperty(window, name, { get: refuse });
  }, site);
  const thrown: string[] = [];
  context.on('weberror', (event) => thrown.push(event.error().message));
  const page = await context.newPage();
  const share = await createShare(client, token, { id, sites: [other.url] });
  other.frame(`${site}${share.path}?lang=en&theme=dark`);
  await page.goto(other.url);
  const frame = page.frameLocator('iframe');
  await frame.getByRole('heading', { name: 'By town' }).waitFor();
  await frame.getByText('Lhasa', { exact: true }).first().waitFor();
  expect(await frame.locator('html').getAttribute('data-theme')).toBe('dark');
  expect([await context.cookies(), thrown]).toEqual([[], []]);
  await client.call('DELETE /dashboards/:id/shares/:share', { id, share: share.id }, { token });
  await frame.getByRole('heading', { name: 'This link doesn’t work' }).waitFor();

  const unnamed = await createShare(client, token, { id });
  for (const path of [unnamed.path, share.path, '/auth/signin']) {
    other.frame(`${site}${path}`);
    await page.goto(other.url);
    await expect.poll(() => page.frames()[1]!.url()).toContain('chrome-error');
  }
  await browser.close();
  other.close();
});

test('an open link follows changes of its rules, and asks for a new password', async () => {
  const { token, id } = await createSharedDashboard('Towns that change');
  const share = await createShare(client, token, {
    id,
    name: 'For partners',
    allows: { time: true, controls: ['town'], download: true },
  });
  const guest = await (await enter({ locale: 'en-US', expectsNoise: true })).newPage();
  await guest.goto(`${site}${share.path}`);
  await cell(guest, 'Lhasa').waitFor();
  await guest.getByRole('button', { name: 'Export' }).waitFor();

  const page = await open('/account/links', { token, locale: 'en-US' });
  const row = page.getByRole('row', { name: /For partners/ });
  await row.getByRole('link', { name: 'Towns that change' }).waitFor();
  const edit = async () => {
    await row.getByRole('button', { name: 'Edit “For partners”' }).click();
    return page.getByRole('dialog', { name: 'Edit link' });
  };
  const rules = await edit();
  await rules.getByRole('button', { name: /^Town/ }).click();
  await page.getByRole('option', { name: /Hefei/ }).click();
  await page.keyboard.press('Escape');
  await rules.getByRole('checkbox', { name: 'Town' }).uncheck();
  await rules.getByRole('checkbox', { name: 'Viewers can download the dashboard' }).uncheck();
  await rules.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => guest.getByText('Lhasa', { exact: true }).count()).toBe(0);
  await cell(guest, 'Hefei').waitFor();
  await expect.poll(() => guest.getByRole('button', { name: 'Export' }).count()).toBe(0);
  expect(await guest.getByRole('button', { name: /^Town/ }).count()).toBe(0);

  await rules.waitFor({ state: 'detached' });
  const reopened = await edit();
  await reopened.getByLabel('Password', { exact: true }).fill('open sesame');
  await reopened.getByRole('button', { name: 'Save' }).click();
  await guest.getByRole('heading', { name: 'This dashboard is password-protected' }).waitFor();
  await guest.getByLabel('Password').fill('open sesame');
  await guest.keyboard.press('Enter');
  await cell(guest, 'Hefei').waitFor();

  await reopened.waitFor({ state: 'detached' });
  await row.getByText('password').waitFor();
  await row.getByRole('button', { name: 'Revoke “For partners”' }).click();
  await page.getByRole('dialog', { name: 'Revoke this link?' }).getByRole('button', { name: 'Revoke' }).click();
  await guest.getByRole('heading', { name: 'This link doesn’t work' }).waitFor();
  await page.getByText('No public links yet').waitFor();
});
