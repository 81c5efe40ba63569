import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import type { Dataset } from '#contract/datasets/routes.ts';
import type { DatasetColumn } from '#domain/columns/column.ts';
import { answerCalls } from '#web/testing/answer-calls.ts';
import { renderComponent } from '#web/testing/render.tsx';
import { FormulaDialog } from './FormulaDialog.tsx';

afterEach(() => vi.restoreAllMocks());

const noTexts = { en_US: '', zh_CN: '' };
const columnOf = (id: string, name: string): DatasetColumn => ({
  id,
  name,
  type: 'number',
  role: 'measure',
  format: 'plain',
  unit: '',
  aggregation: 'automatic',
  label: noTexts,
  description: noTexts,
});
const dataset = {
  id: 'd',
  name: 'orders',
  verification: null,
  columns: [columnOf('c1', 'price'), columnOf('c2', 'units sold')],
} as unknown as Dataset;
const preview = { type: 'number', columns: ['c1'], rows: [[2.5, 5]], readRows: 1000, emptyRows: 3 };

const editor = () => page.getByRole('textbox', { name: 'Formula' });

test('a formula is completed, checked and previewed while it is typed, then saved', async () => {
  const calls = answerCalls({
    'POST /datasets/d/formula': () => preview,
    'POST /datasets/d/calculated-columns': () => dataset,
  });
  const onClose = vi.fn();
  await renderComponent(<FormulaDialog dataset={dataset} column={undefined} onClose={onClose} />);
  await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'double');
  await userEvent.click(editor());
  await userEvent.keyboard('[[pri');
  await userEvent.click(page.getByRole('option', { name: /\[price\]/ }));
  await expect.element(editor()).toHaveTextContent('[price]');
  await userEvent.keyboard(' *');
  await expect.element(page.getByRole('status')).toHaveTextContent('The formula is incomplete');
  await userEvent.keyboard(' 2');
  await expect.element(page.getByRole('status')).toHaveTextContent('Result: Number');
  await expect.element(page.getByRole('cell', { name: '5', exact: true })).toBeVisible();
  await expect.element(page.getByText(/3 results are empty/)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Save' }));
  await expect.poll(() => onClose).toHaveBeenCalledOnce();
  expect(calls).toContainEqual({
    key: 'POST /datasets/d/calculated-columns',
    body: { name: 'double', formula: '[price] * 2', label: noTexts },
  });
});

test('an invalid formula is not saved, and the reason is shown in Chinese', async () => {
  const calls = answerCalls({});
  const column = { ...columnOf('c3', 'x'), calculation: { formula: '[pric] + 1', isBroken: true } };
  await renderComponent(<FormulaDialog dataset={dataset} column={column} onClose={vi.fn()} />, 'zh_CN');
  await expect.element(page.getByRole('status')).toHaveTextContent('没有名为 [pric] 的列，是否指 [price]？');
  await userEvent.click(page.getByRole('button', { name: '保存' }));
  await userEvent.fill(page.getByRole('textbox', { name: '搜索函数' }), '四舍五入');
  await userEvent.click(page.getByRole('button', { name: 'round(number, [digits])' }));
  await expect.element(page.getByRole('textbox', { name: '公式' })).toHaveTextContent('round(');
  expect(calls).toEqual([]);
});
