import RudderAnalytics from '@rudderstack/rudder-sdk-node';
import { Analytics } from '@segment/analytics-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { createPusher, type Pusher } from '#server/testing/push.ts';
import { pushLogKinds } from './push-log.ts';

describe.each(pushLogKinds)('with the log in %s:', (pushLog) => {
  let product: TestProduct;
  let pusher: Pusher;

  beforeAll(async () => {
    product = await openTestProduct({}, { pushLog });
    pusher = await createPusher(product, (await createOwner(product)).token);
  });
  afterAll(() => product.close());

  test("Segment's client works unchanged", async () => {
    const analytics = new Analytics({ writeKey: pusher.secret, host: product.url, flushAt: 4 });
    const failures: unknown[] = [];
    analytics.on('error', (error) => failures.push(error));
    analytics.identify({ userId: 'u1', traits: { name: '小明', plan: 'pro' } });
    analytics.track({ userId: 'u1', event: 'Order placed', properties: { amount: 12.5, items: ['a', 'b'] } });
    analytics.track({ userId: 'u1', event: 'Order paid', properties: { amount: 3 } });
    analytics.page({ userId: 'u1', name: 'Home', properties: { path: '/' } });
    analytics.group({ userId: 'u1', groupId: 'g1' });
    analytics.screen({ userId: 'u1', name: 'Start' });
    analytics.alias({ userId: 'u2', previousId: 'u1' });
    await analytics.closeAndFlush();
    expect(failures).toEqual([]);
    const tracks = await pusher.rowsOf('tracks', 2);
    expect(tracks).toMatchObject([
      { userId: 'u1', event: 'Order placed', 'properties.amount': 12.5, 'properties.items': '["a","b"]' },
      { event: 'Order paid', 'properties.amount': 3 },
    ]);
    expect(Date.parse(tracks[0]!['timestamp'] as string)).toBeGreaterThan(Date.now() - 60_000);
    expect(await pusher.rowsOf('identifies', 1)).toMatchObject([{ 'traits.name': '小明', 'traits.plan': 'pro' }]);
    for (const name of ['pages', 'groups', 'screens', 'aliases']) await pusher.dataset(name, 1);
  });

  test("RudderStack's client, which sends compressed JSON with a form content type, works unchanged", async () => {
    const before = (await pusher.find('tracks'))?.rows ?? 0;
    const rudder = new RudderAnalytics(pusher.secret, { dataPlaneUrl: product.url, flushAt: 1, gzip: true });
    const failure = await new Promise<unknown>((resolve) =>
      rudder.track({ userId: 'u1', event: 'Rudder', properties: { amount: 7 } }, (error?: unknown) => resolve(error)),
    );
    expect(failure).toBeFalsy();
    expect((await pusher.rowsOf('tracks', before + 1)).at(-1)).toMatchObject({
      event: 'Rudder',
      'properties.amount': 7,
    });
  });

  describe('the HTTP API', () => {
    const basic = () => ({ authorization: `Basic ${Buffer.from(`${pusher.secret}:`).toString('base64')}` });
    const send = (path: string, body: unknown, headers: Record<string, string> = basic()) =>
      product.send(`/v1/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const messageOf = (type: string, event: string) => ({
      type,
      event,
      userId: 'u',
      timestamp: '2026-01-31T16:30:00Z',
    });

    test('accepts a single message without a type at its own path', async () => {
      const { type: _, ...message } = messageOf('track', 'single');
      const before = (await pusher.find('tracks'))?.rows ?? 0;
      const answer = await send('track', message);
      expect([answer.status, answer.body]).toEqual([200, { success: true }]);
      expect((await pusher.rowsOf('tracks', before + 1)).at(-1)).toMatchObject({ event: 'single' });
    });

    test('accepts the short paths of browser clients and paths with a trailing slash', async () => {
      const message = { event: 'short', userId: 'u', timestamp: '2026-01-31T16:30:00Z', writeKey: pusher.secret };
      const asPage = { 'content-type': 'text/plain', origin: 'https://shop.example.com' };
      const names = ['pages', 'screens', 'identifies', 'groups', 'aliases'];
      const before = await Promise.all(names.map(async (name) => (await pusher.find(name))?.rows ?? 0));
      for (const path of ['t', 'p', 's', 'i', 'g', 'a', 'track/', 't/']) {
        const answer = await send(path, message, asPage);
        expect([path, answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([path, 200, '*']);
      }
      const batch = { batch: [{ ...messageOf('track', 'batch'), messageId: 'm1' }], writeKey: pusher.secret };
      for (const path of ['b', 'b/', 'batch/', 'import/'])
        expect([path, (await send(path, batch, asPage)).status]).toEqual([path, 200]);
      for (const path of ['t', 'b', 'import/'])
        expect((await product.send(`/v1/${path}`, { method: 'OPTIONS' })).status).toBe(204);
      for (const [index, name] of names.entries()) await pusher.dataset(name, before[index]! + 1);
    });

    test.each([
      ['an invalid key', { authorization: 'Basic bm9uZTo=' }, '{"batch":[]}', 401],
      ['a body that is not JSON', undefined, 'event=x', 422],
      ['a body above the size limit', undefined, `{"batch":["${'x'.repeat(11_000_000)}"]}`, 413],
    ])('responds to %s with a status that clients do not retry', async (_, headers, body, status) => {
      const answer = await product.send('/v1/batch', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...basic(), ...headers },
        body,
      });
      expect([answer.status, answer.body.code]).toEqual([status, expect.any(String)]);
    });

    test('accepts the key in the body and removes it from the rows', async () => {
      const before = (await pusher.find('screens'))?.rows ?? 0;
      expect((await send('screen', { ...messageOf('screen', 'x'), writeKey: pusher.secret }, {})).status).toBe(200);
      const { columns } = await pusher.dataset('screens', before + 1);
      expect(columns.map(({ name }) => name)).not.toContain('writeKey');
    });

    test.each(['track', 'batch', 'import'])('%s refuses a wrong key in the header or the body', async (path) => {
      for (const [body, headers] of [
        [{}, {}],
        [{ writeKey: 'sk_wrong' }, {}],
        [{ writeKey: 5 }, {}],
        [{}, { authorization: 'Basic c2tfd3Jvbmc6' }],
      ] as const) {
        const answer = await send(path, body, headers);
        expect([answer.status, answer.body.code]).toEqual([401, 'key_invalid']);
      }
    });

    test('applies a retried batch once, although its sentAt differs', async () => {
      const batch = ['m1', 'm2'].map((messageId) => ({ ...messageOf('group', 'g'), messageId }));
      const before = (await pusher.find('groups'))?.rows ?? 0;
      for (const sentAt of ['2026-01-31T16:30:00Z', '2026-01-31T16:31:00Z'])
        expect((await send('batch', { batch, sentAt })).body).toEqual({ success: true });
      await send('group', messageOf('group', 'last'));
      await pusher.dataset('groups', before + 3);
    });

    test('reports the messages of a batch with an unknown type', async () => {
      const before = (await pusher.find('pages'))?.rows ?? 0;
      const { status, body } = await send('batch', { batch: [messageOf('page', 'a'), messageOf('wonder', 'b'), 5] });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        success: true,
        refused: [
          { row: 2, code: 'message_type_unknown' },
          { row: 3, code: 'row_not_object' },
        ],
      });
      await pusher.dataset('pages', before + 1);
      expect((await send('batch', { batch: [messageOf('wonder', 'b')] })).status).toBe(422);
      expect((await send('batch', [])).status).toBe(422);
    });
  });
});
