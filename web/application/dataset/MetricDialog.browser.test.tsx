import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import type { Dataset } from '#contract/datasets/routes.ts';
import { answerCalls } from '#web/testing/answer-calls.ts';
import { renderComponent } from '#web/testing/render.tsx';
import { MetricDialog } from './MetricDialog.tsx';

afterEach(() => vi.restoreAllMocks());

const label = { en_US: '', zh_CN: '' };
const columnOf = (id: string, name: string) => ({ id, name, type: 'text', label });
const dataset = { id: 'd', name: 'orders', columns: [columnOf('c1', 'city')], metrics: [], hasRelations: true };

test('a metric counts the values of a related column', async () => {
  const calls = answerCalls({
    'GET /datasets/d': () => dataset,
    'GET /datasets/d/related-columns': () => [columnOf('r.c2', 'products › group')],
    'POST /datasets/d/metrics': () => dataset,
  });
  const onClose = vi.fn();
  await renderComponent(<MetricDialog dataset={dataset as unknown as Dataset} metric={undefined} onClose={onClose} />);
  await userEvent.fill(page.getByRole('textbox', { name: 'Name', exact: true }), 'Groups');
  await userEvent.fill(page.getByRole('textbox', { name: 'Formula' }), 'distinct(');
  await userEvent.click(page.getByRole('combobox', { name: 'Insert a column' }));
  await userEvent.click(page.getByTitle('products › group'));
  await expect.element(page.getByRole('textbox', { name: 'Formula' })).toHaveValue('distinct("products › group"');
  await userEvent.type(page.getByRole('textbox', { name: 'Formula' }), ')');
  await userEvent.click(page.getByRole('button', { name: 'Save' }));
  await expect.poll(() => onClose).toHaveBeenCalledOnce();
  expect(calls.at(-1)).toMatchObject({ body: { formula: { kind: 'distinct', column: 'r.c2' } } });
});
