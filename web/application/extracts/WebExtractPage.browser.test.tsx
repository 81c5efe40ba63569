import { useLocation } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import type { Upload } from '#contract/imports/routes.ts';
import { answerCalls } from '#web/testing/answer-calls.ts';
import { renderComponent } from '#web/testing/render.tsx';
import { WebExtractPage } from './WebExtractPage.tsx';

afterEach(() => vi.restoreAllMocks());

const columnOf = (name: string, type: 'text' | 'integer') => ({
  name,
  type,
  role: 'dimension' as const,
  format: 'plain' as const,
  unit: '',
  doubtful: 0,
});
const upload: Upload = {
  id: 'u',
  name: 'rates.csv',
  bytes: 20,
  received: 20,
  state: 'ready',
  failure: null,
  tables: [
    {
      name: '',
      rows: 2,
      exact: true,
      columns: [columnOf('city', 'text'), columnOf('people', 'integer')],
      sample: [
        ['Oslo', '700'],
        ['Bergen', '290'],
      ],
      markers: [],
      styles: [],
      doubtful: [],
      notes: [],
      reading: null,
    },
  ],
  options: {},
  createdAt: '2026-11-17T06:00:00.000Z',
};
const url = 'https://example.com/rates.csv?key=secret';

function Path() {
  const { pathname, search } = useLocation();
  return <output data-testid="path">{pathname + search}</output>;
}

async function openPage(preview: object = upload, read: object = upload) {
  const calls = answerCalls({
    'GET /applications': () => [],
    'POST /extracts/preview': () => preview,
    'GET /uploads/u': () => read,
    'DELETE /uploads/u': () => ({}),
    'POST /applications': () => ({ id: 'n' }),
    'POST /applications/n/extracts': () => ({ id: 'x' }),
  });
  await renderComponent(
    <>
      <WebExtractPage />
      <Path />
    </>,
  );
  return (key: string) => calls.filter((each) => each.key === key).map(({ body }) => body);
}

async function showPreview(address = url) {
  await userEvent.fill(page.getByLabelText('URL of the file'), address);
  await userEvent.click(page.getByRole('button', { name: 'Preview' }));
}
const load = () => userEvent.click(page.getByRole('button', { name: 'Load', exact: true }));

test('a file is previewed, then loaded as detected; its URL is not in the address bar', async () => {
  const bodiesOf = await openPage();
  await showPreview();
  await expect.element(page.getByText('Bergen')).toBeVisible();
  expect(bodiesOf('POST /extracts/preview')).toEqual([{ url, zone: expect.any(String) }]);
  await expect.element(page.getByTestId('path')).not.toHaveTextContent('secret');
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'When' }), 'Every day');
  await load();
  await expect.element(page.getByTestId('path')).toHaveTextContent('/application/n/extracts');
  expect(bodiesOf('POST /applications')).toEqual([{ name: 'rates', kind: 'files', folder: null }]);
  expect(bodiesOf('POST /applications/n/extracts')).toEqual([
    {
      dataset: { name: 'rates' },
      source: { kind: 'web', url, mode: 'replace' },
      columns: null,
      schedule: { kind: 'daily', at: '06:00' },
      zone: expect.any(String),
    },
  ]);
  await expect.poll(() => bodiesOf('DELETE /uploads/u')).toHaveLength(1);
});

test('columns that were edited in the preview are loaded as edited', async () => {
  const bodiesOf = await openPage();
  await showPreview();
  await userEvent.fill(page.getByLabelText('Name of column people'), 'inhabitants');
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Each run' }), 'Appends the file’s rows');
  await load();
  await expect
    .poll(() => bodiesOf('POST /applications/n/extracts'))
    .toMatchObject([
      {
        source: { mode: 'append' },
        columns: [
          { key: 'city', name: 'city' },
          { key: 'people', name: 'inhabitants', type: 'integer' },
        ],
      },
    ]);
});

test('text that is not a URL is not requested', async () => {
  const bodiesOf = await openPage();
  await showPreview('rates.csv');
  await expect.element(page.getByText('Enter a URL that starts with https://')).toBeVisible();
  expect(bodiesOf('POST /extracts/preview')).toEqual([]);
});

test('shows why a URL was refused or a file cannot be read', async () => {
  await openPage({ status: 422, body: { code: 'address_malformed', message: 'No valid URL.' } });
  await showPreview();
  await expect.element(page.getByText('No valid URL.')).toBeVisible();
  await openPage(upload, { ...upload, state: 'failed', failure: { code: 'host_refused', message: 'No such file.' } });
  await showPreview();
  await expect.element(page.getByText('No such file.')).toBeVisible();
});

test('a download can be cancelled', async () => {
  const bodiesOf = await openPage(upload, { ...upload, state: 'uploading', tables: [] });
  await showPreview();
  await expect.element(page.getByText(/^Downloading and reading/)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => bodiesOf('DELETE /uploads/u')).toHaveLength(1);
  await expect.element(page.getByText(/^Downloading and reading/)).not.toBeInTheDocument();
});
