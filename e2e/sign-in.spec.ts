import { expect, onTestFinished, test } from 'vitest';

import { createClient } from '#server/testing/client.ts';
import { createInvitation, createMember, newAccount, owner, signIn } from './accounts.ts';
import { expectPath, readStorage, site, useBrowser } from './browser.ts';
import { startProduct } from './product.ts';
import { expectHeading, submit } from './screens.ts';

const { open, enter } = useBrowser();

/** An installation without an owner, for one test. */
async function startEmpty(): Promise<string> {
  const { url, stop } = await startProduct();
  onTestFinished(stop);
  return url;
}

test('an empty installation offers to create the owner and nothing else', async () => {
  const url = await startEmpty();
  const page = await open('/', { at: url });
  for (const path of ['/auth/signin', '/auth/signup', '/auth/forgot', '/auth/reset?token=x', '/dashboard']) {
    await page.goto(`${url}${path}`);
    await expectHeading(page, '创建所有者');
    expect(await page.locator('main a').count()).toBe(0);
    expect(await page.locator('form input').count()).toBe(4);
  }
});

test('the owner is created, signs out, and signs in by username and by e-mail', async () => {
  const page = await open('/', { at: await startEmpty() });
  await submit(page, owner);
  await expectPath(page, '/dashboard');
  await expect.poll(() => page.getByTestId('user').textContent()).toContain(owner.name);
  for (const identifier of [owner.username, owner.email, owner.email.toUpperCase()]) {
    await page.getByTestId('user').click();
    await page.getByRole('menuitem', { name: '退出登录', exact: true }).click();
    await expectHeading(page, '登录');
    await submit(page, { identifier, password: owner.password });
    await expectPath(page, '/dashboard');
  }
});

test('an installation with an owner offers sign-in, and says how to sign up', async () => {
  const page = await open('/auth');
  await expectHeading(page, '登录');
  await page.getByText('注册需要邀请链接').waitFor();
  await page.goto(`${site}/auth/signup`);
  await page.getByText('这里仅限受邀注册').waitFor();
  expect(await page.locator('form').count()).toBe(0);
});

test('an incomplete form says what is missing and focuses it', async () => {
  const page = await open('/auth/signin', { locale: 'en-US' });
  await submit(page, { password: 'something' });
  await page.getByText('Enter your email or username').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('identifier');
  expect(await page.locator('[name=identifier]').getAttribute('aria-invalid')).toBe('true');
  await page.locator('[name=identifier]').fill('x');
  await page.getByText('Enter your email or username').waitFor({ state: 'detached' });
});

test('a wrong password and an unknown user get the same message', async () => {
  const page = await open('/auth/signin', { expectsNoise: true });
  for (const identifier of [owner.username, 'nobody-here']) {
    await submit(page, { identifier, password: 'not the password' });
    await expect.poll(() => page.getByRole('alert').textContent()).toBe('账号或密码不正确。');
    await expectPath(page, '/auth/signin');
    expect(await readStorage(page)).toEqual({});
    await page.reload();
  }
});

test('a password can be shown and hidden again', async () => {
  const page = await open('/auth/signin', { locale: 'en-US' });
  const field = page.locator('[name=password]');
  await field.fill('secret');
  await page.getByRole('button', { name: 'Show password' }).click();
  expect(await field.getAttribute('type')).toBe('text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  expect(await field.getAttribute('type')).toBe('password');
});

test('without email the forgot page explains two other ways to reset', async () => {
  const page = await open('/auth/signin', { locale: 'en-US' });
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expectHeading(page, 'Forgot password');
  await page.getByText('npm run reset-password -- username').waitFor();
  await page.getByText('Ask the owner to create a reset link').waitFor();
  expect(await page.locator('form').count()).toBe(0);
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await expectPath(page, '/auth/signin');
});

test('an invalid invitation or reset link says so', async () => {
  const page = await open(`/auth/signup?invitation=${'x'.repeat(32)}`, { expectsNoise: true });
  await expectHeading(page, '注册');
  await page.getByText('该链接已失效，请重新获取。').waitFor();
  await page.goto(`${site}/auth/reset?token=${'x'.repeat(32)}`);
  await submit(page, { password: 'a new password' });
  await page.getByText('该链接已失效，请重新获取。').waitFor();
  await page.goto(`${site}/auth/reset`);
  await page.getByText('请打开重置链接的完整地址。').waitFor();
});

test('a taken username or email is refused with the reason', async () => {
  const member = await createMember(site);
  const page = await open(await createInvitation(site), { expectsNoise: true });
  await submit(page, { ...newAccount(), username: member.username });
  await page.getByText('该用户名已被使用。').waitFor();
  await submit(page, { ...newAccount(), email: member.email });
  await page.getByText('该邮箱已被使用。').waitFor();
});

test('an unreachable server is reported, with a retry', async () => {
  const context = await enter({ expectsNoise: true });
  const page = await context.newPage();
  await page.route('**/api/installation', (route) => route.abort());
  await page.goto(`${site}/auth/signin`);
  await page.getByText('无法连接服务器，请检查网络后重试。').waitFor();
  await page.unroute('**/api/installation');
  await page.getByRole('button', { name: '重试' }).click();
  await expectHeading(page, '登录');
});

test('a session ended elsewhere redirects to sign-in with the returnUrl', async () => {
  const member = await createMember(site);
  const page = await open('/account/profile', { token: member.token, expectsNoise: true });
  await page.locator('h1').waitFor();
  const other = await signIn(site, member);
  await createClient(site).call('DELETE /sessions', {}, { token: other });
  await page.getByRole('link', { name: '安全' }).click();
  await page.locator('.ant-notification').getByText('登录已失效').waitFor();
  await expectPath(page, '/auth/signin?returnUrl=%2Faccount%2Fsecurity');
  await submit(page, { identifier: member.username, password: member.password });
  await expectPath(page, '/account/security');
});
