import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { zipOf } from '#engine/testing/zip.ts';
import { loadFile, uploadFile } from '#server/testing/data.ts';
import { createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';

let product: TestProduct;
let token: string;
beforeAll(async () => {
  product = await openTestProduct();
  token = (await createOwner(product)).token;
});
afterAll(() => product.close());

const entity = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><worksheet>&e;</worksheet>';
const bomb = () => Buffer.alloc(100 * 1024 * 1024, 'a,b\n');

test.each<[string, string, () => string | Uint8Array]>([
  ['file_empty', 'empty.csv', () => ''],
  ['file_no_rows', 'header.csv', () => 'a,b,c\n'],
  ['quote_unclosed', 'quotes.csv', () => `a,b\n1,2\n"open,3\n${'4,5\n'.repeat(100)}`],
  [
    'too_many_columns',
    'wide.csv',
    () => `${Array.from({ length: 10_000 }, (_, n) => `c${n}`).join()}\n${'1,'.repeat(9_999)}1\n`,
  ],
  ['file_unknown', 'binary.csv', () => Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * 7919) % 256))],
  ['file_damaged', 'cut.parquet', () => 'PAR1 and then nothing PAR1'],
  ['too_deep', 'deep.json', () => `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['json_malformed', 'broken.json', () => '[{"a":1},{"a":'],
  ['ratio_too_high', 'bomb.csv.gz', () => gzipSync(bomb())],
  ['ratio_too_high', 'bomb.zip', () => zipOf([['bomb.csv', bomb()]])],
  ['file_damaged', 'cut.csv.gz', () => gzipSync('a,b\n1,2\n'.repeat(1000)).subarray(0, 30)],
  [
    'file_unsafe',
    'entity.xlsx',
    () =>
      zipOf([
        ['[Content_Types].xml', '<Types/>'],
        ['xl/workbook.xml', entity],
      ]),
  ],
])('%s: %s is rejected with a message in both languages and leaves nothing behind', async (code, name, make) => {
  const upload = await uploadFile(product, token, name, make());
  const messages: string[] = [];
  for (const language of ['en-US', 'zh-CN']) {
    const headers = { 'accept-language': language };
    const { body } = await product.call('GET /uploads/:id', { id: upload.id }, { token, headers });
    expect([body.state, body.failure?.code]).toEqual(['failed', code]);
    messages.push(body.failure!.message);
  }
  expect(messages[0]).toMatch(/^[A-Z][^{}]+\.$/);
  expect(messages[1]).toMatch(/\p{Script=Han}[^{}]*[。？]$/u);
  expect(await readdir(path.join(product.directory, 'staging'))).toEqual([]);
  expect((await product.call('GET /applications', {}, { token })).body).toEqual([]);
});

test('a good file still loads afterwards', async () => {
  expect((await loadFile(product, token, 'good.csv', 'a,b\n1,2\n')).rows).toBe(1);
});
