import { expect, onTestFinished, test } from 'vitest';

import { createClient } from '#server/testing/client.ts';
import { useBrowser } from './browser.ts';
import { findDataset } from './dashboards.ts';
import { startWithSample } from './product.ts';

const { open } = useBrowser();

// Values of the sample in one language, which pages in the other language must not show.
const chineseTexts = /[\u3400-\u9fff]/;
const englishValues = /\b(?:tea|coffee|snacks|completed|shipped|walk-in|livestream|direct|guangdong|shanghai)\b/i;

test('an English page of the sample shows no Chinese value, and a Chinese page no English one', async () => {
  const product = await startWithSample();
  // After the pages are closed: an open one would report the lost connection.
  onTestFinished(product.stop);
  const { url: at, token } = product;
  const client = createClient(at);
  const { id: orders } = await findDataset(at, token, 'orders');
  const { id, dashboard } = (await client.call('POST /dashboards/automatic', { dataset: orders }, { token })).body;
  const control = dashboard.controls.find(({ label }) => label.en_US === 'Province')!.id;
  const readBoard = async (locale: string, province: string) => {
    const page = await open(`/dashboard/${id}?f.${control}=${encodeURIComponent('广东')}`, {
      at,
      token,
      locale,
      height: 3600,
    });
    // Every chart has its values in a table for screen readers.
    await expect.poll(() => page.locator('main table').count()).toBeGreaterThan(7);
    const field = page.locator('main').getByRole('button', { name: /^(Province|省份)/ });
    await expect.poll(() => field.innerText()).toContain(province);
    await field.click();
    const panel = page.getByRole('listbox');
    await panel.getByRole('option').nth(3).waitFor();
    const texts = await page
      .locator('main table, [role=listbox], main [role=img]')
      .evaluateAll((all) =>
        all.map((each) => `${each.getAttribute('aria-label') ?? ''} ${each.textContent}`).join('\n'),
      );
    return { page, texts };
  };
  const english = await readBoard('en-US', 'Guangdong');
  expect(english.texts).toContain('Completed');
  expect(english.texts).not.toMatch(chineseTexts);
  const chinese = await readBoard('zh-CN', '广东');
  expect(chinese.texts).toContain('已完成');
  expect(chinese.texts).not.toMatch(englishValues);
  // The search finds a value by the label in the other language.
  await chinese.page.keyboard.type('Shanghai');
  await expect.poll(() => chinese.page.getByRole('option').allInnerTexts()).toEqual([expect.stringMatching(/上海/)]);
});
