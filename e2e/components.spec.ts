import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { createMember, owner } from './accounts.ts';
import { site, useBrowser } from './browser.ts';
import { holdTime, passUntil } from './time.ts';

const { open, ownerToken } = useBrowser();

const moment = /^\d{4}-\d\d-\d\d \d\d:\d\d$/;

test('S36 dates are shown as yyyy-MM-dd HH:mm, in both languages', async () => {
  for (const language of ['zh_CN', 'en_US']) {
    const page = await open('/account/security', { token: await ownerToken(), stored: { 'web.language': language } });
    await page.locator('tbody tr.ant-table-row').first().waitFor();
    const texts = await page.locator('tbody tr.ant-table-row').first().locator('td').allInnerTexts();
    expect(texts.filter((text) => moment.test(text))).toHaveLength(3);
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
  expect(await page.locator('tbody tr.ant-table-row').first().locator('td').nth(4).innerText()).toBe('-');
});

const sideWidth = (page: Page) => page.getByTestId('side-menu').evaluate((side) => side.getBoundingClientRect().width);

test('S38 the side panel is 200 pixels wide, 80 when collapsed', async () => {
  const page = await open('/account', { token: await ownerToken() });
  await expect.poll(() => sideWidth(page)).toBe(200);
  await page.getByRole('button', { name: '收起菜单' }).click();
  await expect.poll(() => sideWidth(page)).toBe(80);
  await page.getByRole('button', { name: '展开菜单' }).click();
  await expect.poll(() => sideWidth(page)).toBe(200);
});

test('S38 the layout changes exactly at its breakpoints', async () => {
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
  await expect.poll(barHeight).toBeGreaterThan(oneRow + 20);
});

test('S39 a dropdown opens 50 ms after the pointer enters, and not when it only passes', async () => {
  const page = await open('/dashboard', { token: await ownerToken() });
  const user = page.getByTestId('user');
  await user.getByText(owner.name, { exact: true }).waitFor();
  await holdTime(page);
  const dropdowns = () => page.locator('.ant-dropdown').count();
  await user.dispatchEvent('pointerover', { pointerType: 'mouse' });
  await user.dispatchEvent('pointerout', { pointerType: 'mouse' });
  await page.clock.runFor(300);
  expect(await dropdowns()).toBe(0);

  await user.hover();
  await page.clock.runFor(49);
  expect(await dropdowns()).toBe(0);
  await passUntil(page, dropdowns, 1, 1);
  await page.clock.resume();
  await page.getByRole('menuitem').first().waitFor();
  await page.mouse.move(100, 600);
  await page.getByRole('menuitem').first().waitFor({ state: 'hidden' });

  await user.hover();
  await page.getByRole('menuitem').first().waitFor();
  await holdTime(page);
  await user.click();
  await page.clock.runFor(300);
  expect(await page.getByRole('menuitem').first().isVisible()).toBe(true);
});

test('a member who is not the owner does not see the members page', async () => {
  const member = await createMember(site);
  const page = await open('/account/members', { token: member.token });
  await page.getByRole('heading', { name: '找不到页面' }).waitFor();
  const links = page.getByTestId('side-menu').getByRole('link');
  expect([(await links.count()) > 0, await links.filter({ hasText: '成员' }).count()]).toEqual([true, 0]);
});
