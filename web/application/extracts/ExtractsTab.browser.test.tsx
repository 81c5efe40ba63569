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

async function openLoads(...extracts: DataExtract[]) {
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

test('loads are listed with source, schedule and state', async () => {
  await openLoads(
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
  // The next time of a load that runs already has passed.
  await expect.element(page.getByText(/^Next run 2026-11-18/)).toBeVisible();
  await expect.element(page.getByText('Done', { exact: true })).toBeVisible();
  await expect.element(page.getByText('https://example.com/rates.csv')).toBeVisible();
  await expect.element(page.getByText('Every hour')).toBeVisible();
  await expect.element(page.getByText('Running', { exact: true })).toBeVisible();
  await expect.element(page.getByText('A table you don’t have access to')).toBeVisible();
  await expect.element(page.getByText('Waiting', { exact: true })).toBeVisible();
});

test('a load that would lose data links to the import to confirm', async () => {
  await openLoads(extractOf(failureOf('extract_unconfirmed', 'The new rows would lose data.')));
  await expect.element(page.getByText('Needs confirmation')).toBeVisible();
  await expect.element(page.getByText('The new rows would lose data.')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Review import' }))
    .toHaveAttribute('href', '/application/upload?import=i');
});

test('a failure says why and what to do', async () => {
  await openLoads(
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

test('a load is run now, but not while it is running', async () => {
  const { callsOf } = await openLoads(extractOf());
  await userEvent.click(button('Run now'));
  await expect.poll(() => callsOf('POST /extracts/x/run')).toHaveLength(1);
  await openLoads(extractOf({ state: 'running' }));
  await expect.element(button('Run now')).toBeDisabled();
});

test('its schedule is changed by the clock that it has', async () => {
  const { callsOf } = await openLoads(
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

test('deleting asks first, and says that the rows stay', async () => {
  const { callsOf } = await openLoads(extractOf());
  await userEvent.click(button('Delete'));
  await expect.element(page.getByText('It won’t run anymore. The dataset and its rows stay.')).toBeVisible();
  expect(callsOf('DELETE /extracts/x')).toEqual([]);
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Delete' }));
  await expect.poll(() => callsOf('DELETE /extracts/x')).toHaveLength(1);
});

test('without loads the page says how to get one', async () => {
  await openLoads();
  await expect.element(page.getByText('No extracts yet')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Load from the web' }))
    .toHaveAttribute('href', '/application/web?into=a');
});
