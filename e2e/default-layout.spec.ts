import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { expectPath, site, useBrowser } from './browser.ts';

const { open, enter, ownerToken } = useBrowser();

const linksOf = (page: Page) =>
  page
    .locator('header nav a')
    .evaluateAll((links) => links.map((link) => [link.getAttribute('href'), link.textContent]));

test('S8 the header links to home, about, help and sign-in, in this order', async () => {
  const page = await open('/about');
  await page.locator('h1').waitFor();
  expect(await linksOf(page)).toEqual([
    ['/index', '首页'],
    ['/about', '关于'],
    ['/help', '帮助'],
    ['/auth/signin', '登录 / 注册'],
  ]);
  await page.locator('header nav a').nth(2).click();
  await expectPath(page, '/help');
  await page.locator('header nav a').nth(3).click();
  await expectPath(page, '/auth/signin');
});

test('S8 the labels come from the translation keys', async () => {
  const context = await enter({ locale: 'en-US' });
  const keys = ['index', 'about', 'help', 'auth_signin_signup'];
  await context.route('**/assets/i18n/en_US.json', async (route) => {
    const texts = await (await route.fetch()).json();
    for (const key of keys) texts.common.menu[key] = `<${key}>`;
    await route.fulfill({ json: texts });
  });
  const page = await context.newPage();
  await page.goto(`${site}/about`);
  await page.locator('h1').waitFor();
  expect((await linksOf(page)).map(([, text]) => text)).toEqual(keys.map((key) => `<${key}>`));
});

test('S9 the header has a language switcher that switches', async () => {
  const page = await open('/about');
  const selector = page.locator('header').getByTestId('language');
  expect(await selector.textContent()).toBe('简体中文');
  await selector.click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'About Shuju' }).waitFor();
  expect(await selector.textContent()).toBe('English');
});

test('S10 the footer shows 2018 to the current year', async () => {
  const page = await open('/about');
  const year = new Date().getFullYear();
  expect(await page.locator('footer').getByTestId('copyright').textContent()).toBe(`© 2018–${year} 数据`);
});

test('S10 the footer follows the clock into another year', async () => {
  const page = await (await enter({ locale: 'en-US' })).newPage();
  await page.clock.setFixedTime(new Date('2031-06-01T12:00:00Z'));
  await page.goto(`${site}/help`);
  expect(await page.locator('footer').getByTestId('copyright').textContent()).toBe('© 2018–2031 数据 Shuju');
});

test('a signed-in member has search, bell and account on home, also on a phone', async () => {
  for (const width of [1440, 390]) {
    const page = await open('/index', { token: await ownerToken(), width });
    const header = page.locator('header');
    await header.getByTestId('bell').click();
    await page.getByRole('link', { name: '设置' }).first().waitFor();
    const overflow = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(overflow).toBeLessThanOrEqual(0);
  }
});
