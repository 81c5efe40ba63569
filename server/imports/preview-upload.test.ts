import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type ByteRange, byteRangesText } from '#domain/byte-range.ts';
import type { UploadPreview } from '#contract/imports/routes.ts';
import { apiPrefix } from '#contract/shell.ts';
import { workbookOf } from '#engine/testing/workbook.ts';
import { sendContent, waitFor } from '#server/testing/data.ts';
import { createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';

let product: TestProduct;
let token: string;
beforeAll(async () => {
  product = await openTestProduct();
  token = (await createOwner(product)).token;
});
afterAll(() => product.close());

const csv = `day,city,amount\n${Array.from({ length: 5000 }, (_, n) => `2026-01-${String((n % 28) + 1).padStart(2, '0')},杭州 ${n},${n}`).join('\n')}\n`;
const stagedFiles = () => readdir(path.join(product.directory, 'staging'));

async function announce(name: string, content: Buffer | string): Promise<string> {
  const input = { name, bytes: Buffer.byteLength(content), zone: 'Asia/Shanghai' };
  return (await product.call('POST /uploads', input, { token })).body.id;
}

async function requestPreview(id: string, ranges: string, body: RequestInit['body']) {
  const headers = {
    ...(await product.browserHeaders()),
    authorization: `Bearer ${token}`,
    'content-type': 'application/octet-stream',
  };
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
  const { status, body: answer } = await product.send(`${apiPrefix}/uploads/${id}/preview?ranges=${ranges}`, init);
  return { status, answer: answer as unknown as UploadPreview & { code?: string } };
}

const preview = (id: string, content: Buffer, ranges: ByteRange[]) =>
  requestPreview(
    id,
    byteRangesText(ranges),
    new Blob(ranges.map(({ from, to }) => new Uint8Array(content.subarray(from, to)))),
  );

test('a file has a preview before any of its bytes are stored, and none after its inspection', async () => {
  const content = Buffer.from(csv);
  const id = await announce('orders.csv', content);
  const { answer } = await preview(id, content, [{ from: 0, to: 20_001 }]);
  if (answer.state !== 'ready') throw new Error(answer.state);
  const [table] = answer.tables;
  expect(table!.columns.map(({ name, type }) => [name, type])).toEqual([
    ['day', 'date'],
    ['city', 'text'],
    ['amount', 'integer'],
  ]);
  expect(table!.sample).toHaveLength(100);
  expect(await stagedFiles()).toEqual([]);
  const before = await product.call('GET /uploads/:id', { id }, { token });
  expect(before.body).toMatchObject({ state: 'uploading', tables: [] });
  // Nothing can be imported from a preview.
  const columns = table!.columns.map(({ doubtful: _, ...column }, source) => ({ source, ...column }));
  const plan = { table: 0, dataset: { name: 'orders' }, mode: 'append' as const, columns };
  const input = { id, application: { name: 'Files', folder: null }, imports: [plan] };
  const started = await product.call('POST /uploads/:id/imports', input, { token });
  expect(started.body).toMatchObject({ code: 'upload_not_ready' });
  await sendContent(product, token, id, content);
  await waitFor(async () => {
    const { body } = await product.call('GET /uploads/:id', { id }, { token });
    return body.state === 'ready' || undefined;
  });
  expect((await preview(id, content, [{ from: 0, to: 20_001 }])).answer).toEqual({ state: 'unavailable' });
});

test('the preview of a workbook requests the byte ranges that it needs', async () => {
  const rows = Array.from({ length: 9000 }, (_, n) => `<row><c><v>${Math.sin(n)}</v></c><c><v>${n}</v></c></row>`);
  const content = workbookOf({ sheets: [{ name: 'Sheet', rows: rows.join('') }] });
  const id = await announce('book.xlsx', content);
  const ends = [
    { from: 0, to: 100 },
    { from: content.length - 2000, to: content.length },
  ];
  const { answer } = await preview(id, content, ends);
  if (answer.state !== 'incomplete') throw new Error(answer.state);
  expect((await preview(id, content, answer.ranges)).answer).toMatchObject({
    state: 'ready',
    tables: [{ name: 'Sheet', exact: false }],
  });
});

test('a file that cannot be previewed is not an error', async () => {
  const damaged = Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(5000, 7)]);
  const id = await announce('a.parquet', damaged);
  expect(await preview(id, damaged, [{ from: 0, to: 5004 }])).toEqual({
    status: 200,
    answer: { state: 'unavailable' },
  });
  expect(await stagedFiles()).not.toContain(`${id}-preview`);
});

test.each(['', '5-1', '0-9,4-12', '0-99999999999', 'all'])('refuses the ranges "%s"', async (ranges) => {
  const id = await announce('a.csv', csv);
  expect(await requestPreview(id, ranges, 'a,b\n')).toMatchObject({ status: 400, answer: { code: 'invalid_input' } });
});

test('canceling an upload cancels its preview', async () => {
  const id = await announce('orders.csv', csv);
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  // The rest of the body is never sent.
  void writer.write(Buffer.from(csv.slice(0, 100))).catch(() => undefined);
  const request = requestPreview(id, '0-20000', readable).then(
    ({ status }) => status >= 400,
    () => true,
  );
  await waitFor(async () => (await stagedFiles()).includes(`${id}-preview`) || undefined);
  await product.call('DELETE /uploads/:id', { id }, { token });
  expect(await request).toBe(true);
  expect(await stagedFiles()).not.toContain(`${id}-preview`);
});
