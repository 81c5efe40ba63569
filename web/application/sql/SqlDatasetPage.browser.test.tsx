import { Route, Routes, useLocation } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import type { Result } from '#domain/query/query.ts';
import { answerCalls } from '#web/testing/answer-calls.ts';
import { renderComponent } from '#web/testing/render.tsx';
import { SqlDatasetPage } from './SqlDatasetPage.tsx';

afterEach(() => vi.restoreAllMocks());

const result: Partial<Result> & Record<string, unknown> = {
  columns: [
    { name: 'city', type: 'text' },
    { name: 'total', type: 'number' },
  ],
  values: [
    ['Oslo', 'Paris'],
    [12.5, 3],
  ],
  totals: [],
  proof: {
    rowsReturned: 2,
    isCutOff: false,
    milliseconds: 7,
    datasets: [],
    applied: [],
    ignored: [],
    newest: {},
  } as never,
};
const lastAnswer = `{"kind":"running"}\n${JSON.stringify({ kind: 'result', result })}\n`;
const connection = { kind: 'postgres', allowsSql: true, canChange: true };
const orders = { schema: 'public', name: 'orders', kind: 'table', comment: '', rows: 5, dataset: null };
const dataset = {
  id: 'd',
  applicationId: 'a',
  name: 'sales',
  label: { en_US: '', zh_CN: '' },
  connection: { kind: 'postgres', sql: 'select city, price from orders' },
  columns: [{ id: 'c1', name: 'price', type: 'number', label: { en_US: '', zh_CN: '' } }],
};

function CurrentPath() {
  const { pathname } = useLocation();
  return <output>{pathname}</output>;
}

type Answers = Parameters<typeof answerCalls>[0];

async function openPage(answers: Answers = {}, path = '/application/a/sql') {
  const calls = answerCalls({
    'GET /applications/a': () => ({ id: 'a', name: 'Shop', kind: 'connection', right: 'edit' }),
    'GET /applications/a/connection': () => connection,
    'GET /connections': () => ({ mayConnect: true, mayAllowPrivate: false, mayAllowSql: false }),
    'GET /applications/a/datasets': () => [{ id: 'x', name: 'SQL query' }],
    'GET /applications/a/tables': () => [orders],
    'GET /applications/a/tables/columns': () => [{ name: 'city', type: 'text', declared: 'text', comment: '' }],
    'GET /datasets/d': () => dataset,
    'POST /applications/a/sql/preview': () => lastAnswer,
    ...answers,
  });
  await renderComponent(
    <Routes>
      <Route path="/application/:id/sql" element={<SqlDatasetPage />} />
      <Route path="*" element={<CurrentPath />} />
    </Routes>,
    'en_US',
    path,
  );
  return (key: string) => calls.filter((each) => each.key === key).map(({ body }) => body);
}

const editor = () => page.getByRole('textbox', { name: 'SQL', exact: true });
async function write(sql: string) {
  await userEvent.click(editor());
  await userEvent.keyboard(sql);
}

test('SQL runs by keyboard, shows rows with types, and becomes a dataset', async () => {
  const bodies = await openPage({ 'POST /applications/a/sql': () => ({ id: 'new' }) });
  await write('select 1 as n');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByText('2 rows in 7 ms')).toBeVisible();
  expect(bodies('POST /applications/a/sql/preview')).toEqual([{ sql: 'select 1 as n' }]);
  await expect.element(page.getByText('total Number')).toBeVisible();
  await expect.element(page.getByText('Paris')).toBeVisible();
  await expect.element(page.getByLabelText('Dataset name')).toHaveValue('SQL query 2');
  await userEvent.fill(page.getByLabelText('Dataset name'), 'Sales');
  await userEvent.click(page.getByRole('button', { name: 'Create dataset' }));
  await expect.element(page.getByText('/application/a/datasets/new')).toBeVisible();
  expect(bodies('POST /applications/a/sql')).toEqual([{ name: 'Sales', sql: 'select 1 as n' }]);
});

test('an error of the database is shown under the editor until the SQL changes', async () => {
  const body = { code: 'connection_sql_wrong', message: 'The database reported an error: column "x" does not exist' };
  await openPage({ 'POST /applications/a/sql/preview': () => ({ status: 422, body }) });
  await write('select x');
  await userEvent.click(page.getByRole('button', { name: /^Run/ }));
  await expect.element(page.getByRole('alert')).toHaveTextContent(body.message);
  await write('y');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('a running query can be cancelled', async () => {
  await openPage({ 'POST /applications/a/sql/preview': () => new Promise(() => undefined) });
  await write('select 1');
  await userEvent.click(page.getByRole('button', { name: /^Run/ }));
  await expect.element(page.getByText('Running')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
  await expect.element(page.getByText('Canceled')).toBeVisible();
});

test('saving SQL without a column asks whether the column was renamed', async () => {
  const changes = {
    added: [{ name: 'total', type: 'number', declared: '', comment: '' }],
    missing: [{ column: 'c1', name: 'price', type: 'number' }],
    changed: [],
  };
  const bodies = await openPage(
    {
      'POST /datasets/d/sql/changes': () => changes,
      'GET /datasets/d/uses': () => [],
      'PUT /datasets/d/sql': () => dataset,
    },
    '/application/a/sql?dataset=d',
  );
  await expect.element(page.getByRole('heading', { name: 'SQL of sales' })).toBeVisible();
  await expect.element(editor()).toHaveTextContent('select city, price from orders');
  await userEvent.click(page.getByRole('button', { name: 'Save' }));
  await userEvent.selectOptions(page.getByLabelText('What happened to price'), 'Renamed to total');
  await userEvent.click(page.getByRole('button', { name: 'Update columns' }));
  await expect
    .poll(() => bodies('PUT /datasets/d/sql'))
    .toEqual([{ sql: 'select city, price from orders', renames: { c1: 'total' } }]);
});

test('without the right to write SQL, the page says why', async () => {
  await openPage({ 'GET /applications/a/connection': () => ({ ...connection, allowsSql: false }) });
  await expect.element(page.getByText(/^An owner must allow SQL/)).toBeVisible();
  await openPage({
    'GET /applications/a/connection': () => ({ ...connection, allowsSql: false }),
    'GET /connections': () => ({ mayConnect: true, mayAllowPrivate: true, mayAllowSql: true }),
  });
  await expect.element(page.getByText(/^This connection doesn’t allow SQL/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Open settings' })).toBeVisible();
});
