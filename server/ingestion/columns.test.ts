import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { createPusher, type Pusher } from '#server/testing/push.ts';
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

  /** Pushes batches one after the other, each into its own segment, and returns the resulting dataset. */
  async function pushAll(dataset: string, ...pushes: object[][]) {
    let rows = 0;
    for (const events of pushes) {
      await pusher.push(
        dataset,
        events.map((event) => ({ at, ...event })),
      );
      rows += events.length;
      await expect.poll(() => countOf(dataset)).toBe(rows);
    }
    const { id, rows: rowCount, columns } = await pusher.dataset(dataset, rows - (await rejectsOf(dataset)).length);
    const page = rowCount ? await pusher.rowsOf(dataset, rowCount) : [];
    const types = Object.fromEntries(columns.map(({ name, type }) => [name, type]));
    return { id, types, rows: page.map(({ at: _, ...row }) => row), rejects: await rejectsOf(dataset) };
  }

  async function findDataset(dataset: string) {
    const { body } = await product.call('GET /applications/:id/datasets', { id: pusher.application }, { token });
    return body.find(({ name }) => name === dataset);
  }

  async function rejectsOf(dataset: string) {
    const existing = await findDataset(dataset);
    const { body } = await product.call('GET /datasets/:id/rejects', { id: existing!.id }, { token });
    return body.rejects;
  }

  async function countOf(dataset: string): Promise<number> {
    const existing = await findDataset(dataset);
    return existing ? existing.rows! + existing.rejects : 0;
  }

  describe('new fields', () => {
    test('become columns with the first event that has them', async () => {
      const { types, rows } = await pushAll('grow', [{ a: 1 }], [{ b: 'x' }, { a: 2, c: true }]);
      expect(types).toEqual({ at: 'time', a: 'integer', b: 'text', c: 'boolean' });
      expect(rows).toEqual([{ a: 1 }, { b: 'x' }, { a: 2, c: true }]);
    });

    test('of nested objects have dotted names, arrays and empty objects are JSON', async () => {
      const event = { user: { id: 7, address: { city: '上海' } }, tags: ['a', 1], empty: {} };
      const { types, rows } = await pushAll('nested', [event]);
      expect(types).toEqual({
        at: 'time',
        'user.id': 'integer',
        'user.address.city': 'text',
        tags: 'json',
        empty: 'json',
      });
      expect(rows).toEqual([{ 'user.id': 7, 'user.address.city': '上海', tags: '["a",1]', empty: '{}' }]);
    });

    test('that are always null create no column', async () => {
      const { types } = await pushAll('nulls', [{ a: null, b: 1 }]);
      expect(types).toEqual({ at: 'time', b: 'integer' });
    });

    test('get the narrowest type that holds all values of the batch', async () => {
      const events = [
        { number: 1, time: '2026-02-28', text: 1, flag: true, json: 'x', when: '2026-02-28 10:00' },
        { number: 1.5, time: at, text: '2', flag: 'perhaps', json: [1], when: '2026-02-30 10:00' },
      ];
      const { types, rows } = await pushAll('mixed', events);
      expect(types).toEqual({
        at: 'time',
        number: 'number',
        time: 'time',
        text: 'text',
        flag: 'text',
        json: 'json',
        when: 'text',
      });
      expect(rows[0]).toEqual({
        number: 1,
        time: '2026-02-28T00:00:00Z',
        text: '1',
        flag: 'true',
        json: '"x"',
        when: '2026-02-28 10:00',
      });
    });

    test('that differ only in case share a column', async () => {
      const { types, rows } = await pushAll('capitals', [{ Name: 'a' }, { name: 'b' }]);
      expect(types).toEqual({ at: 'time', Name: 'text' });
      expect(rows).toEqual([{ Name: 'a' }, { Name: 'b' }]);
    });

    test('beyond the column limit are stored together as JSON', async () => {
      const many = Object.fromEntries(Array.from({ length: 990 }, (_, i) => [`a${i}`, i]));
      const other = Object.fromEntries(Array.from({ length: 990 }, (_, i) => [`b${i}`, i]));
      const rest = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`c${i}`, i]));
      const { types, rows } = await pushAll(
        'wide',
        [many],
        [other],
        [{ ...rest, ['n'.repeat(300)]: 1, 'x.y': 1, x: { y: 2 } }],
      );
      expect(Object.keys(types)).toHaveLength(2001);
      const last = rows.at(-1) as Record<string, string>;
      expect(JSON.parse(last['_more']!)).toMatchObject({ c49: 49, ['n'.repeat(300)]: 1 });
    });

    test('with unusual names and values are preserved', async () => {
      const body = `{"at":"${at}","__proto__":1,"constructor":2,"":3,"a\\"b;--":"x","nul\\u0000":"a\\u0000b","half":"\\ud800!","deep":[{"\\ud800":"\\u0000"}]}`;
      expect((await pusher.push('strange', body)).status).toBe(200);
      const [row] = await pusher.rowsOf('strange', 1);
      expect(row).toEqual(
        Object.fromEntries([
          ['at', at],
          ['__proto__', 1],
          ['constructor', 2],
          ['_', 3],
          ['a"b;--', 'x'],
          ['nul\ufffd', 'a\ufffdb'],
          ['half', '\ufffd!'],
          ['deep', '[{"\ufffd":"\ufffd"}]'],
        ]),
      );
    });
  });

  describe('a value that does not fit', () => {
    test('widens its column where that is safe', async () => {
      const { types, rows, rejects } = await pushAll(
        'widen',
        [{ n: 1, d: '2026-02-28', t: 'x' }],
        [{ n: 2.5, d: '2026-03-01T12:00:00+08:00', t: 5 }],
      );
      expect(types).toEqual({ at: 'time', n: 'number', d: 'time', t: 'text' });
      expect(rows).toEqual([
        { n: 1, d: '2026-02-28T00:00:00Z', t: 'x' },
        { n: 2.5, d: '2026-03-01T04:00:00Z', t: '5' },
      ]);
      expect(rejects).toEqual([]);
    });

    test('otherwise rejects its whole row', async () => {
      const { types, rows, rejects } = await pushAll(
        'aside',
        [{ n: 1, b: true, s: 'a' }],
        [{ n: 'many', s: 'b' }, { n: 2, s: 'c' }, { b: 5 }, { n: { x: 1 } }, { at: 'yesterday' }],
      );
      expect(types).toEqual({ at: 'time', n: 'integer', b: 'boolean', s: 'text', 'n.x': 'integer' });
      expect(rows).toEqual([{ n: 1, b: true, s: 'a' }, { n: 2, s: 'c' }, { 'n.x': 1 }]);
      expect(rejects.map(({ line, value, reason }) => ({ line, value, reason }))).toEqual([
        { line: 1, value: 'many', reason: 'not_integer' },
        { line: 3, value: '5', reason: 'not_boolean' },
        { line: 5, value: 'yesterday', reason: 'not_time' },
      ]);
      expect(new Set(Object.values(rejects[0]!.cells))).toEqual(new Set([at, 'b', 'many']));
    });

    test('is never a number or boolean written as text', async () => {
      const { rows, rejects } = await pushAll(
        'numerals',
        [{ i: 1, n: 1.5, b: true }],
        [{ i: '42', n: '2.5', b: 'false' }],
      );
      expect(rows[1]).toEqual({ i: 42, n: 2.5, b: false });
      expect(rejects).toEqual([]);
    });
  });

  test('long numbers keep their digits', async () => {
    await pusher.push(
      'digits',
      `{"at":"${at}","id":12345678901234567890123,"list":[9007199254740993],"s":"1: 9007199254740993"}`,
    );
    const [row] = await pusher.rowsOf('digits', 1);
    expect(row).toMatchObject({
      id: '12345678901234567890123',
      list: '["9007199254740993"]',
      s: '1: 9007199254740993',
    });
  });

  test('events without a time get their time of arrival', async () => {
    await pusher.push('timeless', [{ a: 1 }, {}]);
    await pusher.push('timeless', { a: 2 });
    const rows = await pusher.rowsOf('timeless', 3);
    expect(rows.map(({ a }) => a)).toEqual([1, undefined, 2]);
    for (const { received_at } of rows) expect(Date.now() - Date.parse(received_at as string)).toBeLessThan(60_000);
  });
});
