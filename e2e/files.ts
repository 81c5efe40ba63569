import type { JSHandle, Page } from 'playwright-core';
import { expect } from 'vitest';

import { createClient } from '#server/testing/client.ts';
import { loadUploaded, proposalOf, uploadFile } from '#server/testing/data.ts';
import { site } from './browser.ts';

/** A drag with files, once the page has loaded the member: only editors can drop. */
export async function createFileDrag(page: Page, files: Record<string, string>): Promise<JSHandle<DataTransfer>> {
  await page.getByTestId('user').filter({ hasText: /\S/ }).waitFor();
  return page.evaluateHandle((entries) => {
    const transfer = new DataTransfer();
    for (const [name, text] of Object.entries(entries)) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
}

/** Drags files over the page and drops them. */
export async function dropFiles(page: Page, files: Record<string, string>): Promise<void> {
  const transfer = await createFileDrag(page, files);
  for (const event of ['dragenter', 'dragover', 'drop'] as const)
    await page.dispatchEvent('main', event, { dataTransfer: transfer });
}

/** Clicks Import as soon as it is enabled; a dashboard is only created if `createsDashboard` is set. */
export async function load(page: Page, { createsDashboard = false } = {}): Promise<void> {
  const button = page.getByRole('button', { name: 'Import', exact: true }).and(page.locator(':not(.ant-btn-loading)'));
  await expect.poll(() => button.isEnabled()).toBe(true);
  const checkbox = page.getByRole('checkbox', { name: 'Create a dashboard' });
  if (await checkbox.isVisible()) await checkbox.setChecked(createsDashboard);
  await button.click();
}

/**
 * Loads a file as proposed into an application of the same name; returns the path of its dataset. For stories that do
 * not begin with an upload: loading it on pages takes much longer.
 */
export async function createDataset(token: string, file: string, text: string): Promise<string> {
  const client = createClient(site);
  const name = file.replace(/\.\w+$/, '');
  const upload = await uploadFile(client, token, file, text);
  const target = { application: { name }, plan: proposalOf(upload, { name }) };
  const { datasetId } = await loadUploaded(client, token, upload, target);
  const { body } = await client.call('GET /datasets/:id', { id: datasetId! }, { token });
  return `/application/${body.applicationId}/datasets/${body.id}`;
}

/** The cell texts of the rows on a dataset's page, by row. */
export async function readRows(page: Page): Promise<string[][]> {
  await page.locator('table[aria-busy=false]').waitFor();
  return page
    .locator('table[aria-busy] tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)));
}

/** Opens a tab of an application or dataset. */
export async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: new RegExp(`^${name}`) }).click();
}
