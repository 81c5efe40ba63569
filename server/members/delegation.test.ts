import { afterAll, beforeAll, expect, test } from 'vitest';

import type { NewSession } from '#contract/accounts/routes.ts';
import type { ApiInput } from '#contract/api.ts';
import { defaultState } from '#domain/dashboard/dashboard.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import type { Share } from '#contract/shares/routes.ts';
import { chartCard, dashboardOf, createDashboard } from '#server/testing/dashboards.ts';
import { loadFile } from '#server/testing/data.ts';
import { type Mailbox, openMailbox } from '#server/testing/mail.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { openReceiver, type Receiver } from '#server/testing/receiver.ts';
import { openShareStream, createShare, openShare } from '#server/testing/shares.ts';

/* Work on behalf of a member, and whether it continues after the member is disabled, removed or changed. */

let product: TestProduct;
let mailbox: Mailbox;
let receiver: Receiver;
let owner: NewSession;
let orders: Dataset;
let dashboardId: string;
let channel: string;
beforeAll(async () => {
  [mailbox, receiver] = await Promise.all([openMailbox(), openReceiver()]);
  product = await openTestProduct({ SMTP_URL: mailbox.url, PRIVATE_ADDRESSES: 'allow' });
  owner = await createOwner(product);
  orders = await loadFile(product, owner.token, 'orders.csv', 'city,amount\nWuhan,1\n');
  dashboardId = (await createDashboard(product, owner.token, dashboardOf('Orders', [chartCard('card', orders.id)]))).id;
  await product.call('PUT /reports/rules', { reach: 'anyone' }, owner);
  const target = { kind: 'slack', url: `${receiver.url}/hook` } as const;
  channel = (await product.call('POST /channels', { name: 'Chat', language: 'en_US', target }, owner)).body.channel.id;
});
afterAll(() => Promise.all([product.close(), mailbox.close(), receiver.close()]));

const alertOf = (): ApiInput<'POST /alerts'> => ({
  name: 'Orders',
  watch: { dataset: orders.id, formula: { kind: 'count' }, filters: [], time: null, by: null, isRunning: false },
  // It starts firing on demand.
  condition: { kind: 'below', value: 0 },
  schedule: { kind: 'every', minutes: 60 },
  zone: 'UTC',
  channels: [channel],
  origin: null,
});
const reportOf = ({ id: member }: { id: string }): ApiInput<'POST /dashboards/:id/reports'> => ({
  id: dashboardId,
  name: 'Daily',
  format: 'xlsx',
  schedule: { kind: 'daily', at: '09:00' },
  zone: 'UTC',
  isPaused: false,
  recipients: [
    { kind: 'member', member, state: defaultState },
    { kind: 'address', address: 'outside@example.com', language: 'en_US', state: defaultState },
  ],
});

type MemberItems = { person: NewSession; alert: string; report: string; link: Share; key: string; page: ShareListener };
type ShareListener = Awaited<ReturnType<typeof openShareStream>>;

/** An editor with one item of each kind that acts on their behalf, and a guest with their public link open. */
async function createAll(): Promise<MemberItems> {
  const person = await createMember(product, owner.token, 'editor');
  const link = await createShare(product, person.token, { id: dashboardId });
  const alert = (await product.call('POST /alerts', alertOf(), person)).body.id;
  await expect.poll(async () => (await loadAlert(alert)).lastValue).toBe(1);
  return {
    person,
    link,
    alert,
    report: (await product.call('POST /dashboards/:id/reports', reportOf(person.member), person)).body.id,
    key: (await product.call('POST /me/keys', { name: 'Key', scope: 'edit', days: null }, person)).body.secret,
    page: await openShareStream(product, (await openShare(product, link)).body.pass),
  };
}

const loadAlert = async (id: string) => (await product.call('GET /alerts/:id', { id }, owner)).body.alert;

/** Makes the alert fire and returns its state. */
async function checkAlert({ alert }: MemberItems): Promise<string> {
  const checkedBefore = (await loadAlert(alert)).lastCheckedAt;
  const condition = { kind: 'above', value: 0 };
  await product.query('update alerts set condition = $2, next_check_at = now() where id = $1', [alert, condition]);
  await expect.poll(async () => (await loadAlert(alert)).lastCheckedAt).not.toBe(checkedBefore);
  const { state, failure } = await loadAlert(alert);
  return failure?.code ?? state;
}

/** Sends the report and returns the outcome of its emails, to its creator and to an external address. */
async function sendReport({ report }: MemberItems): Promise<string[]> {
  const load = async () => (await product.call('GET /reports/:id', { id: report }, owner)).body.letters;
  const before = (await load()).length;
  await product.query('update reports set next_at = now() where id = $1', [report]);
  const isDone = async () => {
    const emails = await load();
    return emails.length > before && emails.every(({ state }) => state !== 'waiting');
  };
  await expect.poll(isDone).toBe(true);
  const fresh = (await load()).slice(0, (await load()).length - before);
  return fresh
    .toSorted((a, b) => Number(a.to.includes('@')) - Number(b.to.includes('@')))
    .map(({ state, failure }) => failure?.code ?? state);
}

const openLink = async ({ link }: MemberItems) => {
  const { status, body } = await openShare(product, link);
  return body.code ?? status;
};
/** Statuses of a read and a creation with the key. */
const useKey = async ({ key }: MemberItems) => [
  (await product.call('GET /dashboards', {}, { token: key })).status,
  (await product.call('POST /applications', { name: 'By key', kind: 'files' }, { token: key })).status,
];
const hasClosed = async ({ page }: Pick<MemberItems, 'page'>) => {
  await page.ended;
  expect(page.heard.at(-1)).toEqual({ kind: 'closed' });
};
const chatCount = () => receiver.received.length;
/** Shorter than the cache lifetime: the change must be pushed. */
const soon = { timeout: 4_500, interval: 20 };

test('nothing acts on behalf of a disabled member until they are enabled again', async () => {
  const items = await createAll();
  const { id } = items.person.member;
  const before = chatCount();
  expect((await product.call('POST /members/:id/disable', { id }, owner)).status).toBe(204);
  await hasClosed(items);
  await expect.poll(() => useKey(items), soon).toEqual([401, 401]);
  expect(await openLink(items)).toBe('share_gone');
  expect(await checkAlert(items)).toBe('alert_nobody');
  expect(await sendReport(items)).toEqual(['report_nobody', 'report_nobody']);
  expect(chatCount()).toBe(before);

  await product.call('POST /members/:id/enable', { id }, owner);
  expect([await openLink(items), await useKey(items)]).toEqual([200, [200, 200]]);
  expect(await checkAlert(items)).toBe('firing');
  expect(await sendReport(items)).toEqual(['sent', 'sent']);
  await expect.poll(chatCount).toBe(before + 1);
});

test('items of a removed member stay visible to the owner and do nothing', async () => {
  const items = await createAll();
  const before = chatCount();
  expect((await product.call('DELETE /members/:id', { id: items.person.member.id }, owner)).status).toBe(204);
  await hasClosed(items);
  await expect.poll(() => useKey(items), soon).toEqual([401, 401]);
  expect(await openLink(items)).toBe('share_gone');
  expect(await checkAlert(items)).toBe('alert_nobody');
  // The removed member is no longer a recipient either.
  expect(await sendReport(items)).toEqual(['report_nobody']);
  expect(chatCount()).toBe(before);
});

test('items of a member who became a viewer reach nobody else: no public link, no chat, no emails to others', async () => {
  const items = await createAll();
  const before = chatCount();
  await product.call('PATCH /members/:id', { id: items.person.member.id, role: 'viewer' }, owner);
  await hasClosed(items);
  await expect.poll(() => useKey(items), soon).toEqual([200, 403]);
  expect(await openLink(items)).toBe('share_gone');
  // Their own notifications and emails continue.
  expect(await checkAlert(items)).toBe('firing');
  const bell = await product.query('select id from notifications where cause = $1', [`alert:${items.alert}`]);
  expect(bell).toHaveLength(1);
  expect(await sendReport(items)).toEqual(['sent', 'report_to_others']);
  expect(chatCount()).toBe(before);
});

test('items that are handed over act on behalf of the successor', async () => {
  const items = await createAll();
  const successor = await createMember(product, owner.token, 'editor');
  const { id } = items.person.member;
  const before = chatCount();
  await product.call('POST /members/:id/disable', { id }, owner);
  await hasClosed(items);
  expect(await checkAlert(items)).toBe('alert_nobody');
  expect((await product.call('POST /members/:id/transfer', { id, to: successor.member.id }, owner)).status).toBe(204);
  await product.call('DELETE /members/:id', { id }, owner);
  expect([await openLink(items), await useKey(items)]).toEqual([200, [401, 401]]);
  expect(await checkAlert(items)).toBe('firing');
  expect(await sendReport(items)).toEqual(['sent']);
  await expect.poll(chatCount).toBe(before + 1);
  const mine = (await product.call('GET /alerts', {}, successor)).body.map(({ id: alert }) => alert);
  expect(mine).toEqual([items.alert]);
});

test('an open share page follows the share to its new owner', async () => {
  const { person, page } = await createAll();
  const successor = await createMember(product, owner.token, 'editor');
  await product.call('POST /members/:id/transfer', { id: person.member.id, to: successor.member.id }, owner);
  await expect.poll(() => page.heard.at(-1)).toMatchObject({ kind: 'rules' });
  await product.call('POST /members/:id/disable', { id: successor.member.id }, owner);
  await hasClosed({ page });
});
