import type { Response } from 'playwright-core';
import { expect, test } from 'vitest';

import { createClient } from '#server/testing/client.ts';
import { createMember, newAccount, owner, signIn } from './accounts.ts';
import { expectPath, site, useBrowser } from './browser.ts';
import { expectHeading, findNewestMember, settle, submit } from './screens.ts';

const { open, ownerToken } = useBrowser();

test('the owner invites someone by a link, which works for one sign-up', async () => {
  const page = await open('/account/members', { token: await ownerToken(), locale: 'en-US' });
  await page.getByRole('button', { name: 'Invite member' }).click();
  await page.getByText('Viewer:').click();
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByRole('textbox', { name: 'The invitation link is ready' }).inputValue();

  const account = newAccount('客人');
  const guest = await open(link.replace(site, ''));
  await guest.getByText(`${owner.name} 邀请您以查看者身份加入。`).waitFor();
  await submit(guest, account);
  await expectPath(guest, '/dashboard');
  await expect.poll(() => guest.getByTestId('user').textContent()).toContain('客人');

  await page.reload();
  const row = await findNewestMember(page, account.email);
  expect(await row.textContent()).toContain('Viewer');
  const late = await open(link.replace(site, ''), { expectsNoise: true });
  await late.getByText('该链接已失效').waitFor();
});

test('a withdrawn invitation is invalid', async () => {
  const page = await open('/account/members', { token: await ownerToken() });
  await settle(page);
  const isListed = (response: Response) =>
    response.url().endsWith('/api/invitations') && response.request().method() === 'GET';
  const withdrawals = page.getByRole('button', { name: /撤\s*回/ });
  const before = await withdrawals.count();
  await page.getByRole('button', { name: '邀请成员' }).click();
  const listed = page.waitForResponse(isListed);
  await page.getByRole('button', { name: '生成链接' }).click();
  const link = await page.getByRole('textbox', { name: '邀请链接已生成' }).inputValue();
  await listed;
  await page.keyboard.press('Escape');
  const listedAgain = page.waitForResponse(isListed);
  // The newest is first, once the list shows it; a page has ten.
  await expect.poll(() => withdrawals.count()).toBe(Math.min(before + 1, 10));
  await withdrawals.first().click();
  await listedAgain;
  const guest = await open(link.replace(site, ''), { expectsNoise: true });
  await guest.getByText('该链接已失效').waitFor();
});

test('the owner opens sign-up, someone signs up without a link, and the owner closes it again', async () => {
  const page = await open('/account/members', { token: await ownerToken() });
  await page.getByRole('switch', { name: '开放注册' }).click();
  await page.getByText('任何能访问登录页面的人都可以注册').waitFor();
  const guest = await open('/auth/signin');
  await guest.getByRole('link', { name: '注册新账号' }).click();
  await guest.getByText('注册已开放，新成员的角色为查看者。').waitFor();
  await submit(guest, newAccount());
  await expectPath(guest, '/dashboard');

  await page.getByRole('switch', { name: '开放注册' }).click();
  await page.getByText('只有持有邀请链接的人可以注册。').waitFor();
  const late = await open('/auth/signup');
  await late.getByText('这里仅限受邀注册').waitFor();
});

test('a reset link from the owner sets a new password and ends the old sessions', async () => {
  const member = await createMember(site);
  const session = await open('/dashboard', { token: member.token, expectsNoise: true });
  await session.locator('h1').waitFor();

  const page = await open('/account/members', { token: await ownerToken() });
  const row = await findNewestMember(page, member.email);
  await row.getByRole('button', { name: '重置密码' }).click();
  const link = await page.getByRole('textbox', { name: 'Member 的重置链接' }).inputValue();

  const guest = await open(link.replace(site, ''));
  await expectHeading(guest, '设置新密码');
  await submit(guest, { password: 'quite another password' });
  await expectHeading(guest, '登录');
  await submit(guest, { identifier: member.username, password: 'quite another password' });
  await expectPath(guest, '/dashboard');

  await session.goto(`${site}/account`);
  await expect.poll(() => new URL(session.url()).pathname).toBe('/auth/signin');
  const old = await createClient(site).call('POST /auth/signin', {
    identifier: member.username,
    password: member.password,
  });
  expect(old.status).toBe(401);
});

test('sessions are listed, and ended one by one', async () => {
  const member = await createMember(site);
  const other = await signIn(site, member);
  const page = await open('/account/security', { token: member.token, locale: 'en-US' });
  const rows = page.locator('tbody tr.ant-table-row');
  await rows.nth(1).waitFor();
  expect(await rows.count()).toBe(2);
  expect(await page.getByText('This device').count()).toBe(1);
  expect(await page.getByRole('button', { name: 'End session', exact: true }).count()).toBe(1);
  await page.getByRole('button', { name: 'End session', exact: true }).click();
  await expect.poll(() => rows.count()).toBe(1);
  expect((await createClient(site).call('GET /me', {}, { token: other })).status).toBe(401);
  expect((await createClient(site).call('GET /me', {}, { token: member.token })).status).toBe(200);
});

test('changing the password needs the current one and ends the other sessions', async () => {
  const member = await createMember(site);
  const other = await signIn(site, member);
  const page = await open('/account/security', { token: member.token, expectsNoise: true });
  const change = async (current: string) => {
    await page.getByLabel('当前密码').fill(current);
    await page.getByLabel('新密码').fill('the next password');
    await page.locator('form [type=submit]').click();
  };
  await change('not the password');
  await page.getByText('当前密码不正确。').waitFor();
  await change(member.password);
  await page.locator('.ant-notification').getByText('密码已修改').waitFor();
  expect((await createClient(site).call('GET /me', {}, { token: other })).status).toBe(401);
  await page.reload();
  await expectHeading(page, '安全');
});

test('the owner changes a role, and disables, enables and removes a member with an open page', async () => {
  const member = await createMember(site, '路人');
  const memberPage = await open('/account/profile', { token: member.token, expectsNoise: true });
  await memberPage.getByText('查看者').waitFor();
  const page = await open('/account/members', { token: await ownerToken() });
  const row = await findNewestMember(page, member.email);
  await row.getByRole('combobox', { name: /角色/ }).selectOption('编辑者');
  await memberPage.getByText('编辑者').waitFor();

  const choose = async (entry: string) => {
    await row.getByRole('button', { name: '路人 的更多操作' }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  await choose('停用');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /停\s*用/ })
    .click();
  await row.getByText('已停用').waitFor();
  await expect.poll(() => new URL(memberPage.url()).pathname).toBe('/auth/signin');
  await submit(memberPage, { identifier: member.username, password: member.password });
  await memberPage.getByText('该账号已停用').waitFor();
  await choose('启用');
  await row.getByText('已停用').waitFor({ state: 'detached' });
  await memberPage.locator('form [type=submit]').click();
  await expect.poll(() => new URL(memberPage.url()).pathname).toBe('/account/profile');

  await choose('移除');
  const dialog = page.getByRole('dialog', { name: '移除 路人？' });
  await dialog.getByText(`${owner.name} (${owner.username})`).waitFor();
  await dialog.getByRole('button', { name: /移\s*除/ }).click();
  await row.waitFor({ state: 'detached' });
  await expect.poll(() => new URL(memberPage.url()).pathname).toBe('/auth/signin');
});
