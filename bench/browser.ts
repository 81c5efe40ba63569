import { type Browser, chromium, type Page } from 'playwright-core';

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: ['--no-sandbox'] });

/** A page of someone who is signed in and reads English. */
export async function openPage(browser: Browser, origin: string, token: string): Promise<Page> {
  const localStorage = [
    { name: 'web.auth.user.token', value: token },
    { name: 'web.language', value: 'en_US' },
  ];
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  });
  // Functions keep their names by a call that tsx adds, and which a page does not know.
  await context.addInitScript('globalThis.__name = (named) => named');
  return context.newPage();
}
