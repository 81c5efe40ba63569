import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { createClient } from '#server/testing/client.ts';
import { createMember, owner } from './accounts.ts';
import { site, useBrowser } from './browser.ts';

const { open, ownerToken } = useBrowser({ motion: 'no-preference' });

const moment = /^\d{4}-\d\d-\d\d \d\d:\d\d$/;

async function inviteUpTo(count: number): Promise<void> {
  const client = createClient(site);
  const token = await ownerToken();
  const { length } = (await client.call('GET /invitations', {}, { token })).body;
  for (let made = length; made < count; made += 1)
    await client.call('POST /invitations', { role: 'viewer' }, { token });
}

test('S36 dates are shown as yyyy-MM-dd HH:mm, in both languages', async () => {
  for (const language of ['zh_CN', 'en_US']) {
    const page = await open('/account/security', { token: await ownerToken(), stored: { 'web.language': language } });
    await page.locator('tbody tr.ant-table-row').first().waitFor();
    const texts = await page.locator('tbody tr.ant-table-row').first().locator('td').allInnerTexts();
    expect(texts.filter((text) => moment.test(text))).toHaveLength(2);
  }
});

test('S36 an empty date is a dash', async () => {
  const page = await open('/dashboard', { token: await ownerToken() });
  await page.route('**/api/sessions', async (route) => {
    const sessions = await (await route.fetch()).json();
    await route.fulfill({ json: sessions.map((session: object) => ({ ...session, expiresAt: null })) });
  });
  await page.getByTestId('user').click();
  await page.getByRole('menuitem', { name: '个人中心' }).click();
  await page.getByRole('link', { name: '安全' }).click();
  await page.locator('tbody tr.ant-table-row').first().waitFor();
  expect(await page.locator('tbody tr.ant-table-row').first().locator('td').nth(3).innerText()).toBe('-');
});

test('S37 a long list has pages of 10, and offers 10, 20, 30 and 40', async () => {
  await inviteUpTo(12);
  const page = await open('/account/members', { token: await ownerToken() });
  const panel = page.locator('section', { has: page.getByRole('heading', { name: '未使用的邀请' }) });
  const rows = panel.locator('tbody tr.ant-table-row');
  await rows.first().waitFor();
  expect(await rows.count()).toBe(10);
  const pages = panel.locator('.ant-pagination');
  await pages.getByTitle('2', { exact: true }).click();
  await expect.poll(() => rows.count()).toBeLessThan(10);
  await pages.locator('.ant-select').click();
  const options = page.locator('.ant-select-item-option');
  await options.first().waitFor();
  expect(await options.allInnerTexts()).toEqual(['10 条/页', '20 条/页', '30 条/页', '40 条/页']);
  await options.nth(1).click();
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(12);
});

const sideWidth = (page: Page) => page.getByTestId('side-menu').evaluate((side) => side.getBoundingClientRect().width);

test('S38 the side panel is 200 pixels wide, 80 when collapsed', async () => {
  const page = await open('/account', { token: await ownerToken() });
  await page.getByTestId('side-menu').waitFor();
  expect(await sideWidth(page)).toBe(200);
  await page.getByRole('button', { name: '收起菜单' }).click();
  await expect.poll(() => sideWidth(page)).toBe(80);
  await page.getByRole('button', { name: '展开菜单' }).click();
  await expect.poll(() => sideWidth(page)).toBe(200);
});

test('S38 the frame changes at its breakpoints and not a pixel beside them', async () => {
  const token = await ownerToken();
  const page = await open('/account', { token });
  const widthAt = async (width: number) => {
    await page.setViewportSize({ width, height: 800 });
    await page.reload();
    await page.getByTestId('side-menu').waitFor();
    return sideWidth(page);
  };
  expect(await widthAt(992)).toBe(200);
  expect(await widthAt(991)).toBe(80);
  expect(await widthAt(768)).toBe(80);
  expect(await widthAt(767)).toBeGreaterThan(600);
  const barHeight = () =>
    page
      .locator('header')
      .first()
      .evaluate((bar) => bar.getBoundingClientRect().height);
  await page.setViewportSize({ width: 576, height: 800 });
  const oneRow = await barHeight();
  await page.setViewportSize({ width: 575, height: 800 });
  expect(await barHeight()).toBeGreaterThan(oneRow + 20);
});

test('S39 a dropdown shows 50 ms after the pointer comes, and not for one that passes', async () => {
  const page = await open('/dashboard', { token: await ownerToken() });
  await page.getByTestId('user').getByText(owner.name, { exact: true }).waitFor();
  await page.evaluate(() => {
    const times = { entered: 0, shown: 0 };
    Object.assign(window, { times });
    document.addEventListener('pointerover', ({ target }) => {
      if (target instanceof Element && target.closest('[data-testid=user]')) times.entered ||= performance.now();
    });
    new MutationObserver(() => {
      if (document.querySelector('.ant-dropdown')) times.shown ||= performance.now();
    }).observe(document.body, { childList: true, subtree: true });
  });
  const delay = () =>
    page.evaluate(() => {
      const { entered, shown } = (window as unknown as { times: { entered: number; shown: number } }).times;
      return shown - entered;
    });

  // Passing over it: both moves reach the page within one frame.
  const box = (await page.getByTestId('user').boundingBox())!;
  await page.evaluate(() => {
    const user = document.querySelector('[data-testid=user]')!;
    const move = (type: string, relatedTarget: Element | null) =>
      user.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'mouse', relatedTarget }));
    move('pointerover', document.body);
    move('pointerout', document.body);
  });
  await page.waitForTimeout(300);
  expect(await page.locator('.ant-dropdown').count()).toBe(0);

  await page.evaluate(() => Object.assign((window as unknown as { times: object }).times, { entered: 0, shown: 0 }));
  await page.mouse.move(box.x + 10, box.y + 10);
  await page.getByRole('menuitem').first().waitFor();
  expect(await delay()).toBeGreaterThanOrEqual(49);
  expect(await delay()).toBeLessThan(1500);
  await page.mouse.move(100, 600);
  await page.getByRole('menuitem').first().waitFor({ state: 'hidden' });

  await page.evaluate(() => Object.assign((window as unknown as { times: object }).times, { entered: 0, shown: 0 }));
  await page.getByTestId('user').hover();
  await page.getByRole('menuitem').first().waitFor();
  await page.getByTestId('user').click();
  await page.waitForTimeout(200);
  expect(await page.getByRole('menuitem').first().isVisible()).toBe(true);
});

test('a member who is not the owner sees no members and finds nothing there', async () => {
  const member = await createMember(site);
  const page = await open('/account/members', { token: member.token });
  await page.getByRole('heading', { name: '找不到页面' }).waitFor();
  expect(await page.getByTestId('side-menu').getByRole('link').count()).toBe(3);
});
