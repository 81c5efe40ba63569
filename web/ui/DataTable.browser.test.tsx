import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';

import type { Language } from '#domain/language.ts';
import { renderComponent } from '#web/testing/render.tsx';
import { DataTable } from './DataTable.tsx';

const columns = [{ key: 'name', dataIndex: 'name', title: 'Name' }];
const listRows = (count: number) => Array.from({ length: count }, (_, at) => ({ id: String(at), name: `Row ${at}` }));
const renderRows = (count: number, language?: Language) =>
  renderComponent(<DataTable rows={listRows(count)} columns={columns} empty="Nothing here" />, language);

test('S37 a long list has pages of 10, and offers 10, 20, 30 and 40', async () => {
  const screen = await renderRows(12, 'zh_CN');
  await expect.element(screen.getByText('Row 9', { exact: true })).toBeVisible();
  expect(screen.getByText('Row 10', { exact: true }).query()).toBeNull();
  await userEvent.click(screen.getByTitle('2', { exact: true }));
  await expect.element(screen.getByText('Row 11', { exact: true })).toBeVisible();
  expect(screen.getByText('Row 9', { exact: true }).query()).toBeNull();
  await userEvent.click(document.querySelector('.ant-pagination .ant-select')!);
  const options = () => [...document.querySelectorAll('.ant-select-item-option')].map((each) => each.textContent);
  await expect.poll(options).toEqual(['10 条/页', '20 条/页', '30 条/页', '40 条/页']);
  await userEvent.click(document.querySelector('.ant-select-item-option[title="20 条/页"]')!);
  await expect.poll(() => document.querySelectorAll('tbody tr.ant-table-row').length).toBe(12);
});

test('a list that fits one page has no pages', async () => {
  const screen = await renderRows(10);
  await expect.element(screen.getByText('Row 9', { exact: true })).toBeVisible();
  expect(document.querySelector('.ant-pagination')).toBeNull();
});

test('an empty list shows its message', async () => {
  const screen = await renderRows(0);
  await expect.element(screen.getByText('Nothing here')).toBeVisible();
});
