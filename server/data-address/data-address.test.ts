import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { querySpecSchema } from '#contract/queries/schemas.ts';
import { exportFormats, type ExportFormat } from '#contract/queries/routes.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { share } from '#server/testing/access.ts';
import { specOf, endlessQuery, sqlOf } from '#server/testing/queries.ts';
import { chartCard, dashboardOf, createDashboard, textCard } from '#server/testing/dashboards.ts';
import { loadFile, waitFor } from '#server/testing/data.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';

let product: TestProduct;
let token: string;
let orders: Dataset;
let readKey: string;
let editKey: string;
let sources: Record<'dataset' | 'chart' | 'card', string>;

const csv = [
  'city,amount,day,at,note',
  'Oslo,5,2026-01-01,2026-01-01T08:00:00Z,=1+1',
  'Rome,7.5,2026-01-02,2026-01-02T08:00:00Z,plain',
  'Oslo,1,2026-01-03,2026-01-03T20:00:00Z,',
  '',
].join('\n');

const columnId = (name: string) => orders.columns.find((column) => column.name === name)!.id;

async function createKey(scope: 'read' | 'edit', by = token): Promise<string> {
  return (await product.call('POST /me/keys', { name: scope, scope, days: 7 }, { token: by })).body.secret;
}

beforeAll(async () => {
  product = await openTestProduct();
  token = (await createOwner(product)).token;
  orders = await loadFile(product, token, 'orders.csv', csv);
  const label = { en_US: 'Total', zh_CN: '金额' };
  await product.call(
    'PATCH /datasets/:id/columns/:column',
    { id: orders.id, column: columnId('amount'), label },
    { token },
  );
  readKey = await createKey('read');
  editKey = await createKey('edit');
  const spec = specOf(orders.id, {
    dimensions: [{ id: 'd1', kind: 'value', column: columnId('city') }],
    measures: [{ id: 'm1', formula: { kind: 'sum', column: columnId('amount') }, show: 'value' }],
    order: [{ kind: 'dimension', id: 'd1', direction: 'ascending' }],
  });
  const chart = { ask: spec, drawing: { kind: 'bar' as const, options: {} } };
  const { body: saved } = await product.call('POST /charts', { name: 'By city', chart }, { token });
  const cards = [
    chartCard('sales', querySpecSchema.parse(spec)),
    textCard('words'),
    chartCard(
      'sql',
      querySpecSchema.parse(
        sqlOf('select city, note from orders where city = $city order by amount', [
          { name: 'city', type: 'text', value: 'Oslo' },
        ]),
      ),
    ),
    chartCard('slow', querySpecSchema.parse(endlessQuery(3))),
  ];
  const { id } = await createDashboard(product, token, dashboardOf('Sales', cards));
  sources = {
    dataset: `/api/data/datasets/${orders.id}`,
    chart: `/api/data/charts/${saved.id}`,
    card: `/api/data/dashboards/${id}/cards/sales`,
  };
}, 120_000);
afterAll(() => product.close());

type AddressQuery = Record<string, string | string[]>;
const queryOf = (query: AddressQuery) =>
  new URLSearchParams(
    Object.entries({ language: 'en_US', zone: 'UTC', ...query }).flatMap(([name, value]) =>
      [value].flat().map((each): [string, string] => [name, each]),
    ),
  ).toString();

const read = (address: string, query: AddressQuery = {}, key: string | null = readKey) =>
  fetch(`${product.url}${address}?${queryOf(query)}`, key ? { headers: { authorization: `Bearer ${key}` } } : {});

async function rowsOf(address: string, query: AddressQuery = {}): Promise<Record<string, unknown>[]> {
  const response = await read(`${address}.json`, query);
  const body = (await response.json()) as Record<string, unknown>[];
  if (!response.ok) throw new Error(JSON.stringify(body));
  return body;
}
const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code];

/** Parses each format into a header and rows. */
const parsers: Record<ExportFormat, (bytes: Buffer) => Promise<unknown[][]>> = {
  csv: (bytes) => readByDuckDb(bytes, 'csv'),
  parquet: (bytes) => readByDuckDb(bytes, 'parquet'),
  json: async (bytes) => {
    const rows = JSON.parse(bytes.toString()) as object[];
    return [Object.keys(rows[0]!), ...rows.map((row) => Object.values(row))];
  },
  xlsx: async (bytes) => (await readXlsx(bytes)).sheets[0]!.rows,
};

async function readByDuckDb(bytes: Buffer, format: 'csv' | 'parquet'): Promise<unknown[][]> {
  const file = path.join(product.directory, `read.${format}`);
  await writeFile(file, bytes);
  const connection = await (await DuckDBInstance.create()).connect();
  const result = await connection.runAndReadAll(`from read_${format}('${file}')`);
  return [result.columnNames(), ...result.getRowsJson()];
}

const numbers = (rows: unknown[][]) =>
  rows.map((row) => row.map((cell) => (isNaN(Number(cell)) ? cell : Number(cell))));

describe.each(exportFormats)('%s', (format) => {
  test.each(['chart', 'card'] as const)('of a %s has labels as headers and its rows', async (kind) => {
    const response = await read(`${sources[kind]}.${format}`);
    expect(response.status).toBe(200);
    expect(numbers(await parsers[format](Buffer.from(await response.arrayBuffer())))).toEqual([
      ['city', 'Sum of total'],
      ['Oslo', 6],
      ['Rome', 7.5],
    ]);
  });

  test('of a dataset has labels as headers and its rows', async () => {
    const response = await read(`${sources.dataset}.${format}`);
    const [header, ...rows] = numbers(await parsers[format](Buffer.from(await response.arrayBuffer())));
    expect(header).toEqual(['city', 'Total', 'day', 'at', 'note']);
    expect(rows.map((row) => row.slice(0, 2))).toEqual([
      ['Oslo', 5],
      ['Rome', 7.5],
      ['Oslo', 1],
    ]);
    const chinese = await read(`${sources.dataset}.${format}`, { language: 'zh_CN' });
    expect((await parsers[format](Buffer.from(await chinese.arrayBuffer())))[0]).toContain('金额');
  });
});

test('CSV has ISO 8601 dates and no formulas', async () => {
  const response = await read(`${sources.dataset}.csv`, { city: 'Oslo', limit: '1' });
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toContain('orders.csv');
  expect(await response.text()).toBe(`city,Total,day,at,note\r\nOslo,5,2026-01-01,2026-01-01T08:00:00Z,'=1+1\r\n`);
});

describe('filters', () => {
  const amounts = async (query: AddressQuery) => (await rowsOf(sources.dataset, query)).map((row) => row['Total']);

  test.each<[string, AddressQuery, number[]]>([
    ['a value', { city: 'Oslo' }, [5, 1]],
    ['any of several values', { city: ['Oslo', 'Rome'] }, [5, 7.5, 1]],
    ['a column by its label in the other language', { 金额: '5' }, [5]],
    ['numbers from one value to below another', { 'Total.gte': '5', 'amount.lt': '7' }, [5]],
    ['everything but a value', { 'city.ne': 'Oslo' }, [7.5]],
    ['a part of a text', { 'note.contains': 'LAI' }, [7.5]],
    ['empty cells', { 'note.empty': 'true' }, [1]],
    ['days', { 'day.gt': '2026-01-01', 'day.lte': '2026-01-02' }, [7.5]],
    ['a limited number of rows', { limit: '2' }, [5, 7.5]],
    // 20:00 in London is the next day in Shanghai.
    ['a day in the requested time zone', { at: '2026-01-04', zone: 'Asia/Shanghai' }, [1]],
  ])('select %s', async (_, query, expected) => {
    expect(await amounts(query)).toEqual(expected);
  });

  test('accept column ids', async () => {
    expect(await amounts({ [`${columnId('amount')}.gt`]: '6' })).toEqual([7.5]);
  });

  test.each(['chart', 'card'] as const)('narrow the query of a %s', async (kind) => {
    expect(await rowsOf(sources[kind], { 'day.gte': '2026-01-02' })).toEqual([
      { city: 'Oslo', 'Sum of total': 1 },
      { city: 'Rome', 'Sum of total': 7.5 },
    ]);
  });

  test('set the parameters of SQL', async () => {
    const address = sources.card.replace('/sales', '/sql');
    expect(await rowsOf(address)).toEqual([
      { city: 'Oslo', note: null },
      { city: 'Oslo', note: '=1+1' },
    ]);
    expect(await rowsOf(address, { city: 'Rome' })).toEqual([{ city: 'Rome', note: 'plain' }]);
  });

  test('that are invalid are refused', async () => {
    expect(await codeOf(await read(`${sources.dataset}.csv`, { weather: 'x' }))).toEqual([
      400,
      'filter_column_unknown',
    ]);
    const misspelt = await read(`${sources.dataset}.csv`, { 'totl.gte': '5' });
    expect(await misspelt.json()).toMatchObject({
      code: 'filter_column_misspelt',
      message: expect.stringContaining('Total'),
    });
    expect(await codeOf(await read(`${sources.chart}.csv`, { amount: 'x' }))).toEqual([400, 'filter_value_invalid']);
    for (const limit of ['0', 'x', '-1', '1.5'])
      expect(await codeOf(await read(`${sources.dataset}.csv`, { limit }))).toEqual([400, 'invalid_input']);
    expect(await codeOf(await read(`${sources.dataset}.pdf`))).toEqual([400, 'invalid_input']);
  });
});

test('a card in SQL has the time range of its dashboard, also if that is anchored to the newest row', async () => {
  const span = { kind: 'last', count: 2, grain: { unit: 'day' }, anchor: 'newest' } as const;
  const targets = [{ kind: 'column' as const, dataset: orders.id, column: columnId('day') }];
  const params = ['from', 'to'].map((name) => ({ name, type: 'date' as const, value: null }));
  const sql = sqlOf('select city from orders where day between $from and $to order by day', params);
  const time = { span, compare: { kind: 'none' } as const, targets };
  const dashboard = dashboardOf('Newest', [chartCard('newest', querySpecSchema.parse(sql))], { time });
  const { id } = await createDashboard(product, token, dashboard);
  expect(await rowsOf(`/api/data/dashboards/${id}/cards/newest`)).toEqual([{ city: 'Rome' }, { city: 'Oslo' }]);
});

describe('a key', () => {
  test('can be in the address if it is read-only', async () => {
    for (const source of Object.values(sources)) {
      const response = await read(`${source}.csv`, { key: readKey }, null);
      expect(response.status).toBe(200);
      expect(response.headers.get('referrer-policy')).toBe('no-referrer');
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      expect(response.headers.get('set-cookie')).toBeNull();
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  test('with edit rights is refused in the address and accepted in the header', async () => {
    expect(await codeOf(await read(`${sources.dataset}.csv`, { key: editKey }, null))).toEqual([
      403,
      'key_edits_in_address',
    ]);
    expect((await read(`${sources.dataset}.csv`, {}, editKey)).status).toBe(200);
  });

  test('is required, and only a personal key is accepted in an address', async () => {
    expect(await codeOf(await read(`${sources.dataset}.csv`, {}, null))).toEqual([401, 'unauthenticated']);
    for (const key of [token, 'sjp_nothing', ''])
      expect(await codeOf(await read(`${sources.dataset}.csv`, { key }, null))).toEqual([401, 'unauthenticated']);
    expect(await codeOf(await read(`${sources.dataset}.csv`, { key: [readKey, readKey] }, null))).toEqual([
      400,
      'key_in_address',
    ]);
    expect(await codeOf(await read(`${sources.dataset}.csv`, { city: readKey }))).toEqual([400, 'key_in_address']);
    expect((await product.send(`/api/datasets/${orders.id}?key=${readKey}`)).body.code).toBe('key_in_address');
  });

  test('never appears in the audit log, which records what was read', async () => {
    await read(`${sources.dataset}.csv`, { key: readKey, city: 'a value of a filter' }, null);
    const entries = await product.query(`select * from audit where act = 'download_file' order by id desc`);
    expect(entries[0]).toMatchObject({ thing: 'orders', by_key: true, details: { format: 'csv' }, outcome: 'done' });
    const text = JSON.stringify(entries);
    for (const secret of [readKey, editKey, 'a value of a filter']) expect(text).not.toContain(secret);
  });
});

describe('rights', () => {
  test('are those of the owner of the key at the time of the request', async () => {
    const viewer = await createMember(product, token, 'viewer');
    const key = await createKey('read', viewer.token);
    const statuses = () =>
      Promise.all(
        Object.values(sources).map(async (source) => {
          const response = await read(`${source}.json`, { key }, null);
          await response.arrayBuffer();
          return response.status;
        }),
      );
    expect(await statuses()).toEqual([200, 200, 200]);
    await share(product, token, ['application', orders.applicationId]);
    const [dataset, chart, card] = await Promise.all(
      Object.values(sources).map(async (source) => codeOf(await read(`${source}.json`, { key }, null))),
    );
    expect([dataset, chart]).toEqual([
      [404, 'not_found'],
      [404, 'not_found'],
    ]);
    expect(card![1]).toBe('dataset_forbidden');
  });

  test('cards without data and missing items are not found', async () => {
    expect(await codeOf(await read(`${sources.card.replace('/sales', '/words')}.csv`))).toEqual([404, 'not_found']);
    expect(await codeOf(await read(`${sources.card.replace('/sales', '/nothing')}.csv`))).toEqual([404, 'not_found']);
    expect(await codeOf(await read('/api/data/datasets/nothing.csv'))).toEqual([404, 'not_found']);
  });
});

test('a cancelled request stops the engine and leaves no file', async () => {
  const listFiles = () => readdir(path.join(product.directory, 'exports'));
  await waitFor(async () => ((await listFiles()).length === 0 ? true : undefined));
  const leaving = new AbortController();
  const address = `${product.url}${sources.card.replace('/sales', '/slow')}.csv?key=${readKey}`;
  const answer = fetch(address, { signal: leaving.signal });
  answer.catch(() => undefined);
  const running = () => product.query(`select outcome from audit where act = 'download_file' order by id desc limit 1`);
  await waitFor(async () => ((await running())[0]!['outcome'] === 'begun' ? true : undefined));
  leaving.abort();
  await waitFor(async () => ((await running())[0]!['outcome'] === 'begun' ? undefined : true));
  expect((await running())[0]).toEqual({ outcome: 'refused' });
  expect(await listFiles()).toEqual([]);
});
