import { afterAll, beforeAll, expect, test } from 'vitest';

import { loadUploaded, proposalOf, uploadFile } from '#server/testing/data.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';

let product: TestProduct;
let owner: string;
let other: string;
beforeAll(async () => {
  product = await openTestProduct();
  owner = (await createOwner(product)).token;
  other = (await createMember(product, owner, 'editor')).token;
});
afterAll(() => product.close());

const unreadOf = async (token: string) => (await product.call('GET /notifications/unread', {}, { token })).body.unread;
const groupsOf = async (token: string) => (await product.call('GET /notifications', {}, { token })).body.groups;

/** Loads a file with rejected rows. */
async function loadWithRejects(): Promise<string> {
  const upload = await uploadFile(product, owner, 'orders.csv', 'city,n\n上海,1\n广州,x\n北京,3\n');
  const plan = proposalOf(upload, { name: `orders ${upload.id}` });
  const columns = plan.columns.map((each) => (each.name === 'n' ? { ...each, type: 'integer' as const } : each));
  const done = await loadUploaded(product, owner, upload, {
    application: { name: 'Files' },
    plan: { ...plan, columns },
  });
  expect(done).toMatchObject({ state: 'done', rejected: 1 });
  return done.id;
}

async function listenTo(token: string, act: () => Promise<unknown>): Promise<string[]> {
  const disconnect = new AbortController();
  const headers = { authorization: `Bearer ${token}` };
  const { body } = await fetch(`${product.url}/api/live`, { headers, signal: disconnect.signal });
  let text = '';
  const reading = (async () => {
    for await (const piece of body!.pipeThrough(new TextDecoderStream())) text += piece;
  })().catch(() => undefined);
  await act();
  await expect.poll(() => text).toContain('"import"');
  disconnect.abort();
  await reading;
  return text.match(/"kind":"\w+"/g) ?? [];
}

test('only the uploader is notified of rejected rows', async () => {
  expect([await unreadOf(owner), await groupsOf(owner)]).toEqual([0, []]);
  const streams: string[][] = [];
  streams.push(await listenTo(other, async () => streams.push(await listenTo(owner, loadWithRejects))));
  expect(streams[0]).toContain('"kind":"notification"');
  expect(streams[1]).not.toContain('"kind":"notification"');
  expect([await unreadOf(owner), await unreadOf(other)]).toEqual([1, 0]);
  expect(await groupsOf(owner)).toMatchObject([
    { count: 1, unread: 1, notice: { kind: 'import_rejects', file: 'orders.csv', rows: 2, rejected: 1 } },
  ]);
});

test('notifications are grouped by cause, and can be marked as read by cause or all at once', async () => {
  await loadWithRejects();
  const groups = await groupsOf(owner);
  expect(groups.map(({ count, unread }) => [count, unread])).toEqual([
    [1, 1],
    [1, 1],
  ]);
  const { cause } = groups[0]!;
  await product.query(
    `insert into notifications (member_id, cause, notice) select member_id, cause, notice from notifications where cause = $1`,
    [cause],
  );
  expect((await groupsOf(owner))[0]).toMatchObject({ cause, count: 2, unread: 2 });
  // Marking notifications of others changes nothing.
  expect((await product.call('POST /notifications/read', { cause }, { token: other })).status).toBe(204);
  expect(await unreadOf(owner)).toBe(3);
  await product.call('POST /notifications/read', { cause }, { token: owner });
  expect(await unreadOf(owner)).toBe(1);
  await product.call('POST /notifications/read', { cause: null }, { token: owner });
  expect(await unreadOf(owner)).toBe(0);
});

test('a long list is paginated', async () => {
  await product.query(
    `insert into notifications (member_id, cause, notice)
     select m.id, 'alert:a' || n, json_build_object('kind', 'alert_resolved', 'alert', 'a' || n, 'name', 'A')
     from members m, generate_series(1, 45) n where m.username <> 'owner'`,
  );
  const causes: string[] = [];
  let before: number | null | undefined;
  while (before !== null) {
    const { body } = await product.call('GET /notifications', before ? { before } : {}, { token: other });
    causes.push(...body.groups.map(({ cause }) => cause));
    before = body.next;
  }
  expect(causes).toEqual(Array.from({ length: 45 }, (_, index) => `alert:a${45 - index}`));
});

test('topics that are turned off create no notifications', async () => {
  const { body: settings } = await product.call('GET /notifications/settings', {}, { token: owner });
  const quiet = { from: '22:00', to: '08:00' };
  const chosen = { ...settings, bell: { ...settings.bell, imports: false }, quiet, zone: 'Asia/Shanghai' };
  expect((await product.call('PUT /notifications/settings', chosen, { token: owner })).status).toBe(204);
  expect((await product.call('GET /notifications/settings', {}, { token: owner })).body).toEqual(chosen);
  await loadWithRejects();
  expect(await unreadOf(owner)).toBe(0);
});

test('settings of an earlier version get the defaults of new topics', async () => {
  const { body: settings } = await product.call('GET /notifications/settings', {}, { token: other });
  await product.call('PUT /notifications/settings', settings, { token: other });
  await product.query(`update notification_settings set settings = settings #- '{bell,datasets}' #- '{mail,datasets}'`);
  const { body } = await product.call('GET /notifications/settings', {}, { token: other });
  expect([body.bell.datasets, body.mail.datasets]).toEqual([true, false]);
});
