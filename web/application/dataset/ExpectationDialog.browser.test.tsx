import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import type { ExpectedFreshness } from '#domain/time/expected-freshness.ts';
import { answerCalls } from '#web/testing/answer-calls.ts';
import { renderComponent } from '#web/testing/render.tsx';
import { ExpectationDialog } from './ExpectationDialog.tsx';

afterEach(() => vi.restoreAllMocks());

const texts = { en_US: '', zh_CN: '' };
const columnOf = (name: string, type: 'date' | 'text') => ({
  id: name,
  name,
  type,
  role: 'dimension' as const,
  format: 'plain' as const,
  unit: '',
  aggregation: 'automatic' as const,
  label: texts,
  description: texts,
});

async function openDialog(type: 'date' | 'text', expectation: ExpectedFreshness | null = null) {
  const calls = answerCalls({ 'PUT /datasets/d/freshness': () => ({ status: 204, body: {} }) });
  const dataset = { id: 'd', applicationId: 'a', columns: [columnOf('day', type)], connection: null, expectation };
  await renderComponent(<ExpectationDialog dataset={dataset} onClose={() => undefined} />);
  await expect.element(page.getByRole('dialog')).toBeVisible();
  const save = async () => {
    await userEvent.click(page.getByRole('button', { name: 'Save' }));
    await expect.poll(() => calls.length).toBe(1);
    return (calls[0]!.body as { expectation: ExpectedFreshness | null }).expectation;
  };
  return { save };
}

test('saves the due time and days; a dataset with a date column is expected to contain the day before', async () => {
  const { save } = await openDialog('date');
  await expect.element(page.getByText(/judged by the latest row/)).toBeVisible();
  for (const day of ['Sat', 'Sun']) await userEvent.click(page.getByRole('checkbox', { name: day }));
  await userEvent.fill(page.getByLabelText('By', { exact: true }), '08:30');
  expect(await save()).toMatchObject({ kind: 'by', at: '08:30', days: [1, 2, 3, 4, 5], covers: 'day_before' });
});

test('without a time column, the dataset is judged by a load on the same day', async () => {
  const { save } = await openDialog('text');
  await expect.element(page.getByText(/judged by its last load/)).toBeVisible();
  expect(await save()).toMatchObject({ kind: 'by', covers: 'same_day' });
});

test('an interval is saved in minutes and shown in its largest unit; choosing none removes it', async () => {
  const first = await openDialog('date', { kind: 'every', minutes: 360, zone: 'UTC' });
  await expect.element(page.getByRole('spinbutton')).toHaveValue('6');
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Unit' }), 'days');
  expect(await first.save()).toEqual({ kind: 'every', minutes: 6 * 1440, zone: 'UTC' });
  vi.restoreAllMocks();
  const second = await openDialog('date', { kind: 'every', minutes: 360, zone: 'UTC' });
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'New data is expected' }), 'none');
  expect(await second.save()).toBeNull();
});

test('at least one day has to be chosen', async () => {
  await openDialog('date', { kind: 'by', at: '09:00', days: [1], covers: 'same_day', zone: 'UTC' });
  await userEvent.click(page.getByRole('checkbox', { name: 'Mon' }));
  await expect.element(page.getByText('Choose at least one day.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeDisabled();
});
