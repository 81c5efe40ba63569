import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import type { DataExtract } from '#contract/extracts/routes.ts';
import { answerCalls } from '#web/testing/answer-calls.ts';
import { renderComponent } from '#web/testing/render.tsx';
import { ExtractsTab } from './ExtractsTab.tsx';

afterEach(() => vi.restoreAllMocks());

const extractOf = (more: Partial<DataExtract> = {}): DataExtract => ({
  id: 'x',
  applicationId: 'a',
  datasetId: 'd',
  name: 'orders',
  source: { kind: 'dataset', dataset: 's', growingColumn: null },
  sourceName: 'public.orders',
  state: 'idle',
  schedule: null,
  zone: 'UTC',
  lastValue: null,
  importId: 'i',
  nextRunAt: null,
  lastRunAt: '2026-11-17T06:00:00.000Z',
  failure: null,
  by: 'Ann',
  createdAt: '2026-11-16T06:00:00.000Z',
  ...more,
});

async function openTab(...extracts: DataExtract[]) {
  const calls = answerCalls({
    'GET /applications/a/extracts': () => extracts,
    'POST /extracts/x/run': () => extracts[0]!,
    'PUT /extracts/x': () => extracts[0]!,
    'DELETE /extracts/x': () => ({}),
  });
  await renderComponent(<ExtractsTab application={{ id: 'a' }} />);
  const callsOf = (key: string) => calls.filter((each) => each.key === key);
  return { callsOf };
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const failureOf = (code: string, message: string) => ({ failure: { code, message } });

test('extracts are listed with source, schedule and state', async () => {
  await openTab(
    extractOf({
      source: { kind: 'dataset', dataset: 's', growingColumn: 'c' },
      lastValue: 1200,
      nextRunAt: '2026-11-18T06:00:00.000Z',
    }),
    extractOf({
      id: 'w',
      name: 'rates',
      source: { kind: 'web', mode: 'append', url: 'https://example.com/rates.csv' },
      sourceName: 'rates.csv',
      schedule: { kind: 'every', minutes: 60 },
      state: 'running',
      nextRunAt: '2026-11-17T06:00:00.000Z',
    }),
    extractOf({ id: 'h', name: 'secret', sourceName: null, datasetId: null, lastRunAt: null, state: 'waiting' }),
  );
  await expect.element(page.getByRole('link', { name: 'orders' })).toHaveAttribute('href', '/application/a/datasets/d');
  await expect.element(page.getByText('public.orders')).toBeVisible();
  await expect.element(page.getByText('Only new rows · up to 1200')).toBeVisible();
  await expect.element(page.getByText('Not scheduled').first()).toBeVisible();
  // The next run of an extract that is already running is in the past.
  await expect.element(page.getByText(/^Next run 2026-11-18/)).toBeVisible();
  await expect.element(page.getByText('Done', { exact: true })).toBeVisible();
  await expect.element(page.getByText('https://example.com/rates.csv')).toBeVisible();
  await expect.element(page.getByText('Every hour')).toBeVisible();
  await expect.element(page.getByText('Running', { exact: true })).toBeVisible();
  await expect.element(page.getByText('A table you don’t have access to')).toBeVisible();
  await expect.element(page.getByText('Waiting', { exact: true })).toBeVisible();
});

test('an extract that would lose data links to the import to confirm', async () => {
  await openTab(extractOf(failureOf('extract_unconfirmed', 'The new rows would lose data.')));
  await expect.element(page.getByText('Needs confirmation')).toBeVisible();
  await expect.element(page.getByText('The new rows would lose data.')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Review import' }))
    .toHaveAttribute('href', '/application/upload?import=i');
});

test('a failure shows its reason and advice', async () => {
  await openTab(
    extractOf(failureOf('host_refused', 'The host didn’t send the file.')),
    extractOf({ id: 'y', ...failureOf('no_rows_fit', 'No row fits.') }),
    extractOf({ id: 'z', state: 'running', ...failureOf('interrupted', 'It was interrupted.') }),
  );
  await expect.element(page.getByText('The host didn’t send the file.')).toBeVisible();
  await expect.element(page.getByText(/^If the file has moved/)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'View imports' }))
    .toHaveAttribute('href', '/application/a/imports');
  expect(page.getByText('It was interrupted.').query()).toBeNull();
});

test('an extract can be run now, unless it is already running', async () => {
  const { callsOf } = await openTab(extractOf());
  await userEvent.click(button('Run now'));
  await expect.poll(() => callsOf('POST /extracts/x/run')).toHaveLength(1);
  await openTab(extractOf({ state: 'running' }));
  await expect.element(button('Run now')).toBeDisabled();
});

test('a changed schedule keeps its time of day and time zone', async () => {
  const { callsOf } = await openTab(
    extractOf({ schedule: { kind: 'daily', at: '08:15' }, zone: 'Asia/Tokyo', nextRunAt: '2026-11-17T23:15:00.000Z' }),
  );
  await expect.element(page.getByText('Every day at 08:15')).toBeVisible();
  await userEvent.click(button('Change schedule'));
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'When' }), 'Monday to Friday');
  await userEvent.click(button('Save'));
  await expect
    .poll(() => callsOf('PUT /extracts/x').map(({ body }) => body))
    .toEqual([{ schedule: { kind: 'weekdays', at: '08:15' }, zone: 'Asia/Tokyo' }]);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('deleting asks for confirmation, and says that the rows stay', async () => {
  const { callsOf } = await openTab(extractOf());
  await userEvent.click(button('Delete'));
  await expect.element(page.getByText('It won’t run anymore. The dataset and its rows stay.')).toBeVisible();
  expect(callsOf('DELETE /extracts/x')).toEqual([]);
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Delete' }));
  await expect.poll(() => callsOf('DELETE /extracts/x')).toHaveLength(1);
});

test('without extracts, the page links to loading a file from the web', async () => {
  await openTab();
  await expect.element(page.getByText('No extracts yet')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Load from the web' }))
    .toHaveAttribute('href', '/application/web?into=a');
});
