import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { ExportFormat, ExportLine, RowsLine } from '#contract/queries/routes.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { specOf, callLines, endlessQuery, openLines, sqlOf } from '#server/testing/queries.ts';
import { loadFile, waitFor } from '#server/testing/data.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';

let product: TestProduct;
let token: string;
let orders: Dataset;

const rows = 25_000;

beforeAll(async () => {
  product = await openTestProduct();
  token = (await createOwner(product)).token;
  const lines = Array.from({ length: rows }, (_, row) => `${row},"=1+${row}"`);
  orders = await loadFile(product, token, 'orders.csv', `id,note\n${lines.join('\n')}\n`);
});
afterAll(() => product.close());

const listFiles = () => readdir(path.join(product.directory, 'exports'));

const all = () => specOf(orders.id, { dimensions: [{ id: 'id', kind: 'value', column: orders.columns[0]!.id }] });
const write = async (format: ExportFormat, language = 'en', spec: object = all()) => {
  const input = { ask: spec, zone: 'UTC', format, name: '订单 a/b', labels: { id: 'Number' } };
  const response = await callLines<ExportLine>(product, 'POST /exports', input, {
    token,
    headers: { 'accept-language': language },
  });
  const last = response.lines.at(-1);
  if (last?.kind !== 'ready') throw new Error(JSON.stringify([response.error, last]));
  return last;
};
const download = (id: string, by = token) => product.call('GET /exports/:id', { id }, { token: by });

test('a file has every step of the time range, with zero where there are no rows', async () => {
  const { id, columns } = await loadFile(product, token, 'days.csv', 'on,n\n2026-01-02,3\n2026-01-04,5\n');
  const [on, n] = columns.map((column) => column.id) as [string, string];
  const span = { kind: 'range', from: '2026-01-01', to: '2026-01-05' } as const;
  const fileOf = async (compare: 'none' | 'previous') => {
    const spec = specOf(id, {
      dimensions: [{ id: 'on', kind: 'time', column: on, grain: { unit: 'day' } }],
      measures: [
        { id: 'sum', formula: { kind: 'sum', column: n }, show: 'value' },
        { id: 'mean', formula: { kind: 'average', column: n }, show: 'value' },
      ],
      period: { kind: 'during', column: on, span, compare: { kind: compare } },
    });
    const { body } = await download((await write('csv', 'en', spec)).id);
    const lines = (body as unknown as string).split(/\r?\n/).filter(Boolean);
    return lines.slice(1).map((line) =>
      line
        .split(',')
        .slice(0, compare === 'none' ? 3 : 2)
        .join(' '),
    );
  };
  expect(await fileOf('none')).toEqual(
    ['01 0 ', '02 3 3', '03 0 ', '04 5 5', '05 0 '].map((each) => `2026-01-${each}`),
  );
  expect(await fileOf('previous')).toEqual(['01 0', '02 3', '03 0', '04 5', '05 0'].map((each) => `2026-01-${each}`));
});

test('a file has all rows of an answer, not only those of a page', async () => {
  const ready = await write('csv');
  expect(ready).toMatchObject({ name: '订单 a_b.csv', rows, isCutOff: false });
  const { headers, body } = await download(ready.id);
  const text = body as unknown as string;
  expect(text.split(/\r?\n/).filter(Boolean)).toHaveLength(rows + 1);
  expect(text).toMatch(/^"?Number"?,/);
  expect(headers.get('content-disposition')).toContain(encodeURIComponent('订单 a_b.csv'));
  expect(headers.get('content-length')).toBe(String(ready.bytes));
});

test('the limit of a query applies to its file', async () => {
  expect(await write('json', 'en', { ...all(), limit: 5 })).toMatchObject({ rows: 5 });
});

test.each(['xlsx', 'json', 'parquet'] as const)('an answer is exported as %s', async (format) => {
  const ready = await write(format);
  expect(ready).toMatchObject({ name: `订单 a_b.${format}`, rows });
  expect((await download(ready.id)).status).toBe(200);
});

test('CSV for Chinese readers has a byte order mark and defused formulas', async () => {
  const ready = await write('csv', 'zh-CN', sqlOf('select note from orders limit 1'));
  const response = await fetch(`${product.url}/api/exports/${ready.id}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  expect(bytes.toString()).toContain("'=1+0");
});

test('only the person who exported a file can download it', async () => {
  const ready = await write('csv');
  const { token: other } = await createMember(product, token, 'editor');
  expect((await download(ready.id, other)).body.code).toBe('export_gone');
  expect((await download('nothing')).body.code).toBe('export_gone');
});

test('a cancelled export leaves no file behind', async () => {
  const before = await listFiles();
  const input = { ask: endlessQuery(7), zone: 'UTC', format: 'csv' as const, name: 'x' };
  const leaving = await openLines<ExportLine>(product, 'POST /exports', { input, token });
  await leaving.lines().next();
  leaving.disconnect();
  await waitFor(async () => ((await listFiles()).length === before.length ? true : undefined));
  expect(await listFiles()).toEqual(before);
});

test('a long table is streamed in lines of at most ten thousand rows', async () => {
  const before = await listFiles();
  const sql = sqlOf('select id, note from orders order by id');
  const { lines } = await callLines<RowsLine>(product, 'POST /queries/rows', { ask: sql, zone: 'UTC' }, { token });
  const pages = lines.filter((line) => line.kind === 'rows');
  expect(pages.length).toBeGreaterThan(2);
  expect(Math.max(...pages.map(({ values }) => values[0]!.length))).toBeLessThanOrEqual(10_000);
  expect(pages.flatMap(({ values }) => values[0])).toEqual(Array.from({ length: rows }, (_, row) => row));
  expect(lines.at(-1)).toEqual({ kind: 'end', rows, isCutOff: false });
  expect(await listFiles()).toEqual(before);
});

test('an invalid export is refused before anything is written', async () => {
  const input = { ask: specOf('nothing'), zone: 'UTC', format: 'csv', name: 'x' };
  expect(await callLines(product, 'POST /exports', input, { token })).toMatchObject({
    status: 404,
    error: { code: 'dataset_gone' },
  });
  const { token: viewer } = await createMember(product, token, 'viewer');
  const sql = { ...input, ask: sqlOf('select 1') };
  expect(await callLines(product, 'POST /exports', sql, { token: viewer })).toMatchObject({ status: 403 });
});

test('plain rows can be exported and streamed', async () => {
  const spec = { kind: 'rows', dataset: orders.id, columns: [orders.columns[0]!.id], limit: 1_000_000 };
  expect(await write('csv', 'en', spec)).toMatchObject({ rows });
  const { lines } = await callLines<RowsLine>(product, 'POST /queries/rows', { ask: spec, zone: 'UTC' }, { token });
  expect(lines.at(-1)).toEqual({ kind: 'end', rows, isCutOff: false });
});
