import { chromium } from 'playwright-core';

import type { Figure } from './figure.ts';
import { createOwner, startProduct, withDirectory } from './product.ts';

/** The script that a fresh browser loads for the sign-in page, as it comes over the wire. */
export async function measurePages(): Promise<Figure[]> {
  return withDirectory(async (directory) => {
    const product = await startProduct(directory);
    await createOwner(product.url);
    const browser = await chromium.launch({
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox'],
    });
    const page = await browser.newPage();
    const sizes: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script') sizes.push(request.sizes().then((size) => size.responseBodySize));
    });
    await page.goto(`${product.url}/auth/signin`);
    await page.waitForSelector('form');
    await page.waitForLoadState('networkidle');
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    await browser.close();
    await product.stop();
    return [{ name: 'script of the sign-in page, brotli', value: bytes / 1000, unit: 'KB', atMost: 170 }];
  });
}
