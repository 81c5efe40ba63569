import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { codeOf, stepOf } from '#server/accounts/codes.ts';
import { openProvider, type TestProvider, oidcSettings } from '#server/testing/oidc.ts';
import { createInvitation, createMember, createOwner, owner } from './accounts.ts';
import { expectPath, site, useBrowser } from './browser.ts';
import { type RunningProduct, startProduct } from './product.ts';
import { expectHeading, findNewestMember, submit } from './screens.ts';

const { open, ownerToken } = useBrowser();

// Passkeys and a provider need their own installation, with a host name instead of an IP address.
let product: RunningProduct;
let provider: TestProvider;
let at: string;
let createdOwnerToken: string;

beforeAll(async () => {
  provider = await openProvider();
  product = await startProduct({ PUBLIC_URL: '', ...oidcSettings(provider.issuer) });
  at = product.url.replace('127.0.0.1', 'localhost');
  provider.allow(`${at}/auth/oidc`);
  createdOwnerToken = await createOwner(at);
});
afterAll(async () => {
  await product?.stop();
  await provider?.close();
});

/** Adds a virtual authenticator to the browser that approves everything. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('a member adds a passkey, renames it, signs in with it alone, and removes it', async () => {
  const page = await open('/account/security', { at, token: createdOwnerToken, locale: 'en-US', expectsNoise: true });
  await addAuthenticator(page);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('My laptop');
  await dialog.getByLabel('Current password').fill(owner.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const row = page.getByRole('row', { name: 'My laptop' });
  await row.getByRole('button', { name: 'Rename' }).click();
  await dialog.getByLabel('Name').fill('Work laptop');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name: 'Work laptop' }).waitFor();

  await page.getByTestId('user').click();
  await page.getByText('Sign out').click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expectPath(page, '/dashboard');
  await page.goto(`${at}/account/security`);
  await page.getByRole('row', { name: 'Work laptop' }).getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('row', { name: 'Work laptop' }).waitFor({ state: 'detached' });
  await page.getByTestId('user').click();
  await page.getByText('Sign out').click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByText("This passkey wasn't accepted.").waitFor();

  // On an IP address the page says why there are no passkeys.
  const plain = await open('/account/security', { token: await ownerToken() });
  await plain.getByText('在当前地址无法使用通行密钥').waitFor();
});

test('a member turns on two-step verification, signs in with a backup code, and the owner turns it off', async () => {
  const member = await createMember(site, '小心的人');
  const page = await open('/account/security', { token: member.token, locale: 'en-US', expectsNoise: true });
  await page.getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password').fill(member.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const secret = await dialog.getByRole('textbox', { name: 'Key for the app' }).inputValue();
  await dialog.getByRole('img', { name: 'QR code' }).waitFor();
  await dialog.getByLabel('Code from the app').fill('000000');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByText('The code is wrong or was already used.').waitFor();
  const used = codeOf(secret, stepOf(Date.now()));
  await dialog.getByLabel('Code from the app').fill(used);
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('list', { name: 'Your backup codes' }).getByRole('listitem');
  await expect.poll(() => codes.count()).toBe(10);
  const code = (await codes.first().textContent())!;
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('shuju-backup-codes.txt');
  await page.getByRole('button', { name: 'I’ve saved them' }).click();
  await page.getByText('Backup codes left: 10.').waitFor();

  const signInPage = await open('/auth/signin', { expectsNoise: true });
  await submit(signInPage, { identifier: member.username, password: member.password });
  await expectHeading(signInPage, '输入验证码');
  await signInPage.locator('[name=code]').fill(used);
  await signInPage.locator('[name=trust]').check();
  await signInPage.locator('form [type=submit]').click();
  await signInPage.getByText('验证码不正确或已被使用').waitFor();
  await signInPage.locator('[name=code]').fill(code);
  await signInPage.locator('form [type=submit]').click();
  await expectPath(signInPage, '/dashboard');
  // The device is trusted: after signing out, which clears the local storage, the password is enough.
  await signInPage.getByTestId('user').click();
  await signInPage.getByText('退出登录').click();
  await expectHeading(signInPage, '登录');
  await submit(signInPage, { identifier: member.username, password: member.password });
  await expectPath(signInPage, '/dashboard');

  const membersPage = await open('/account/members', { token: await ownerToken() });
  const row = await findNewestMember(membersPage, member.email);
  await row.getByRole('button', { name: '关闭两步验证' }).click();
  await membersPage.getByRole('dialog').getByRole('button', { name: '关闭两步验证' }).click();
  await membersPage.getByText('两步验证已关闭').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Turn on' }).waitFor();
});

test('a member uploads, crops and removes an avatar; an SVG with a script is refused', async () => {
  const page = await open('/account/profile', { token: await ownerToken(), expectsNoise: true });
  const input = page.getByLabel('选择图片').and(page.locator('input'));
  const file = (name: string, mimeType: string, buffer: Buffer) => input.setInputFiles({ name, mimeType, buffer });
  await file(
    'me.png',
    'image/png',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  );
  await page.getByText('无法识别这张图片').waitFor();
  const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#27803a' } })
    .png()
    .toBuffer();
  await file('me.png', 'image/png', picture);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('slider').press('ArrowRight');
  await dialog.getByRole('button', { name: /保\s*存/ }).click();
  const avatar = page.getByTestId('user').locator('img');
  await avatar.waitFor();
  const address = (await avatar.getAttribute('src'))!;
  await page.getByRole('link', { name: '成员' }).click();
  await page.getByRole('row', { name: 'owner@example.com' }).locator(`img[src="${address}"]`).waitFor();
  await expect.poll(() => avatar.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(256);
  await page.getByRole('link', { name: '个人资料' }).click();
  await page.getByRole('button', { name: /移\s*除/ }).click();
  await avatar.waitFor({ state: 'detached' });
  expect(await page.getByTestId('user').getByTestId('avatar').textContent()).toBe(owner.name[0]);
});

test('a member creates a personal key, calls the API with it, and revokes it', async () => {
  const page = await open('/account/keys', { token: await ownerToken(), locale: 'en-US' });
  await page.getByRole('button', { name: 'New key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Nightly report');
  await dialog.getByRole('button', { name: 'New key' }).click();
  const secret = await dialog.getByRole('textbox', { name: 'Your new key' }).inputValue();
  expect(await dialog.getByLabel('Command-line example').textContent()).toContain(`Bearer ${secret}`);
  const callApi = () => fetch(`${site}/api/dashboards`, { headers: { authorization: `Bearer ${secret}` } });
  expect((await callApi()).status).toBe(200);
  await dialog.getByRole('button', { name: 'Close' }).click();
  const row = page.getByRole('row', { name: 'Nightly report' });
  await row.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await row.waitFor({ state: 'detached' });
  expect((await callApi()).status).toBe(401);
});

test('an invited member signs in with the provider and returns to the requested page', async () => {
  const page = await open(await createInvitation(at), { at, locale: 'en-US', expectsNoise: true });
  await page.getByRole('button', { name: 'Sign in with Acme' }).click();
  await page.locator('[name=login]').fill('dora');
  await page.locator('[name=password]').fill('whatever');
  await page.locator('[type=submit]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(() => page.url()).toBe(`${at}/dashboard`);
  await expect.poll(() => page.getByTestId('user').textContent()).toContain('Someone called dora');
  await page.getByTestId('user').click();
  await page.getByText('Sign out').click();

  await page.goto(`${at}/application`);
  await page.getByRole('button', { name: 'Sign in with Acme' }).click();
  await expect.poll(() => page.url()).toBe(`${at}/application`);
  // A code that was used before is rejected.
  const late = await open(`/auth/oidc?code=used&state=${'a'.repeat(43)}`, { at, locale: 'en-US', expectsNoise: true });
  await late.getByText('Sign-in with this provider failed.').waitFor();
});
