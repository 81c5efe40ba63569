import { expect, test } from 'vitest';

import { languageCodes } from '#domain/language.ts';
import { createMember, newAccount } from './accounts.ts';
import { site, useBrowser } from './browser.ts';
import { memberScreens, overflowOf, publicScreens, waitForContent } from './screens.ts';

const { enter, open, ownerToken } = useBrowser();

const widths = [360, 575, 576, 767, 768, 991, 992, 1440, 2560];

const parts = { public: publicScreens, member: memberScreens };

for (const language of languageCodes) {
  for (const [part, screens] of Object.entries(parts)) {
    test(`no ${part} screen in ${language} overflows from 360 to 2560 pixels, or logs an error`, async () => {
      // An unbreakable name is the hardest to fit.
      if (part === 'member') await createMember(site, 'W'.repeat(60));
      const token = part === 'member' ? await ownerToken() : undefined;
      const page = await (await enter({ stored: { 'web.language': language }, token })).newPage();
      const wide: string[] = [];
      for (const screen of screens) {
        await page.goto(`${site}${screen}`);
        await waitForContent(page);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 });
          const overflow = await overflowOf(page);
          if (overflow > 0) wide.push(`${screen} at ${width}: ${overflow}`);
        }
      }
      expect(wide).toEqual([]);
    });
  }
}

test('a long member name fits on a phone', async () => {
  const { token } = await createMember(site, `${newAccount().username} ${'长'.repeat(60)}`);
  const page = await open('/index', { token, width: 360 });
  for (const path of ['/index', '/dashboard', '/account/profile']) {
    await page.goto(`${site}${path}`);
    await page.locator('h1').waitFor();
    expect([path, await overflowOf(page)]).toEqual([path, 0]);
  }
});

test('the palette and the dialogs fit on a phone', async () => {
  const page = await open('/account/members', { token: await ownerToken(), width: 360, height: 640 });
  await page.locator('h1').waitFor();
  for (const show of [page.getByTestId('search'), page.getByRole('button', { name: '邀请成员' })]) {
    await show.click();
    const box = (await page.locator('.ant-modal:visible').boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(360);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await page.keyboard.press('Escape');
    await page.locator('.ant-modal:visible').waitFor({ state: 'detached' });
  }
});

test('tables of the help do not break short words on a phone', async () => {
  const page = await open('/help/administration', { width: 360 });
  await page.locator('td code').first().waitFor();
  const broken = await page
    .locator('td code')
    .evaluateAll((list) =>
      list
        .filter((code) => code.textContent.length <= 6 && code.getClientRects().length > 1)
        .map((code) => code.textContent),
    );
  expect(broken).toEqual([]);
});
