import { expect, test } from 'vitest';

import { createOwner } from './accounts.ts';
import { useBrowser } from './browser.ts';
import { readRows } from './files.ts';
import { startProduct } from './product.ts';

const { open } = useBrowser();

test('one click loads the sample, another removes it', { timeout: 180_000 }, async () => {
  const product = await startProduct();
  try {
    const page = await open('/index', { at: product.url, token: await createOwner(product.url), locale: 'en-US' });
    await page.getByRole('button', { name: /Try the sample/ }).click();
    await page.waitForURL(/\/application\/[\w-]+$/, { timeout: 120_000 });
    const application = page.url();
    await page.getByRole('link', { name: 'Orders' }).click();
    expect((await readRows(page)).length).toBe(20);

    await page.goto(`${application}/settings`);
    await page.getByRole('button', { name: 'Remove the sample' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the sample' }).click();
    await page.getByText('The sample is gone').waitFor();
    await page.getByRole('button', { name: /Try the sample/ }).waitFor();
    await page.context().close();
  } finally {
    await product.stop();
  }
});
