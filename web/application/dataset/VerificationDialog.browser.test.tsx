import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import type { Dataset } from '#contract/datasets/routes.ts';
import { answerCalls } from '#web/testing/answer-calls.ts';
import { renderComponent } from '#web/testing/render.tsx';
import { VerificationDialog } from './VerificationDialog.tsx';

afterEach(() => vi.restoreAllMocks());

const dataset = { id: 'd', name: 'orders', label: { en_US: '', zh_CN: '' }, verification: null } as Dataset;

test('a dataset is marked with a note', async () => {
  const calls = answerCalls({ 'PUT /datasets/d/verification': () => dataset });
  const onClose = vi.fn();
  await renderComponent(<VerificationDialog dataset={dataset} onClose={onClose} />);
  await userEvent.fill(page.getByRole('textbox', { name: 'Note (optional)' }), 'Agreed with Finance');
  await userEvent.click(page.getByRole('button', { name: 'Mark as verified' }));
  await expect.poll(() => onClose).toHaveBeenCalledOnce();
  expect(calls).toEqual([{ key: 'PUT /datasets/d/verification', body: { note: 'Agreed with Finance' } }]);
});

test('the mark of a metric can be removed', async () => {
  const calls = answerCalls({ 'DELETE /datasets/d/metrics/m/verification': () => dataset });
  const onClose = vi.fn();
  const verification = { by: 'Ada', at: '2026-11-18T02:00:00.000Z', note: 'Old note' };
  const metric = { id: 'm', name: 'Revenue', label: dataset.label, verification } as Dataset['metrics'][number];
  await renderComponent(<VerificationDialog dataset={dataset} metric={metric} onClose={onClose} />, 'zh_CN');
  await expect.element(page.getByRole('textbox')).toHaveValue('Old note');
  await userEvent.click(page.getByRole('button', { name: '移除标记' }));
  await expect.poll(() => onClose).toHaveBeenCalledOnce();
  expect(calls.map(({ key }) => key)).toEqual(['DELETE /datasets/d/metrics/m/verification']);
});
