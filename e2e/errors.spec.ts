import { expect, test } from 'vitest';

import { expectPath, site, useBrowser } from './browser.ts';
import { expectHeading } from './screens.ts';

const { open, ownerToken } = useBrowser();

test('an unknown address says so, with a link, in both languages', async () => {
  const page = await open('/no/such/page', { expectsNoise: true, locale: 'en-US' });
  await expectHeading(page, 'Page not found');
  await page.getByRole('link', { name: 'Go to the control panel' }).click();
  await expectPath(page, '/auth/signin?returnUrl=%2Fdashboard');
});

test('an unknown address inside an area keeps its layout', async () => {
  const page = await open('/application/nothing', { token: await ownerToken(), expectsNoise: true });
  await expectHeading(page, '找不到页面');
  expect(await page.getByTestId('user').count()).toBe(1);
});

test('a page whose script fails to load keeps the layout and says so; other pages work', async () => {
  const page = await open('/dashboard', { token: await ownerToken(), expectsNoise: true });
  await page.locator('h1').waitFor();
  await page.route(/\/static\/application-[\w-]{8}\.js/, (route) => route.abort());
  await page.locator('header nav a').nth(1).click();
  await page.getByRole('alert').getByText('页面出了点问题').waitFor();
  expect(await page.getByTestId('user').count()).toBe(1);
  expect(await page.getByTestId('copyright').count()).toBe(1);
  await page.locator('header nav a').nth(0).click();
  await expectHeading(page, '控制台');

  await page.locator('header nav a').nth(1).click();
  await page.unroute(/\/static\/application-[\w-]{8}\.js/);
  await page.getByRole('button', { name: '刷新页面' }).click();
  await expectHeading(page, '应用');
});

test('a page whose data fails to load keeps the layout and says so', async () => {
  const page = await open('/dashboard', { token: await ownerToken(), expectsNoise: true });
  await page.locator('h1').waitFor();
  await page.route('**/api/members', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'x', requestId: 'abc-123' } }),
  );
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog');
  await palette.getByRole('combobox').fill('成员');
  await palette.getByRole('option', { name: '成员' }).first().click();
  await page.getByRole('alert').waitFor();
  expect(await page.getByTestId('user').count()).toBe(1);
});

test('a banner is displayed while offline, and disappears when online again', async () => {
  for (const [path, token] of [
    ['/auth/signin', undefined],
    ['/about', undefined],
    ['/dashboard', await ownerToken()],
  ] as const) {
    const page = await open(path, { token, expectsNoise: true });
    await page.locator('h1').waitFor();
    await page.context().setOffline(true);
    await page.getByRole('status').getByText('网络已断开').waitFor();
    await page.context().setOffline(false);
    await page.getByText('网络已断开').waitFor({ state: 'detached' });
  }
});

test('a banner announces a newer version, and reloads into it', async () => {
  const page = await open('/dashboard', { token: await ownerToken(), locale: 'en-US' });
  await page.locator('h1').waitFor();
  expect(await page.getByText('A new version is available.').count()).toBe(0);
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'x-shuju-version': '99.0.0' } });
  });
  await page.getByTestId('user').click();
  await page.getByRole('menuitem').first().click();
  await page.getByRole('link', { name: 'Security' }).click();
  await page.getByRole('status').getByText('A new version is available.').waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.evaluate(() => Object.assign(window, { isOld: true }));
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => page.evaluate(() => 'isOld' in window).catch(() => true)).toBe(false);
  await page.goto(`${site}/account/security`);
  await expectHeading(page, 'Security');
  expect(await page.getByText('A new version is available.').count()).toBe(0);
});
