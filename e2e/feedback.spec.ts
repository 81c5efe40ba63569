import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { createMember, owner, signIn } from './accounts.ts';
import { expectPath, site, useBrowser, type Visit } from './browser.ts';
import { holdTime, passUntil } from './time.ts';

const { open, ownerToken } = useBrowser();

const toast = '.ant-message-notice';
const notice = '.ant-notification-notice';
const kindOf = (kind: string) => `${toast}-${kind}`;

type Lifetime = { appearedAt: number; leftAt: number };

/** Records in the page when each toast or notification appears and begins to leave, by the page's clock. */
async function watchLifetimes(page: Page, selector: string): Promise<() => Promise<Lifetime[]>> {
  await page.evaluate((selector) => {
    const lifetimes = new Map<Element, Lifetime>();
    Object.assign(window, { lives: lifetimes });
    const record = () => {
      for (const element of document.querySelectorAll(selector))
        if (!lifetimes.has(element)) lifetimes.set(element, { appearedAt: performance.now(), leftAt: 0 });
      for (const [element, lifetime] of lifetimes)
        if (!element.isConnected || element.closest('[class*="-leave"]')) lifetime.leftAt ||= performance.now();
    };
    new MutationObserver(record).observe(document.body, { childList: true, subtree: true, attributes: true });
  }, selector);
  return () => page.evaluate(() => [...(window as unknown as { lives: Map<Element, Lifetime> }).lives.values()]);
}

/**
 * Expects the last one to be displayed for `length` milliseconds; then resumes the clock and waits until all are gone.
 */
async function expectLifetime(page: Page, selector: string, readLifetimes: () => Promise<Lifetime[]>, length: number) {
  const last = (await readLifetimes()).at(-1)!;
  const age = (await page.evaluate(() => performance.now())) - last.appearedAt;
  await page.clock.runFor(Math.floor(length - 50 - age));
  expect((await readLifetimes()).at(-1)!.leftAt).toBe(0);
  await page.clock.runFor(150);
  await expect.poll(async () => (await readLifetimes()).at(-1)!.leftAt).toBeGreaterThan(0);
  await page.clock.resume();
  await expect.poll(() => page.locator(selector).count()).toBe(0);
}

/** The top of the highest toast. */
const topOf = (page: Page) =>
  page
    .locator(toast)
    .evaluateAll((all) => Math.min(...all.map((each) => Math.round(each.getBoundingClientRect().top))));

async function openCopyField(page: Page): Promise<void> {
  await page.getByRole('button', { name: '邀请成员' }).click();
  await page.getByRole('button', { name: '生成链接' }).click();
  await page.getByRole('button', { name: '复制', exact: true }).waitFor();
}

async function openMembers(visit: Visit = {}): Promise<Page> {
  const page = await open('/account/members', {
    ...visit,
    token: await ownerToken(),
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await page.getByRole('cell', { name: owner.email }).waitFor();
  return page;
}

test('S33 saving a profile shows a success toast', async () => {
  const member = await createMember(site);
  const page = await open('/account/profile', { token: member.token });
  await page.getByLabel('姓名').fill('新名字');
  await page.getByRole('button', { name: /保\s*存/ }).click();
  await page.locator(kindOf('success')).getByText('已保存').waitFor();
  await expect.poll(() => page.getByTestId('user').textContent()).toContain('新名字');
});

test('S33 copying a link shows an info toast, opening sign-up to everyone a warning toast', async () => {
  const page = await openMembers();
  await openCopyField(page);
  await page.getByRole('button', { name: '复制', exact: true }).click();
  await page.locator(kindOf('info')).getByText('已复制').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(`${site}/auth/signup?invitation=`);
  await page.keyboard.press('Escape');
  const open = page.getByRole('switch', { name: '开放注册' });
  await open.click();
  await page.locator(kindOf('warning')).getByText('注册已开放').waitFor();
  await open.click();
  await page.locator(kindOf('success')).getByText('已改为仅限邀请注册').waitFor();
});

test('S33 a failed request shows an error toast with the reason', async () => {
  const page = await open('/account/profile', { token: await ownerToken(), expectsNoise: true });
  await page.route('**/api/me', (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()));
  await page.getByRole('button', { name: /保\s*存/ }).click();
  await page.locator(kindOf('error')).getByText('无法连接服务器').waitFor();
});

test('S33 signing out shows a loading toast until it is done', async () => {
  const page = await open('/dashboard', { token: await signIn(site, owner) });
  await page.getByTestId('user').getByText(owner.name, { exact: true }).waitFor();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/sessions/current', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByTestId('user').click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.locator(kindOf('loading')).getByText('正在退出…').waitFor();
  release();
  await expectPath(page, '/auth/signin');
  await page.locator(kindOf('loading')).waitFor({ state: 'detached' });
});

// The ripple of a pressed button logs an error while the clock is paused.
const pausedClock = { expectsNoise: true };

test('S34 toasts are displayed for 3000 ms, at most 7 at a time, 24 px from the top', async () => {
  const page = await openMembers(pausedClock);
  await openCopyField(page);
  await holdTime(page);
  const readLifetimes = await watchLifetimes(page, toast);
  const copy = page.getByRole('button', { name: '复制', exact: true });
  await copy.evaluate((button: HTMLButtonElement) => {
    for (let count = 0; count < 10; count += 1) button.click();
  });
  await passUntil(page, () => page.locator(toast).count(), 7);
  await passUntil(page, () => topOf(page), 24);
  const box = (await page.locator(toast).first().boundingBox())!;
  expect(Math.abs(box.x + box.width / 2 - 640)).toBeLessThan(20);

  await expectLifetime(page, toast, readLifetimes, 3000);
});

test('S34 a toast stays while the pointer is on it', async () => {
  const page = await openMembers(pausedClock);
  await openCopyField(page);
  await holdTime(page);
  await page.getByRole('button', { name: '复制', exact: true }).click();
  await passUntil(page, () => topOf(page), 24);
  await page.locator(`${toast} >> text=已复制`).hover();
  await page.clock.runFor(4000);
  expect(await page.locator(toast).count()).toBe(1);
  await page.mouse.move(10, 700);
  await page.clock.resume();
  await page.locator(toast).waitFor({ state: 'detached' });
});

test('S35 notifications are displayed for 4500 ms, at most 7 at a time, 24 px from the top right', async () => {
  const page = await open('/account/security', { token: await ownerToken() });
  await page.route('**/api/me/password', (route) => route.fulfill({ status: 204 }));
  await page.getByLabel('当前密码').waitFor();
  await holdTime(page);
  const readLifetimes = await watchLifetimes(page, notice);
  const change = async () => {
    const response = page.waitForResponse('**/api/me/password');
    await page.getByLabel('当前密码').fill(owner.password);
    await page.getByLabel('新密码').fill('another password');
    await page.locator('form [type=submit]').click();
    await page.clock.runFor(20);
    await response;
    await passUntil(page, () => page.getByLabel('当前密码').inputValue(), '');
  };
  await change();
  await passUntil(page, () => page.locator(notice).getByText('密码已修改').count(), 1);
  const offsets = async () => {
    const box = (await page.locator(notice).first().boundingBox())!;
    return [Math.round(box.y), Math.round(1280 - box.x - box.width)];
  };
  await passUntil(page, offsets, [24, 24]);
  await expectLifetime(page, notice, readLifetimes, 4500);

  await holdTime(page);
  for (let count = 0; count < 9; count += 1) await change();
  await passUntil(page, () => page.locator(notice).count(), 7);
});

test('S40 a dialog is 520 px wide with z-index 1000, and a toast is above it with z-index 1010', async () => {
  const page = await openMembers({ motion: 'no-preference' });
  await page.evaluate(() => {
    const animations: string[] = [];
    Object.assign(window, { animations });
    document.addEventListener('animationstart', ({ target, animationName }) => {
      animations.push(
        `${animationName.replace(/^.*?(ant|css)/, '$1')} ${getComputedStyle(target as Element).animationDuration}`,
      );
    });
  });
  await openCopyField(page);
  await expect.poll(async () => (await page.locator('.ant-modal:visible').boundingBox())?.width).toBe(520);
  expect(await page.locator('.ant-modal-wrap:visible').evaluate((wrap) => getComputedStyle(wrap).zIndex)).toBe('1000');
  // Read by the page itself from before the click: a toast is gone after three seconds.
  const layer = page.waitForFunction((selector) => {
    const notice = document.querySelector(selector);
    return notice && getComputedStyle(notice.closest('.ant-message')!).zIndex;
  }, toast);
  await page.getByRole('button', { name: '复制', exact: true }).click();
  expect(await (await layer).jsonValue()).toBe('1010');
  const animations = await page.evaluate(() => (window as unknown as { animations: string[] }).animations);
  const durations = new Set(animations.filter((each) => /zoom|fade/i.test(each)).map((each) => each.split(' ').at(-1)));
  expect([...durations]).toEqual(['0.2s']);
});

test('S40 a confirmation is 416 px wide', async () => {
  const member = await createMember(site);
  await signIn(site, member);
  const page = await open('/account/security', { token: member.token });
  await page.getByRole('button', { name: '结束其他所有会话' }).click();
  const dialog = page.locator('.ant-modal-confirm');
  await dialog.waitFor();
  await expect.poll(async () => (await dialog.boundingBox())!.width).toBe(416);
  await dialog.getByRole('button', { name: '结束其他所有会话' }).click();
  await page.locator(kindOf('success')).getByText('已结束').waitFor();
  await expect.poll(() => page.getByRole('button', { name: '结束其他所有会话' }).count()).toBe(0);
});
