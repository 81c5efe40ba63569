// Takes the screenshots of the guide from the running product: `npm run pictures`, after their pages have changed.
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';

import { type Language, languageCodes } from '#domain/language.ts';
import { createClient } from '#server/testing/client.ts';
import { launch, openPage } from '../bench/browser.ts';
import { createOwner, startProduct, withDirectory } from '../bench/product.ts';

type TextTree = { [key: string]: string | TextTree };

/** Context of a screenshot. `text` looks up a text of the UI. */
type SceneContext = { page: Page; url: string; dashboard: string; text: (key: string) => string };

/** Brings the page into the state that a screenshot shows. */
type Scene = (context: SceneContext) => Promise<void>;

const orders = `day,city,product,amount
2026-09-01,Hangzhou,Tea,120.50
2026-09-01,Shanghai,Rice,88.00
2026-09-02,Hangzhou,Tea,64.00
2026-09-02,Chengdu,Pepper,45.20
2026-09-03,Shanghai,Tea,310.00
2026-09-04,Chengdu,Rice,72.90
`;

const waitUntilDrawn = async (page: Page) => {
  await page.locator('article [data-drawn]').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('article[aria-busy=true], article [data-due]'));
};

const openAndSettle = async (page: Page, address: string) => {
  await page.goto(address);
  await page.locator('h1').first().waitFor();
  await page.waitForTimeout(1_500);
};

const openDashboard = async ({ page, url, dashboard }: SceneContext) => {
  await page.goto(`${url}/dashboard/${dashboard}`);
  await waitUntilDrawn(page);
};

const openCardMenu = async (context: SceneContext, entry: string) => {
  await openDashboard(context);
  const { page } = context;
  const card = page.locator('article:has([data-drawn])').nth(4);
  await card.hover();
  await card.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: context.text(entry) }).click();
};

const scenes: Record<string, Scene> = {
  dashboard: openDashboard,
  home: async ({ page, url }) => {
    await page.goto(`${url}/index`);
    await page.getByRole('img').first().waitFor();
    await page.waitForTimeout(2_000);
  },
  load: async ({ page, url }) => {
    await page.goto(`${url}/application/upload`);
    const file = { name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(orders) };
    await page.getByTestId('files').first().setInputFiles(file);
    await page.locator('table').first().waitFor();
    await page.waitForTimeout(1_000);
  },
  explore: async ({ page, url }) => {
    await page.goto(`${url}/dashboard/explore`);
    await page.locator('main a[href*="dataset="]').first().click();
    await page.locator('[data-drawn]').first().waitFor();
  },
  edit: async ({ page, url, dashboard, text }) => {
    await page.goto(`${url}/dashboard/${dashboard}?mode=edit`);
    const card = page
      .getByRole('region')
      .filter({ has: page.locator('[data-drawn]') })
      .nth(4);
    await card.waitFor();
    await page.waitForTimeout(1_500);
    await card.hover();
    await card
      .getByRole('button', { name: text('common.edit') })
      .first()
      .click();
    await page.getByRole('complementary').waitFor();
    await page.waitForTimeout(1_500);
  },
  alert: async (context) => {
    await openCardMenu(context, 'alerts.make');
    await context.page.getByRole('dialog').getByTestId('threshold').waitFor({ state: 'attached' });
  },
  search: async ({ page, url, text }) => {
    await page.goto(`${url}/dashboard`);
    await page.locator('h1').first().waitFor();
    await page.keyboard.press('Control+k');
    await page.locator('input[role=combobox]').waitFor();
    await page.keyboard.type(text('search.title') === 'Search' ? 'order' : 'dd');
    await page.locator('[role=listbox] [role=option]').first().waitFor();
    await page.waitForTimeout(500);
  },
  share: async (context) => {
    await openDashboard(context);
    const { page, text } = context;
    await page.getByRole('button', { name: text('share.title') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('share.create') })
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('share.revoke') })
      .first()
      .waitFor();
    await page.waitForTimeout(5_000);
  },
  report: async (context) => {
    await openDashboard(context);
    const { page, text } = context;
    await page.getByRole('button', { name: text('dashboard.export.label'), exact: true }).click();
    await page.getByRole('menuitem', { name: text('reports.make') }).click();
    await page.getByRole('dialog').waitFor();
    await page.waitForTimeout(1_500);
  },
  audit: ({ page, url }) => openAndSettle(page, `${url}/account/audit`),
  security: ({ page, url }) => openAndSettle(page, `${url}/account/security`),
};

const textsOf = async (language: Language) =>
  JSON.parse(await readFile(`web/public/assets/i18n/${language}.json`, 'utf8')) as TextTree;

function textIn(texts: TextTree, key: string): string {
  const value = key.split('.').reduce<string | TextTree>((part, name) => (part as TextTree)[name]!, texts);
  return value as string;
}

async function takeScreenshots(language: Language, selected: string[]): Promise<void> {
  const folder = path.resolve('docs/guide/pictures', language);
  const texts = await textsOf(language);
  await mkdir(folder, { recursive: true });
  const browser = await launch();
  await withDirectory(async (directory) => {
    const product = await startProduct(directory);
    // Passkeys require a host name.
    const url = product.url.replace('127.0.0.1', 'localhost');
    const token = (await createOwner(url)).authorization!.replace('Bearer ', '');
    const { call } = createClient(url);
    await call('PATCH /me/preferences', { language, theme: 'light' }, { token });
    const page = await openPage(browser, url, token);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    page.setDefaultTimeout(20_000);
    await page.setViewportSize({ width: 1280, height: 800 });
    const text = (key: string) => textIn(texts, key);
    await page.goto(`${url}/index`);
    await page.getByRole('button', { name: text('application.begin.sample.title') }).click();
    await page.waitForURL(/\/dashboard\/[\w-]+$/, { timeout: 120_000 });
    const dashboard = page.url().split('/').at(-1)!;
    for (const [name, scene] of Object.entries(scenes)) {
      if (selected.length > 0 && !selected.includes(name) && name !== 'dashboard') continue;
      await scene({ page, url, dashboard, text });
      await page.mouse.move(0, 0);
      await sharp(await page.screenshot())
        .webp({ quality: 80 })
        .toFile(path.join(folder, `${name}.webp`));
      console.log(`${language}/${name}`);
    }
    await product.stop();
  });
  await browser.close();
}

for (const language of languageCodes) await takeScreenshots(language, process.argv.slice(2));
