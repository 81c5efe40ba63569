import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { owner } from './accounts.ts';
import { expectPath, site, useBrowser } from './browser.ts';

const { open, enter, ownerToken } = useBrowser();

async function openIn(language: 'zh_CN' | 'en_US', path = '/dashboard'): Promise<Page> {
  const page = await open(path, { token: await ownerToken(), stored: { 'web.language': language } });
  await page.locator('h1').waitFor();
  return page;
}

const entriesOf = (page: Page) =>
  page
    .locator('header nav a')
    .evaluateAll((links) =>
      links.map((link) => [link.getAttribute('href'), link.textContent, link.getAttribute('aria-current')]),
    );

test('S12 the top bar stays in place when the page scrolls', async () => {
  const page = await openIn('zh_CN', '/account/members');
  await page.setViewportSize({ width: 1280, height: 300 });
  const bar = page.locator('header').first();
  const scroll = async () => {
    await page.mouse.wheel(0, 400);
    return page.evaluate(() => window.scrollY);
  };
  // The page is long enough once its lists are loaded.
  await expect.poll(scroll).toBeGreaterThan(100);
  expect(await bar.boundingBox()).toMatchObject({ x: 0, y: 0, width: 1280 });
  const isOnTop = await bar.evaluate((element) => element.contains(document.elementFromPoint(40, 20)));
  expect(isOnTop).toBe(true);
});

test('S12 the logo links to / and shows the brand in both languages', async () => {
  for (const language of ['zh_CN', 'en_US'] as const) {
    const page = await openIn(language, '/application');
    const logo = page.locator('header a').first();
    expect(await logo.getAttribute('href')).toBe('/');
    expect(await logo.textContent()).toBe('数据');
    await logo.click();
    await expectPath(page, '/dashboard');
  }
});

test('S13 the horizontal menu has exactly two entries', async () => {
  const page = await openIn('zh_CN');
  expect(await entriesOf(page)).toEqual([
    ['/dashboard', '控制台', 'page'],
    ['/application', '应用', null],
  ]);
  const [first, second] = await Promise.all([0, 1].map((n) => page.locator('header nav a').nth(n).boundingBox()));
  expect(first!.y).toBe(second!.y);
  expect(second!.x).toBeGreaterThanOrEqual(first!.x + first!.width);
});

test('S13 the two entries are in English and link to their pages', async () => {
  const page = await openIn('en_US');
  expect((await entriesOf(page)).map(([, text]) => text)).toEqual(['Control panel', 'Application']);
  await page.getByRole('link', { name: 'Application', exact: true }).click();
  await expectPath(page, '/application');
  await page.getByRole('link', { name: 'Control panel', exact: true }).click();
  await expectPath(page, '/dashboard');
});

test('S14 search, help with its tooltip, the bell and the user are on the right', async () => {
  for (const [language, tooltip] of [
    ['zh_CN', '使用文档'],
    ['en_US', 'Usage documentation'],
  ] as const) {
    const page = await openIn(language);
    const tools = ['search', 'help', 'bell', 'user'].map((name) => page.getByTestId(name));
    const boxes = await Promise.all(tools.map((tool) => tool.boundingBox()));
    const menu = (await page.locator('header nav').boundingBox())!;
    const lefts = [menu, ...boxes].map((box) => box!.x);
    expect(lefts).toEqual(lefts.toSorted((a, b) => a - b));
    expect(1280 - (boxes[3]!.x + boxes[3]!.width)).toBeLessThan(48);
    for (const tool of tools.slice(0, 3)) expect(await tool.locator('svg').count()).toBe(1);
    await page.getByTestId('help').hover();
    await page.getByRole('tooltip', { name: tooltip }).waitFor();
    expect(await page.getByTestId('user').getByTestId('avatar').textContent()).toBe(owner.name[0]);
    expect(await page.getByTestId('user').textContent()).toContain(owner.name);
  }
});

test('S14 search opens the palette, help the documentation, and the bell the notifications', async () => {
  const page = await openIn('zh_CN');
  await page.getByTestId('search').click();
  await page.getByRole('dialog').getByPlaceholder('搜索仪表盘、数据、页面和命令').waitFor();
  await page.keyboard.press('Escape');
  await page.getByTestId('bell').click();
  await page.getByTestId('notices').waitFor();
  await page.getByTestId('help').click();
  await expectPath(page, '/help/dashboards');
});

test('S15 the dropdown has the personal centre and signing out', async () => {
  for (const [language, items] of [
    ['zh_CN', ['个人中心', '退出登录']],
    ['en_US', ['Personal centre', 'Sign out']],
  ] as const) {
    const page = await openIn(language);
    await page.getByTestId('user').click();
    await page.getByRole('menuitem').first().waitFor();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(items);
    await page.getByRole('menuitem').first().click();
    await expectPath(page, '/account/profile');
  }
});

test('S16 the entry whose link is a prefix of the path is selected', async () => {
  const page = await openIn('zh_CN', '/dashboard/explore?y');
  expect((await entriesOf(page)).map(([, , current]) => current)).toEqual(['page', null]);
  await page.goto(`${site}/application`);
  await page.locator('h1').waitFor();
  expect((await entriesOf(page)).map(([, , current]) => current)).toEqual([null, 'page']);
  const colours = await page
    .locator('header nav a')
    .evaluateAll((links) => links.map((link) => getComputedStyle(link).borderBottomColor));
  expect(colours[0]).not.toBe(colours[1]);
  await page.goto(`${site}/account`);
  await page.locator('h1').waitFor();
  expect((await entriesOf(page)).map(([, , current]) => current)).toEqual([null, null]);
});

test('S17 the footer shows 2019 to the current year', async () => {
  const page = await openIn('zh_CN');
  const year = new Date().getFullYear();
  expect(await page.locator('footer').getByTestId('copyright').textContent()).toBe(`© 2019–${year} 数据`);
});

test('S17 the footer follows the clock into another year', async () => {
  const page = await (await enter({ token: await ownerToken() })).newPage();
  await page.clock.setFixedTime(new Date('2040-03-01T12:00:00Z'));
  await page.goto(`${site}/application`);
  expect(await page.locator('footer').getByTestId('copyright').textContent()).toBe('© 2019–2040 数据');
});

test('S28 an entry has title, icon, link and selection; a language has text and value', async () => {
  const page = await openIn('en_US', '/application');
  expect(await entriesOf(page)).toEqual([
    ['/dashboard', 'Control panel', null],
    ['/application', 'Application', 'page'],
  ]);
  expect(await page.locator('header nav a svg').count()).toBe(2);
  expect(await page.locator('header nav ul ul').count()).toBe(0);
  const about = await open('/about', { locale: 'en-US' });
  await about.getByTestId('language').click();
  await about.getByRole('menuitem', { name: '简体中文', exact: true }).click();
  await expect.poll(() => about.evaluate(() => localStorage.getItem('web.language'))).toBe('zh_CN');
});
