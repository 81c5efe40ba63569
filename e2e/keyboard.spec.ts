import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { owner } from './accounts.ts';
import { expectPath, useBrowser } from './browser.ts';
import { expectHeading } from './screens.ts';

const { open, ownerToken } = useBrowser();

/** The accessible name of the focused element. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement!;
    return element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.textContent;
  });

/** The Tab stops, in order. */
async function tabThrough(page: Page, count: number): Promise<(string | null)[]> {
  const stops: (string | null)[] = [];
  for (let step = 0; step < count; step += 1) {
    await page.keyboard.press('Tab');
    stops.push(await focused(page));
  }
  return stops;
}

async function openDashboard(): Promise<Page> {
  const page = await open('/dashboard', { token: await ownerToken() });
  await page.getByTestId('user').getByText(owner.name, { exact: true }).waitFor();
  await page.locator('h1').waitFor();
  return page;
}

test('the Tab key moves through the layout in reading order, after the skip link', async () => {
  const page = await openDashboard();
  const stops = await tabThrough(page, 8);
  // The bell also shows the unread count, which other tests may change.
  const bell = expect.stringMatching(/^通知/);
  expect(stops).toEqual(['跳到正文', '数据 Shuju', '控制台', '应用', '搜索', '使用文档', bell, owner.name]);
});

test('the skip link is visible when focused, and leads to the content', async () => {
  const page = await openDashboard();
  const skip = page.getByRole('link', { name: '跳到正文' });
  expect((await skip.boundingBox())!.y).toBeLessThan(0);
  await page.keyboard.press('Tab');
  await expect.poll(async () => (await skip.boundingBox())!.y).toBeGreaterThanOrEqual(0);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('回收站');
});

test('every focused element has a visible outline', async () => {
  const page = await openDashboard();
  for (let step = 0; step < 8; step += 1) {
    await page.keyboard.press('Tab');
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle);
    expect([await focused(page), outline]).toEqual([await focused(page), 'solid']);
  }
});

test('sign-in works by keyboard alone', async () => {
  const page = await open('/auth/signin');
  await expect.poll(() => focused(page)).toBe('identifier');
  await page.keyboard.type(owner.username);
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('password');
  await page.keyboard.type(owner.password);
  await page.keyboard.press('Enter');
  await expectPath(page, '/dashboard');
});

test('the user menu opens by Enter, moves by arrows and closes by Escape', async () => {
  const page = await openDashboard();
  await page.getByTestId('user').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem').first().waitFor();
  const current = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(current).toBe('个人中心');
  await page.keyboard.press('ArrowDown');
  await expect.poll(current).toBe('退出登录');
  await page.keyboard.press('ArrowUp');
  await expect.poll(current).toBe('个人中心');
  await page.keyboard.press('Escape');
  await page.getByRole('menuitem').first().waitFor({ state: 'hidden' });
  await expect.poll(() => focused(page)).toBe(owner.name);
  await page.keyboard.press('Enter');
  await expect.poll(current).toBe('个人中心');
  await page.keyboard.press('Enter');
  await expectPath(page, '/account/profile');
});

test('the language is changed by keyboard', async () => {
  const page = await open('/about');
  await page.getByTestId('language').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('menuitem');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('English');
  await page.keyboard.press('Enter');
  await expectHeading(page, 'About Shuju');
});

test('the palette opens by Ctrl+K and by a slash, searches, moves by arrows, and closes by Escape', async () => {
  const page = await openDashboard();
  for (const key of ['Control+k', 'Meta+k', '/']) {
    await page.keyboard.press(key);
    const box = page.getByRole('dialog').getByRole('combobox');
    await box.waitFor();
    await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await box.inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await page.keyboard.press('/');
  await page.getByRole('dialog').getByRole('combobox').waitFor();
  const places = page.getByRole('dialog').getByRole('group', { name: '前往' }).getByRole('option');
  await places.first().hover();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option', { selected: true }).getByText('应用').waitFor();
  await page.getByRole('dialog').getByRole('option').first().hover();
  await page.keyboard.press('ArrowUp');
  await page.getByRole('option', { selected: true }).getByText('退出登录').waitFor();
  await page.getByRole('dialog').getByRole('combobox').fill('更新');
  await page.keyboard.press('Enter');
  await expectPath(page, '/changelog');
});

test('a slash typed into a field is text', async () => {
  const page = await open('/account/profile', { token: await ownerToken() });
  await page.getByLabel('姓名').fill('');
  await page.getByLabel('姓名').press('/');
  expect(await page.getByLabel('姓名').inputValue()).toBe('/');
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('the bell opens by keyboard and closes by Escape', async () => {
  const page = await openDashboard();
  await page.getByTestId('bell').focus();
  await page.keyboard.press('Enter');
  await page.getByTestId('notices').waitFor();
  await page.keyboard.press('Escape');
  await page.getByTestId('notices').waitFor({ state: 'hidden' });
});

test('after a navigation the focus is on the heading of the page', async () => {
  const page = await openDashboard();
  const heading = () => page.evaluate(() => [document.activeElement?.tagName, document.activeElement?.textContent]);
  expect((await heading())[0]).toBe('BODY');
  await page.getByRole('link', { name: '应用', exact: true }).click();
  await expect.poll(heading).toEqual(['H1', '应用']);
  await page.goBack();
  await expect.poll(heading).toEqual(['H1', '控制台']);
  await page.getByRole('link', { name: '关于', exact: true }).click();
  await expect.poll(heading).toEqual(['H1', '关于数据']);
});

test('a dialog takes the focus, traps it, and returns it', async () => {
  const page = await open('/account/members', { token: await ownerToken() });
  const button = page.getByRole('button', { name: '邀请成员' });
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  for (let step = 0; step < 6; step += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => Boolean(document.activeElement?.closest('#root')))).toBe(false);
  }
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('menus open at their trigger with reduced motion', async () => {
  const page = await openDashboard();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByTestId('user').click();
  const menu = page.getByRole('menuitem', { name: '退出登录' });
  const isInViewport = async () => {
    const box = await menu.boundingBox();
    const { width, height } = page.viewportSize()!;
    return box && box.x > 0 && box.y > 0 && box.x + box.width <= width && box.y + box.height <= height;
  };
  await expect.poll(isInViewport).toBe(true);
});
