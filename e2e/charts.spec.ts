import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { chartKinds } from '#domain/query/chart-kinds.ts';
import { languageCodes } from '#domain/language.ts';
import { chartKindDescriptors } from '#display/charts/all-kinds.ts';
import { useBrowser } from './browser.ts';
import { overflowOf } from './screens.ts';

const { open } = useBrowser();
const plots = chartKinds.filter((kind) => chartKindDescriptors[kind].surface === 'plot');

/** Waits until every chart of the gallery is rendered. */
async function waitForCharts(page: Page): Promise<void> {
  await expect.poll(() => page.locator('[data-drawn]').count()).toBe(plots.length);
}

const openGallery = async (visit: Parameters<typeof open>[1]) => {
  const page = await open('/help/charts', visit);
  await waitForCharts(page);
  return page;
};

for (const language of languageCodes) {
  for (const theme of ['light', 'dark'] as const) {
    test(`every chart kind is rendered in ${language} and the ${theme} theme, on a desktop and on a phone`, async () => {
      const page = await openGallery({ stored: { 'web.language': language }, theme, width: 1440 });
      for (const kind of chartKinds) expect(await page.locator(`[data-kind=${kind}]`).count()).toBe(1);
      const labels = await page
        .locator('[role=img][aria-label]')
        .evaluateAll((all) => all.map((each) => each.ariaLabel ?? ''));
      expect(labels.filter((label) => label.length > 12).length).toBeGreaterThanOrEqual(plots.length + 1);
      await page.setViewportSize({ width: 390, height: 800 });
      await expect
        .poll(() => page.locator('[data-kind=line] canvas').evaluate((canvas) => canvas.clientWidth))
        .toBeLessThan(390);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    });
  }
}

test('pointing at a bar shows its exact value', async () => {
  const page = await openGallery({ stored: { 'web.language': 'en_US' } });
  const canvas = page.locator('[data-kind=bar_horizontal] canvas');
  await canvas.scrollIntoViewIfNeeded();
  const box = (await canvas.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + 16);
  await page.getByText('¥18,456,200').and(page.locator('span:visible')).waitFor();
});

for (const [name, start] of [
  ['Image (PNG)', '\u0089PNG'],
  ['Vector image (SVG)', '<svg'],
] as const) {
  test(`a chart can be downloaded: ${name}`, async () => {
    const page = await openGallery({ stored: { 'web.language': 'en_US' } });
    await page.locator('[data-kind=pie]').getByRole('button', { name: 'Download image' }).click();
    const downloadEvent = page.waitForEvent('download');
    await page.getByRole('menuitem', { name }).click();
    const download = await downloadEvent;
    expect(download.suggestedFilename()).toMatch(/^Share of orders by category\.(png|svg)$/);
    const file = await readFile(await download.path());
    expect(file.toString('latin1').startsWith(start)).toBe(true);
    expect(file.length).toBeGreaterThan(2000);
  });
}

test('changes of theme and preferences are applied at once', async () => {
  const page = await openGallery({ stored: { 'web.language': 'en_US', 'web.preferences.units': 'none' } });
  expect(await page.locator('[data-kind=figure]').textContent()).toContain('¥2,754,300');
  const before = await page
    .locator('[data-kind=ring] canvas')
    .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect
    .poll(() => page.locator('[data-kind=ring] canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL()))
    .not.toBe(before);
});
