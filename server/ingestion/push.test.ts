import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { createPusher, type Pusher } from '#server/testing/push.ts';
import { requestText } from '#server/testing/raw.ts';
import { pushLogKinds } from './push-log.ts';

describe.each(pushLogKinds)('with the log in %s:', (pushLog) => {
  let product: TestProduct;
  let token: string;
  let pusher: Pusher;

  beforeAll(async () => {
    product = await openTestProduct({}, { pushLog });
    ({ token } = await createOwner(product));
    pusher = await createPusher(product, token);
  });
  afterAll(() => product.close());

  const at = '2026-01-31T16:30:00Z';

  describe('accepted', () => {
    test('an event creates its dataset and columns and appears as a row', async () => {
      const event = { city: '上海', amount: 12.5, count: 3, paid: true, day: '2026-02-28', at };
      const answer = await pusher.push('orders', event);
      expect([answer.status, answer.body]).toEqual([200, { accepted: 1, refused: [] }]);
      expect(await pusher.rowsOf('orders', 1)).toEqual([event]);
      const { columns } = await pusher.dataset('orders', 1);
      expect(columns.map(({ name, type, role }) => `${name} ${type} ${role}`)).toEqual([
        'city text dimension',
        'amount number measure',
        'count integer measure',
        'paid boolean dimension',
        'day date time',
        'at time time',
      ]);
    });

    test.each([
      [
        'an array',
        JSON.stringify([
          { at, n: 1 },
          { at, n: 2 },
        ]),
        {},
      ],
      ['lines', `{"at":"${at}","n":1}\r\n\n{"at":"${at}","n":2}\n`, { 'content-type': 'application/x-ndjson' }],
      ['lines with the JSON content type', `{"at":"${at}","n":1}\n{"at":"${at}","n":2}`, {}],
      ['plain text', `[{"at":"${at}","n":1},{"at":"${at}","n":2}]`, { 'content-type': 'text/plain;charset=UTF-8' }],
      [
        'gzip',
        gzipSync(
          JSON.stringify([
            { at, n: 1 },
            { at, n: 2 },
          ]),
        ),
        { 'content-encoding': 'gzip' },
      ],
      ['a byte order mark', `\ufeff[{"at":"${at}","n":1},{"at":"${at}","n":2}]`, {}],
    ])('%s', async (name, body, headers: Record<string, string>) => {
      const dataset = name.replaceAll(' ', '_');
      const answer = await pusher.push(dataset, body, headers);
      expect(answer.body).toEqual({ accepted: 2, refused: [] });
      expect(await pusher.rowsOf(dataset, 2)).toEqual([
        { at, n: 1 },
        { at, n: 2 },
      ]);
    });

    test('a dataset name of 100 letters in any script', async () => {
      const name = '订'.repeat(100);
      expect((await pusher.push(name, { at, n: 1 })).status).toBe(200);
      expect(await pusher.rowsOf(name, 1)).toEqual([{ at, n: 1 }]);
    });

    test('a dataset name with spaces and punctuation, as imported files have', async () => {
      const name = "订单 导出 (it's 2026/11)";
      expect((await pusher.push(name, { at, n: 1 })).status).toBe(200);
      expect(await pusher.rowsOf(name, 1)).toEqual([{ at, n: 1 }]);
    });

    test('an empty array', async () => {
      expect((await pusher.push('empty', [])).body).toEqual({ accepted: 0, refused: [] });
    });

    test('the valid rows of a batch; invalid ones are reported', async () => {
      const wide = Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`f${i}`, i]));
      const answer = await pusher.push('mixed', [{ at, n: 1 }, 5, null, [], wide, { at, n: 2 }], {
        'accept-language': 'en',
      });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        accepted: 2,
        refused: [
          { row: 2, code: 'row_not_object', message: "Row 2 isn't a JSON object." },
          { row: 3, code: 'row_not_object', message: "Row 3 isn't a JSON object." },
          { row: 4, code: 'row_not_object', message: "Row 4 isn't a JSON object." },
          { row: 5, code: 'row_too_wide', message: 'Row 5 has more than 1000 fields.' },
        ],
      });
      expect(await pusher.rowsOf('mixed', 2)).toHaveLength(2);
    });

    test('the valid lines of JSON lines', async () => {
      const answer = await pusher.push('lines', `{"at":"${at}"}\n{"at":\n{"at":"${at}"}`, {
        'content-type': 'application/x-ndjson',
      });
      expect(answer.body).toMatchObject({ accepted: 2, refused: [{ row: 2, code: 'json_malformed' }] });
      await pusher.dataset('lines', 2);
    });
  });

  describe('refused', () => {
    const megabyte = 1024 * 1024;
    const bomb = gzipSync(Buffer.alloc(100 * megabyte, ' '));
    test.each<[string, string | Buffer, Record<string, string>, number, string]>([
      ['nothing', '', {}, 400, 'malformed_request'],
      ['a number', '5', {}, 422, 'row_not_object'],
      ['only rows that are not objects', '[1,2]', {}, 422, 'row_not_object'],
      ['incomplete JSON', '{"a":', {}, 422, 'json_malformed'],
      ['bytes that are not UTF-8 text', Buffer.from('{"a":"\xff"}', 'latin1'), {}, 400, 'malformed_request'],
      ['a hundred thousand brackets', '['.repeat(100_000), {}, 422, 'too_deep'],
      ['a hundred and one levels', `${'{"a":'.repeat(101)}1${'}'.repeat(101)}`, {}, 422, 'too_deep'],
      ['ten thousand and one rows', `[${Array(10_001).fill('{}').join()}]`, {}, 413, 'too_many_rows'],
      ['eleven megabytes', `{"a":"${'x'.repeat(11 * megabyte)}"}`, {}, 413, 'too_large'],
      ['a gzip bomb', bomb, { 'content-encoding': 'gzip' }, 413, 'expands_too_large'],
      ['invalid gzip', '{"a":1}', { 'content-encoding': 'gzip' }, 400, 'malformed_request'],
      ['another content encoding', '{"a":1}', { 'content-encoding': 'br' }, 415, 'unsupported_media_type'],
      ['a form', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'unsupported_media_type'],
      ['an idempotency key that is too long', '{"a":1}', { 'idempotency-key': 'k'.repeat(256) }, 400, 'invalid_input'],
    ])('%s', async (_, body, headers, status, code) => {
      const answer = await pusher.push('refused', body, headers);
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      expect(answer.body.requestId).toBeTruthy();
    });

    test.each(['订'.repeat(101), ' ', '\u200b', 'a\0b'])('the dataset %j', async (name) => {
      const answer = await pusher.push(name, { a: 1 });
      expect([answer.status, answer.body.code]).toEqual([400, 'dataset_name_invalid']);
    });

    test('malformed JSON is refused with its line number', async () => {
      const answer = await pusher.push('refused', '[\n{"a":1},\n{"b":oops}\n]', { 'accept-language': 'en' });
      expect(answer.body.message).toMatch(/^The JSON can't be read on line 3\./);
    });
  });

  test('pushes beyond the memory limit get 429', async () => {
    const { port, hostname } = new URL(product.url);
    const head = requestText('POST', '/api/ingest/flood', {
      authorization: `Bearer ${pusher.secret}`,
      'content-type': 'application/json',
      'content-length': '10000000',
    });
    const sockets = Array.from({ length: 15 }, () => connect(Number(port), hostname).on('error', () => {}));
    for (const socket of sockets) socket.write(Buffer.concat([Buffer.from(head), Buffer.alloc(9_900_000, ' ')]));
    let received = '';
    for (const socket of sockets) socket.on('data', (chunk) => (received += chunk.toString()));
    await expect.poll(() => received).toContain('HTTP/1.1 429');
    expect(received).toContain('retry-after: 1');
    for (const socket of sockets) socket.destroy();
    expect((await pusher.push('flood', { at })).status).toBe(200);
  });

  describe('keys', () => {
    const withKey = (key: string | undefined, query = '') =>
      product.send(`/api/ingest/keys${query}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(key !== undefined && { authorization: key }) },
        body: JSON.stringify({ at }),
      });

    test.each([
      undefined,
      '',
      'Bearer',
      'Bearer ',
      'Bearer sk_wrong',
      `Bearer ${'a'.repeat(200)}`,
      'Basic OjpeOg==',
      'Digest x',
    ])('%j is refused', async (key) => {
      const answer = await withKey(key);
      expect([answer.status, answer.body.code]).toEqual([401, 'key_invalid']);
    });

    test('are accepted as bearer token, user name and query parameter', async () => {
      const { secret } = pusher;
      expect((await withKey(`bearer ${secret}`)).status).toBe(200);
      expect((await withKey(`Basic ${Buffer.from(`${secret}:`).toString('base64')}`)).status).toBe(200);
      expect((await withKey(undefined, `?key=${secret}`)).status).toBe(200);
    });

    test('show when they were last used', async () => {
      const { body } = await product.call('GET /applications/:id/keys', { id: pusher.application }, { token });
      expect(Date.parse(body[0]!.lastUsedAt!)).toBeGreaterThan(Date.now() - 120_000);
    });

    test('stop working as soon as they are revoked', async () => {
      const other = await createPusher(product, token, 'Other');
      expect((await other.push('a', { at })).status).toBe(200);
      await product.call('DELETE /applications/:id/keys/:key', { id: other.application, key: other.keyId }, { token });
      await expect.poll(async () => (await other.push('a', { at })).status, { timeout: 4_500 }).toBe(401);
    });

    test('stop working while their application is in the trash', async () => {
      const other = await createPusher(product, token, 'Trashed');
      const id = other.application;
      expect((await other.push('a', { at })).status).toBe(200);
      await product.call('DELETE /applications/:id', { id }, { token });
      await expect.poll(async () => (await other.push('a', { at })).status, { timeout: 4_500 }).toBe(401);
      await product.call('POST /applications/:id/restore', { id }, { token });
      expect((await other.push('a', { at })).status).toBe(200);
    });
  });

  test('a push to the name of a trashed dataset creates a new dataset', async () => {
    await pusher.push('trashed', { at, n: 1 });
    const old = await pusher.dataset('trashed', 1);
    await product.call('DELETE /datasets/:id', { id: old.id }, { token });
    await pusher.push('trashed', { at, n: 2 });
    expect(await pusher.rowsOf('trashed', 1)).toEqual([{ at, n: 2 }]);
    expect((await pusher.dataset('trashed', 1)).id).not.toBe(old.id);
  });

  describe('other web pages', () => {
    const origin = { origin: 'https://shop.example' };

    test.each(['/api/ingest/orders', '/v1/track', '/v1/batch'])('may push to %s', async (path) => {
      const preflight = await product.send(path, {
        method: 'OPTIONS',
        headers: { ...origin, 'access-control-request-method': 'POST' },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
      expect(preflight.headers.get('access-control-allow-headers')).toContain('idempotency-key');
      const refused = await product.send(path, { method: 'POST', headers: origin });
      expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, '*']);
    });

    test('may call no other routes', async () => {
      for (const path of ['/api/installation', '/api/me', '/api/auth/signin', '/', '/v1', '/api/ingest', '/healthz'])
        for (const method of ['GET', 'OPTIONS', 'POST']) {
          const { headers } = await product.send(path, { method, headers: origin });
          expect([path, method, headers.get('access-control-allow-origin')]).toEqual([path, method, null]);
        }
    });

    test('get no cookie with the response', async () => {
      const { headers } = await pusher.push('orders2', { at });
      expect(headers.get('set-cookie')).toBeNull();
      expect(headers.get('access-control-allow-credentials')).toBeNull();
    });
  });

  describe('many datasets', () => {
    test('are limited per application and hour across its keys; existing ones still accept pushes', async () => {
      const crowd = await createPusher(product, token, 'Crowd');
      const other = await createPusher(product, token, 'Other');
      await crowd.push('first', { at, n: 1 });
      await crowd.dataset('first', 1);
      await product.query('update limits set points = 200 where key = $1', [`dataset:${crowd.application}`]);
      const refused = await crowd.push('second', { at, n: 1 });
      expect([refused.status, refused.body]).toMatchObject([429, { code: 'too_many_datasets' }]);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      const { body } = await product.call(
        'POST /applications/:id/keys',
        { id: crowd.application, name: 'B' },
        { token },
      );
      const headers = { authorization: `Bearer ${body.secret}` };
      expect((await crowd.push('third', { at, n: 1 }, headers)).status).toBe(429);
      expect((await crowd.push('first', { at, n: 2 })).status).toBe(200);
      expect((await other.push('second', { at, n: 1 })).status).toBe(200);
      await crowd.dataset('first', 2);
    });

    test('of one application do not delay the sealing of another application', async () => {
      const crowd = await createPusher(product, token, 'Crowd 2');
      const other = await createPusher(product, token, 'Other 2');
      const names = Array.from({ length: 40 }, (_, number) => `set ${number}`);
      await Promise.all(names.map((name) => crowd.push(name, { at, n: 1 })));
      await other.push('row', { at, n: 1 });
      const listOf = async ({ application }: Pusher) =>
        (
          await product.query('select created_at from datasets where application_id = $1 order by 1', [application])
        ).map((row) => (row['created_at'] as Date).getTime());
      await expect.poll(async () => (await listOf(crowd)).length).toBe(names.length);
      const [own] = await listOf(other);
      expect(own).toBeLessThan((await listOf(crowd)).at(-1)!);
    });
  });
});
