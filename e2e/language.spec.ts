import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { createMember } from './accounts.ts';
import { expectPath, logRequests, readStorage, site, useBrowser } from './browser.ts';
import { expectHeading, settle, submit } from './screens.ts';

const { open, enter } = useBrowser();

/** The Chinese text on the page, without the brand, member names and language names. */
const chineseIn = (page: Page) =>
  page.evaluate(() => {
    for (const name of document.querySelectorAll('tbody td:first-child')) name.textContent = '';
    const text = `${document.body.innerText} ${document.title}`.replaceAll(/数据|掌柜?|简体中文/g, '');
    return text.match(/[\u3400-\u9fff]+/g) ?? [];
  });

async function runCommand(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog');
  await palette.getByRole('combobox').fill(words);
  await palette.getByRole('option', { name: words }).first().click();
}

test('S18 the selector shows the current language, as a button', async () => {
  const page = await open('/about');
  const trigger = page.getByTestId('language');
  expect(await trigger.textContent()).toBe('简体中文');
  expect(await trigger.evaluate((element) => element.tagName)).toBe('BUTTON');
  const { style, colour } = await trigger.evaluate((element) => {
    const { borderTopStyle, borderTopColor } = getComputedStyle(element);
    return { style: borderTopStyle, colour: borderTopColor };
  });
  expect(style).toBe('solid');
  expect(colour).not.toMatch(/, 0\)$|transparent/);
});

test('S18 the selector is a borderless link on the sign-in page', async () => {
  const page = await open('/auth/signin', { locale: 'en-GB' });
  const trigger = page.getByTestId('language');
  expect(await trigger.textContent()).toBe('English');
  const style = await trigger.evaluate((element) => {
    const { borderTopColor, borderTopWidth, backgroundColor } = getComputedStyle(element);
    return { isBorderless: borderTopWidth === '0px' || borderTopColor.endsWith(', 0)'), backgroundColor };
  });
  expect(style).toEqual({ isBorderless: true, backgroundColor: 'rgba(0, 0, 0, 0)' });
  expect(await trigger.getAttribute('class')).toContain('ant-btn-link');
});

test('S19 the menu lists the languages with text and value, and choosing one changes to it', async () => {
  const page = await open('/auth/signin');
  await page.getByTestId('language').click();
  const items = page.getByRole('menuitem');
  await items.first().waitFor();
  expect(await items.allTextContents()).toEqual(['简体中文', 'English']);
  const values = await items.evaluateAll((all) => all.map((item) => item.getAttribute('data-menu-id')?.slice(-5)));
  expect(values).toEqual(['zh_CN', 'en_US']);
  await items.nth(1).click();
  await expectHeading(page, 'Sign in');
  expect((await readStorage(page))['web.language']).toBe('en_US');
  await page.getByTestId('language').click();
  await items.first().click();
  await expectHeading(page, '登录');
  expect((await readStorage(page))['web.language']).toBe('zh_CN');
});

test('S24 the default language is Chinese: a French browser gets it', async () => {
  const page = await open('/auth/signin', { locale: 'fr-FR' });
  await expectHeading(page, '登录');
  expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
});

for (const [locale, heading] of [
  ['en', 'Sign in'],
  ['en-GB', 'Sign in'],
  ['zh-TW', '登录'],
  ['de-DE', '登录'],
] as const) {
  test(`S25 a browser in ${locale} starts with “${heading}”`, async () => {
    const page = await open('/auth/signin', { locale });
    await expectHeading(page, heading);
    expect(await readStorage(page)).toEqual({});
  });
}

test('S26 a stored language is restored on later starts', async () => {
  const page = await open('/auth/signin', { locale: 'zh-CN', stored: { 'web.language': 'en_US' } });
  await expectHeading(page, 'Sign in');
  await page.reload();
  await expectHeading(page, 'Sign in');
  const other = await open('/auth/signin', { locale: 'en-US', stored: { 'web.language': 'zh_CN' } });
  await expectHeading(other, '登录');
});

test('S26 an unknown stored language is ignored', async () => {
  const page = await open('/auth/signin', { locale: 'en-US', stored: { 'web.language': '../../x' } });
  await expectHeading(page, 'Sign in');
});

test('S27 changing the language switches every text at once, without a reload', async () => {
  const { token } = await createMember(site);
  const page = await open('/account/keys', { token });
  await expectHeading(page, '个人密钥');
  await page.getByText('还没有密钥。').waitFor();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await runCommand(page, 'English');
  await expectHeading(page, 'Personal keys');
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).waitFor();
  expect(await chineseIn(page)).toEqual([]);
  expect(await page.title()).toBe('Personal keys · 数据');
  expect(await page.locator('html').getAttribute('lang')).toBe('en-US');
  expect(await readStorage(page)).toMatchObject({ 'web.language': 'en_US', 'web.language.title': 'English' });

  await page.getByRole('button', { name: 'Cancel' }).click();
  await runCommand(page, '中文');
  await expectHeading(page, '个人密钥');
  expect(await page.title()).toBe('个人密钥 · 数据');
  expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
  expect(await readStorage(page)).toMatchObject({ 'web.language': 'zh_CN', 'web.language.title': '简体中文' });
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
});

test('S27 validation messages change their language too', async () => {
  const page = await open('/auth/signin');
  await page.locator('form [type=submit]').click();
  await page.getByText('请填写密码').waitFor();
  await page.getByTestId('language').click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await page.getByText('Enter your password').waitFor();
  expect(await chineseIn(page)).toEqual([]);
});

test('S29 translations come from assets/i18n, one language at a time, without the prefix', async () => {
  const page = await (await enter({ locale: 'en-US' })).newPage();
  const paths = logRequests(page);
  await page.goto(`${site}/about`);
  await settle(page);
  expect(paths.filter((path) => path.includes('i18n'))).toEqual(['/assets/i18n/en_US.json']);
  await page.getByTestId('language').click();
  await page.getByRole('menuitem', { name: '简体中文' }).click();
  await expectHeading(page, '关于数据');
  expect(paths.filter((path) => path.includes('i18n'))).toEqual(['/assets/i18n/en_US.json', '/assets/i18n/zh_CN.json']);
  await expectPath(page, '/about');
});

test('preferences apply in the member’s other browsers, and to no other member', async () => {
  const member = await createMember(site);
  const page = await open('/account/preferences', { token: member.token });
  await page.getByText('深色', { exact: true }).click();
  await page.getByText('万、亿', { exact: true }).click();
  await page.getByText('English', { exact: true }).click();
  await expectHeading(page, 'Preferences');

  const other = await open('/auth/signin');
  await submit(other, { identifier: member.username, password: member.password });
  await expectPath(other, '/dashboard');
  await expectHeading(other, 'Control panel');
  const expected = { 'web.language': 'en_US', 'web.theme': 'dark', 'web.preferences.units': 'wan' };
  expect(await readStorage(other)).toMatchObject(expected);
  expect(await other.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');

  // An open page applies a later choice when it is reloaded.
  await page.getByText('Light', { exact: true }).click();
  await expect.poll(() => readStorage(page)).toMatchObject({ 'web.theme': 'light' });
  await other.reload();
  await expect.poll(() => other.evaluate(() => document.documentElement.dataset['theme'])).toBe('light');

  const next = await createMember(site);
  await other.getByTestId('user').click();
  await other.getByText('Sign out').click();
  await expectHeading(other, 'Sign in');
  await other.reload();
  await expectHeading(other, '登录');
  await submit(other, { identifier: next.username, password: next.password });
  await expectHeading(other, '控制台');
});
