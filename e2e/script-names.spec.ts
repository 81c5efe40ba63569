import { expect, test } from 'vitest';

import { createInvitation, newAccount } from './accounts.ts';
import { site, useBrowser } from './browser.ts';
import { expectHeading, findNewestMember, settle, submit } from './screens.ts';

const { open, ownerToken } = useBrowser();

const names = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  '$t(common.brand) {{since}} ${7*7}',
  '<svg/onload=alert(1)>\u202Eabc',
];

/** Selects nodes that only an injected name could have created. */
const injectedSelector = 'img[src="x"], [onerror], [onload], body script:not([src])';

for (const name of names) {
  test(`a member called ${JSON.stringify(name)} is shown as text everywhere`, async () => {
    const account = newAccount(name);
    const page = await open(await createInvitation(site));
    await submit(page, account);
    await page.getByTestId('user').getByText(name, { exact: true }).waitFor();
    await page.goto(`${site}/index`);
    await expectHeading(page, `${name}，您好`);
    await page.goto(`${site}/account/profile`);
    await settle(page);
    expect(await page.getByLabel('姓名').inputValue()).toBe(name);
    expect(await page.locator(injectedSelector).count()).toBe(0);

    const members = await open('/account/members', { token: await ownerToken() });
    const row = await findNewestMember(members, account.email);
    await row.getByRole('button', { name: '重置密码' }).click();
    await members.getByRole('dialog').getByText(`${name} 的重置链接`).waitFor();
    // Beside the avatar.
    expect(await row.locator('td').first().getByText(name, { exact: true }).count()).toBe(1);
    expect(await members.locator(injectedSelector).count()).toBe(0);
  });
}

test('a script in a URL is shown as text or not at all', async () => {
  const script = encodeURIComponent('"><img src=x onerror=alert(1)>');
  const page = await open(`/auth/signin?returnUrl=${script}`, { expectsNoise: true });
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.locator('h1').waitFor();
  expect(await page.locator(injectedSelector).count()).toBe(0);
  await page.goto(`${site}/auth/signup?invitation=${script}`);
  await page.getByText('该链接已失效').waitFor();
  expect(await page.locator(injectedSelector).count()).toBe(0);
  expect(dialogs).toEqual([]);
});

test('a script in a search is shown as text', async () => {
  const page = await open('/dashboard', { token: await ownerToken() });
  await page.locator('h1').waitFor();
  await page.keyboard.press('/');
  const nothing = '<zzqqxyvw onclick=zzqqxyvw>';
  await page.getByRole('dialog').getByRole('combobox').fill(nothing);
  await page.getByText(`没有找到“${nothing}”`).waitFor();
  await page.getByRole('dialog').getByRole('combobox').fill(names[0]!);
  await page.getByRole('option', { name: names[0]! }).first().waitFor();
  expect(await page.locator(injectedSelector).count()).toBe(0);
});
