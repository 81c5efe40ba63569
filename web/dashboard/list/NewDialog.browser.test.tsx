import { afterEach, expect, test, vi } from 'vitest';

import type { ListedDataset } from '#contract/datasets/metrics.ts';
import { answerCalls } from '#web/testing/answer-calls.ts';
import { renderComponent } from '#web/testing/render.tsx';
import { NewDialog } from './NewDialog.tsx';

afterEach(() => vi.restoreAllMocks());

const orders = { id: 'd', name: 'orders', application: 'Shop', label: { en_US: '', zh_CN: '' } } as ListedDataset;

test.each([
  { datasets: [], template: /Blank/ },
  { datasets: [orders], template: /Overview/ },
])('no template is selected until the datasets are loaded, then $template', async ({ datasets, template }) => {
  let answer: (datasets: ListedDataset[]) => void = () => {};
  const loaded = new Promise<ListedDataset[]>((resolve) => (answer = resolve));
  answerCalls({ 'GET /datasets': () => loaded });
  const screen = await renderComponent(<NewDialog folder={null} onClose={() => {}} />);
  const create = screen.getByRole('button', { name: 'Create' });
  await expect.element(create).toBeDisabled();
  expect(screen.container.ownerDocument.querySelectorAll('input[type=radio]:checked')).toHaveLength(0);
  answer(datasets);
  await expect.element(screen.getByRole('radio', { name: template })).toBeChecked();
  await expect.element(create).toBeEnabled();
});
