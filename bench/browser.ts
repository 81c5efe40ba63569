import { type Browser, chromium, type Page } from 'playwright-core';

import { chromiumOptions } from '../e2e/chromium.ts';

export const launch = (): Promise<Browser> => chromium.launch(chromiumOptions());

/** A page of a signed-in member who reads English. */
export async function openPage(browser: Browser, origin: string, token: string): Promise<Page> {
  const localStorage = [
    { name: 'web.auth.user.token', value: token },
    { name: 'web.language', value: 'en_US' },
  ];
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  });
  // tsx wraps functions in a call of `__name`, which a page does not define.
  await context.addInitScript('globalThis.__name = (named) => named');
  return context.newPage();
}
