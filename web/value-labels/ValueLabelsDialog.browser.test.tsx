import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import type { EditedLabels, NewLabels } from '#contract/value-labels/routes.ts';
import { answerCalls } from '#web/testing/answer-calls.ts';
import { renderComponent } from '#web/testing/render.tsx';
import { ValueLabelsDialog } from './ValueLabelsDialog.tsx';

afterEach(() => vi.restoreAllMocks());

const texts = { en_US: '', zh_CN: '' };
const columnOf = (name: string) => ({
  id: name,
  name,
  type: 'text' as const,
  role: 'dimension' as const,
  format: 'plain' as const,
  unit: '',
  aggregation: 'automatic' as const,
  label: texts,
  description: texts,
});
const edited: EditedLabels = {
  source: null,
  ambiguous: 0,
  isCutOff: false,
  values: [
    { value: 'tea', rows: 1200, label: { en_US: 'Tea', zh_CN: '茶' } },
    { value: 'bean', rows: 3, label: texts },
  ],
};

async function openDialog(labels: EditedLabels) {
  const path = '/datasets/d/columns/kind/labels';
  const calls = answerCalls({ [`GET ${path}`]: () => labels, [`PUT ${path}`]: () => ({ status: 204, body: {} }) });
  const dataset = { id: 'd', columns: [columnOf('kind'), columnOf('kind_en')] };
  await renderComponent(<ValueLabelsDialog dataset={dataset} column={dataset.columns[0]!} onClose={() => undefined} />);
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeVisible();
  const save = async () => {
    await userEvent.click(page.getByRole('button', { name: 'Save' }));
    await expect.poll(() => calls.filter(({ key }) => key.startsWith('PUT')).length).toBe(1);
    return (calls.at(-1)!.body as { labels: NewLabels }).labels;
  };
  return { save };
}

const upload = (content: string, name: string) =>
  userEvent.upload(page.getByLabelText('Load file').first(), new File([content], name));

test('labels are typed and loaded from a file, and values without any are left out', async () => {
  const { save } = await openDialog({ ...edited, values: [...edited.values, { value: 'x', rows: 1, label: texts }] });
  await expect.element(page.getByText('1,200')).toBeVisible();
  await userEvent.click(page.getByRole('checkbox', { name: 'Only incomplete (2)' }));
  await expect.element(page.getByRole('textbox', { name: 'tea: English' })).not.toBeInTheDocument();
  await userEvent.fill(page.getByRole('textbox', { name: 'bean: English' }), 'Bean');
  await upload('value,English,Chinese\nbean,,豆\n"sa, lt",Salt,盐\n', 'labels.csv');
  await expect.element(page.getByRole('textbox', { name: 'bean: Chinese' })).toHaveValue('豆');
  expect(await save()).toEqual({
    kind: 'typed',
    values: [
      { value: 'tea', label: { en_US: 'Tea', zh_CN: '茶' } },
      { value: 'bean', label: { en_US: 'Bean', zh_CN: '豆' } },
      { value: 'sa, lt', label: { en_US: 'Salt', zh_CN: '盐' } },
    ],
  });
});

test('cells from a spreadsheet fill the fields from where they are pasted', async () => {
  const { save } = await openDialog(edited);
  await userEvent.click(page.getByRole('textbox', { name: 'tea: English' }));
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', 'Black tea\t红茶\r\nBean\t豆\r\n');
  page
    .getByRole('textbox', { name: 'tea: English' })
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  await expect.element(page.getByRole('textbox', { name: 'bean: Chinese' })).toHaveValue('豆');
  const saved = await save();
  expect(saved.kind === 'typed' && saved.values[0]!.label).toEqual({ en_US: 'Black tea', zh_CN: '红茶' });
});

test('labels are taken from another column, and ambiguous ones are counted', async () => {
  const source = { en_US: 'kind_en', zh_CN: null };
  const { save } = await openDialog({ ...edited, source, ambiguous: 2 });
  await expect.element(page.getByText(/^2 values have more than one label/)).toBeVisible();
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'English label from' }), 'The value itself');
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Chinese label from' }), 'kind_en');
  expect(await save()).toEqual({ kind: 'columns', source: { en_US: null, zh_CN: 'kind_en' } });
});
