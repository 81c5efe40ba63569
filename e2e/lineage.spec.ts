import { expect, test } from 'vitest';

import { useBrowser } from './browser.ts';
import { createDataset, openTab } from './files.ts';

const { open, ownerToken } = useBrowser();

test('a column is replaced everywhere before its type changes, and the replacement is undone', async () => {
  const rows = '2026-01-01,Oslo,5.5,1.5\n2026-01-02,Bergen,7,2.5\n2026-01-03,Oslo,2,3.5\n';
  const token = await ownerToken();
  const path = await createDataset(token, 'replaced.csv', `day,city,amount,price\n${rows}`);
  const page = await open(path, { token, locale: 'en-US' });
  await page.getByRole('button', { name: 'Create dashboard' }).click();
  await page.waitForURL(/\/dashboard\/[\w-]{36}/);
  await page.goBack();
  await openTab(page, 'Schema');
  await page.getByRole('button', { name: 'Edit column amount' }).click();
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByTitle('Text', { exact: true }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Use another column instead' }).click();
  const replacement = page.getByRole('combobox', { name: 'Replacement for amount' });
  await replacement.selectOption({ label: 'price (Number)' });
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('dialog', { name: 'Review the changes' }).getByText('Will change').waitFor();
  await page.getByRole('button', { name: 'Replace', exact: true }).click();
  // The change of type is tested again: nothing uses the column any more.
  await page.getByText('Everything was tested and keeps working.').waitFor();
  await page.getByRole('dialog', { name: 'Change the type of' }).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog', { name: 'Edit column amount' }).getByRole('button', { name: 'Cancel' }).click();
  await openTab(page, 'Usage');
  const lineage = page.getByRole('group', { name: 'Lineage' });
  await lineage.getByRole('link', { name: 'replaced', exact: true }).first().waitFor();
  const item = page.getByRole('listitem').filter({ hasText: 'amount → price' });
  await item.getByRole('button', { name: 'Undo' }).click();
  await item.getByText('Undone').waitFor();
  await page.getByRole('row', { name: /^Sum of amount Card / }).waitFor();
  await lineage
    .getByRole('link', { name: /^Lineage of / })
    .first()
    .click();
  await page.waitForURL(/\/dashboard\/lineage\/dashboard\//);
  await page.getByRole('heading', { level: 1, name: 'Lineage of replaced' }).waitFor();
  expect(await page.getByRole('group', { name: 'Lineage' }).getByRole('heading').allTextContents()).toEqual([
    'Applications',
    'Datasets',
    'Dashboards',
  ]);
});
