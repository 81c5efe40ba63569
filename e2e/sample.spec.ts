import { expect, test } from 'vitest';

import { createOwner } from './accounts.ts';
import { useBrowser } from './browser.ts';
import { readRows } from './files.ts';
import { startProduct } from './product.ts';

const { open } = useBrowser();

test('one click loads the sample, another removes it', async () => {
  const product = await startProduct();
  try {
    const page = await open('/index', { at: product.url, token: await createOwner(product.url), locale: 'en-US' });
    const recorded = page.waitForResponse((response) => response.url().endsWith('/seen'));
    await page.getByRole('button', { name: /Try the sample/ }).click();
    await page.waitForURL(/\/dashboard\/[\w-]+$/);
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
    await recorded;
    // A viewed dashboard is followed: home shows how its numbers changed.
    await page.goto(`${product.url}/index`);
    const changes = page.locator('section').filter({ has: page.getByRole('heading', { name: 'What changed' }) });
    await changes.getByRole('img', { name: /Sum of amount/ }).waitFor();
    await changes.getByRole('link', { name: 'Sum of amount' }).click();
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
    await page.goto(`${product.url}/application`);
    await page.getByRole('link', { name: 'Sample shop' }).click();
    await page.getByRole('link', { name: 'Orders' }).click();
    expect((await readRows(page)).length).toBe(20);

    await page.goto(`${page.url().replace(/\/datasets.*/, '')}/settings`);
    await page.getByRole('button', { name: 'Remove sample' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove sample' }).click();
    await page.getByText('Sample removed').waitFor();
    await page.getByRole('button', { name: /Try the sample/ }).waitFor();
    // Its dashboard is removed with it.
    await page.goto(`${product.url}/dashboard`);
    await page.getByRole('heading', { name: 'No dashboards yet' }).waitFor();
    await page.context().close();
  } finally {
    await product.stop();
  }
});
