import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { site, useBrowser } from './browser.ts';
import { openTab, readRows } from './files.ts';

const { open, ownerToken } = useBrowser();

/** Creates an events application and a key through the UI; returns the key. */
async function createPushKey(page: Page, name: string): Promise<string> {
  await page.locator('h1').waitFor();
  const add = page.getByRole('button', { name: 'New application' });
  const push = page.getByRole('button', { name: /Push an event/ });
  await add.or(push).first().waitFor();
  if (await add.isVisible()) await add.click();
  await push.click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Create and set up' }).click();
  await page.getByText('Waiting for the first event…').waitFor();
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  const secret = await page.getByRole('textbox', { name: 'Your new key' }).inputValue();
  await page.getByRole('button', { name: 'I’ve copied it' }).click();
  return secret;
}

const push = (secret: string, event: object) =>
  fetch(`${site}/api/ingest/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(event),
  });

test('the first event replaces the waiting notice, and later events appear on the open page', async () => {
  const page = await open('/application', { token: await ownerToken(), locale: 'en-US' });
  const secret = await createPushKey(page, 'Shop');
  expect(await page.locator('pre').textContent()).toContain(secret);
  expect((await push(secret, { event: 'order_paid', city: '杭州' })).status).toBe(200);
  await page.getByText('order_paid').last().waitFor();
  await page.getByText('杭州').waitFor();
  await page.getByRole('link', { name: 'Open dataset' }).click();
  await expect.poll(async () => (await readRows(page)).length).toBe(1);
  await push(secret, { event: 'order_sent', city: 'Köln', weight: 3 });
  await expect.poll(async () => (await readRows(page)).length).toBe(2);
  await page.getByRole('button', { name: 'weight' }).waitFor();
  // The newest row is on top, and the URL has no order parameter.
  expect((await readRows(page))[0]).toContain('Köln');
  expect(new URL(page.url()).search).toBe('');
});

test('a key is shown once, and a revoked key is rejected', async () => {
  const page = await open('/application', { token: await ownerToken(), locale: 'en-US' });
  const secret = await createPushKey(page, 'Keys');
  await openTab(page, 'Keys');
  await page.getByRole('cell', { name: 'My program' }).waitFor();
  expect(await page.content()).not.toContain(secret);
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('Revoked', { exact: true }).waitFor();
  expect((await push(secret, { event: 'late' })).status).toBe(401);
});
