import { useLocation } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { answerCalls } from '#web/testing/answer-calls.ts';
import { renderComponent } from '#web/testing/render.tsx';
import { ExtractDialog } from './ExtractDialog.tsx';

afterEach(() => vi.restoreAllMocks());

const label = { en_US: '', zh_CN: '' };
const columnOf = (name: string, type: 'integer' | 'time' | 'text' | 'date') => ({
  id: `${name}-id`,
  name,
  label,
  type,
});
const orders = {
  id: 'orders-id',
  name: 'orders',
  label: { en_US: 'Orders', zh_CN: '订单' },
  columns: [columnOf('city', 'text'), columnOf('number', 'integer'), columnOf('day', 'date'), columnOf('paid', 'time')],
};
const applications = [
  { id: 'f', name: 'Copies', kind: 'files', right: 'edit' },
  { id: 'v', name: 'Read only', kind: 'files', right: 'view' },
  { id: 'e', name: 'Clicks', kind: 'events', right: 'edit' },
  { id: 'c', name: 'Shop', kind: 'connection', right: 'edit' },
];

function Path() {
  return <output data-testid="path">{useLocation().pathname}</output>;
}

async function openDialog(dataset = orders, answers: Parameters<typeof answerCalls>[0] = {}) {
  const onClose = vi.fn();
  const calls = answerCalls({
    'GET /applications': () => applications,
    'GET /applications/f/datasets': () => [{ id: 'd', name: 'orders' }],
    'POST /applications': () => ({ id: 'n' }),
    'POST /applications/n/extracts': () => ({ id: 'x' }),
    'POST /applications/f/extracts': () => ({ id: 'x' }),
    ...answers,
  });
  await renderComponent(
    <>
      <ExtractDialog dataset={dataset} onClose={onClose} />
      <Path />
    </>,
  );
  await expect.element(page.getByRole('dialog')).toBeVisible();
  const bodiesOf = (key: string) => calls.filter((each) => each.key === key).map(({ body }) => body);
  return { bodiesOf, onClose };
}

const extract = () => userEvent.click(page.getByRole('button', { name: 'Extract', exact: true }));
const select = (name: string) => page.getByRole('combobox', { name, exact: true });
const optionsOf = (name: string) =>
  [...(select(name).element() as HTMLSelectElement).options].map(({ textContent }) => textContent);

test('by default, all rows are loaded once into a new application, and its extracts are opened', async () => {
  const { bodiesOf, onClose } = await openDialog();
  await extract();
  await expect.element(page.getByTestId('path')).toHaveTextContent('/application/n/extracts');
  expect(onClose).toHaveBeenCalledOnce();
  expect(bodiesOf('POST /applications')).toEqual([{ name: 'Orders', kind: 'files', folder: null }]);
  expect(bodiesOf('POST /applications/n/extracts')).toEqual([
    {
      dataset: { name: 'orders' },
      source: { kind: 'dataset', dataset: 'orders-id', growingColumn: null },
      schedule: null,
      zone: expect.any(String),
    },
  ]);
});

test('new rows of a growing column are loaded every 15 minutes into an application of files', async () => {
  const { bodiesOf } = await openDialog();
  await userEvent.click(select('Application'));
  await expect.element(page.getByTitle('Copies')).toBeVisible();
  for (const other of ['Read only', 'Clicks', 'Shop']) expect(page.getByTitle(other).query()).toBeNull();
  await userEvent.click(page.getByTitle('Copies'));
  await expect.element(page.getByLabelText('Dataset name')).toHaveValue('orders 2');
  await userEvent.selectOptions(select('Rows'), 'Only new rows');
  await expect.element(page.getByText(/beyond the last value/)).toBeVisible();
  expect(optionsOf('Growing column')).toEqual(['number', 'paid']);
  await userEvent.selectOptions(select('Growing column'), 'paid');
  await userEvent.selectOptions(select('When'), 'At an interval');
  await userEvent.selectOptions(select('Interval'), 'Every 15 minutes');
  await extract();
  await expect.element(page.getByTestId('path')).toHaveTextContent('/application/f/extracts');
  expect(bodiesOf('POST /applications')).toEqual([]);
  expect(bodiesOf('POST /applications/f/extracts')).toMatchObject([
    {
      dataset: { name: 'orders 2' },
      source: { growingColumn: 'paid-id' },
      schedule: { kind: 'every', minutes: 15 },
    },
  ]);
});

test('a weekly schedule has a day, a time and a next run', async () => {
  const { bodiesOf } = await openDialog();
  await userEvent.selectOptions(select('When'), 'Every week');
  await userEvent.selectOptions(select('On'), '5');
  await userEvent.fill(page.getByLabelText('At', { exact: true }), '07:30');
  await expect.element(page.getByText(/^Next run/)).toBeVisible();
  await extract();
  await expect
    .poll(() => bodiesOf('POST /applications/n/extracts'))
    .toMatchObject([{ schedule: { kind: 'weekly', day: 5, at: '07:30' } }]);
});

test('without integers or times there is no growing column, and the dialog says why', async () => {
  await openDialog({ ...orders, columns: [columnOf('city', 'text')] });
  expect(optionsOf('Rows')).toEqual(['All rows each time']);
  await expect.element(page.getByText(/needs an integer or time column/)).toBeVisible();
});

test('another attempt after a failure uses the application that was created', async () => {
  const answers: object[] = [
    { status: 422, body: { code: 'extract_not_connected', message: 'Not connected.' } },
    { id: 'x' },
  ];
  const { bodiesOf, onClose } = await openDialog(orders, { 'POST /applications/n/extracts': () => answers.shift()! });
  await extract();
  await expect.element(page.getByText('Not connected.')).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  await extract();
  await expect.element(page.getByTestId('path')).toHaveTextContent('/application/n/extracts');
  expect(bodiesOf('POST /applications')).toHaveLength(1);
});

test('an extract cannot be created without a dataset name', async () => {
  await openDialog();
  await userEvent.clear(page.getByLabelText('Dataset name'));
  await expect.element(page.getByRole('button', { name: 'Extract', exact: true })).toBeDisabled();
});
