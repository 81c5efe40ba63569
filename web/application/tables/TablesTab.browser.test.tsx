import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import type { ConnectedTable } from '#contract/connections/routes.ts';
import { answerCalls } from '#web/testing/answer-calls.ts';
import { renderComponent } from '#web/testing/render.tsx';
import { TablesTab } from './TablesTab.tsx';

afterEach(() => vi.restoreAllMocks());

const tableOf = (schema: string, name: string, more: Partial<ConnectedTable> = {}): ConnectedTable => ({
  schema,
  name,
  kind: 'table',
  comment: '',
  rows: null,
  dataset: null,
  ...more,
});

async function openTables(tables: ConnectedTable[] | object, { allowsSql = false, isOwner = false } = {}) {
  const calls = answerCalls({
    'GET /applications/a/connection': () => ({ kind: 'postgres', canChange: true, allowsSql }),
    'GET /connections': () => ({ mayConnect: true, mayAllowPrivate: isOwner, mayAllowSql: isOwner }),
    'GET /applications/a/tables': () => tables,
    'GET /applications/a/tables/columns': () => [
      { name: 'city', type: 'text', declared: 'varchar(80)', comment: 'Where it was sent' },
    ],
    'POST /applications/a/tables': () => [{ id: 'd' }],
  });
  await renderComponent(<TablesTab application={{ id: 'a' }} />);
  return calls;
}

test('of 5,000 tables, only visible ones are rendered, and all of them can be searched', async () => {
  const tables = Array.from({ length: 5000 }, (_, at) =>
    tableOf(`schema_${at % 10}`, `table_${String(at).padStart(4, '0')}`),
  );
  await openTables(tables);
  await expect.element(page.getByText('schema_9')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Show tables of schema_0' }));
  await expect.element(page.getByText('table_0010')).toBeVisible();
  expect(document.querySelectorAll('[role=listitem]').length).toBeLessThan(60);
  await userEvent.fill(page.getByRole('searchbox'), 'table_4321');
  await expect.element(page.getByText('table_4321')).toBeVisible();
  expect(page.getByText('schema_9').query()).toBeNull();
  await userEvent.fill(page.getByRole('searchbox'), 'nothing');
  await expect.element(page.getByText('No table matches “nothing”.')).toBeVisible();
});

test('the schemas of a short list are open', async () => {
  await openTables([tableOf('public', 'orders'), tableOf('sales', 'targets')]);
  await expect.element(page.getByText('orders')).toBeVisible();
  await expect.element(page.getByText('targets')).toBeVisible();
});

test('a single schema is open; a table shows its columns and can be added', async () => {
  const calls = await openTables([
    tableOf('public', 'orders', { comment: 'All orders', rows: 1_200_000 }),
    tableOf('public', 'customers', { dataset: 'c' }),
    tableOf('public', 'paid', { kind: 'view' }),
  ]);
  await expect.element(page.getByText('All orders')).toBeVisible();
  await expect.element(page.getByText('About 1.2M rows')).toBeVisible();
  await expect.element(page.getByText('View', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: 'Select customers' })).toBeDisabled();
  await expect.element(page.getByRole('link', { name: 'Open dataset' })).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Show columns of orders' }));
  await expect.element(page.getByText('varchar(80)')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Add tables' })).toBeDisabled();
  await userEvent.click(page.getByRole('checkbox', { name: 'Select orders' }));
  await userEvent.click(page.getByRole('button', { name: 'Add 1 table' }));
  await expect
    .poll(() => calls.find(({ key }) => key === 'POST /applications/a/tables')?.body)
    .toEqual({ tables: [{ schema: 'public', name: 'orders' }] });
});

test('a schema can be selected as a whole, up to the limit of one request', async () => {
  await openTables(Array.from({ length: 101 }, (_, at) => tableOf('public', `t${at}`)));
  await userEvent.click(page.getByRole('checkbox', { name: 'Select all tables of public' }));
  await expect.element(page.getByText('Select at most 100 tables at a time.')).toBeVisible();
  await userEvent.click(page.getByRole('checkbox', { name: 'Select t0' }));
  await expect.element(page.getByRole('button', { name: 'Add 100 tables' })).toBeEnabled();
});

test('explains why no tables are listed for an empty or an unreachable database', async () => {
  await openTables([]);
  await expect.element(page.getByText('No tables found')).toBeVisible();
  await openTables({ status: 422, body: { code: 'connection_refused', message: 'Nothing accepts connections.' } });
  await expect.element(page.getByText('Nothing accepts connections.')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Open settings' })).toBeVisible();
});

test('SQL is offered where it is allowed, and owners are told where they can allow it', async () => {
  const offer = () => page.getByRole('link', { name: 'Write SQL' });
  const note = () => page.getByText(/^SQL can join tables/);
  await openTables([tableOf('public', 'orders')], { allowsSql: true });
  await expect.element(offer()).toHaveAttribute('href', '/application/a/sql');
  expect(note().query()).toBeNull();
  await openTables([tableOf('public', 'orders')], { isOwner: true });
  await expect.element(note()).toBeVisible();
  expect(offer().query()).toBeNull();
  await openTables([tableOf('public', 'orders')]);
  await expect.element(page.getByText('orders')).toBeVisible();
  expect([offer().query(), note().query()]).toEqual([null, null]);
});
