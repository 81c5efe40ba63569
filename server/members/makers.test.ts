import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Admission } from '#contract/accounts.ts';
import type { Input } from '#contract/api.ts';
import { plainState } from '#contract/dashboard.ts';
import type { Dataset } from '#contract/datasets.ts';
import type { Share } from '#contract/shares.ts';
import { chartCard, dashboardOf, makeDashboard } from '#server/testing/dashboards.ts';
import { loadFile } from '#server/testing/data.ts';
import { type Mailbox, openMailbox } from '#server/testing/mail.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { openReceiver, type Receiver } from '#server/testing/receiver.ts';
import { hearShare, makeShare, openShare } from '#server/testing/shares.ts';

/* What goes on in the name of someone, and what of it goes on when they are not who they were. */

let product: TestProduct;
let mailbox: Mailbox;
let receiver: Receiver;
let owner: Admission;
let orders: Dataset;
let board: string;
let channel: string;
beforeAll(async () => {
  [mailbox, receiver] = await Promise.all([openMailbox(), openReceiver()]);
  product = await openTestProduct({ SMTP_URL: mailbox.url, PRIVATE_ADDRESSES: 'allow' });
  owner = await createOwner(product);
  orders = await loadFile(product, owner.token, 'orders.csv', 'city,amount\nWuhan,1\n');
  board = (await makeDashboard(product, owner.token, dashboardOf('Orders', [chartCard('card', orders.id)]))).id;
  await product.call('PUT /reports/rules', { reach: 'anyone' }, owner);
  const target = { kind: 'slack', url: `${receiver.url}/hook` } as const;
  channel = (await product.call('POST /channels', { name: 'Chat', language: 'en_US', target }, owner)).body.channel.id;
});
afterAll(() => Promise.all([product.close(), mailbox.close(), receiver.close()]));

const alertOf = (): Input<'POST /alerts'> => ({
  name: 'Orders',
  watch: { dataset: orders.id, formula: { kind: 'count' }, filters: [], time: null, by: null, isRunning: false },
  // It begins to fire when it is told to.
  condition: { kind: 'below', value: 0 },
  schedule: { kind: 'every', minutes: 60 },
  zone: 'UTC',
  channels: [channel],
  origin: null,
});
const reportOf = ({ id: member }: { id: string }): Input<'POST /dashboards/:id/reports'> => ({
  id: board,
  name: 'Daily',
  format: 'xlsx',
  schedule: { kind: 'daily', at: '09:00' },
  zone: 'UTC',
  isPaused: false,
  recipients: [
    { kind: 'member', member, state: plainState },
    { kind: 'address', address: 'outside@example.com', language: 'en_US', state: plainState },
  ],
});

type Made = { person: Admission; alert: string; report: string; link: Share; key: string; page: Page };
type Page = Awaited<ReturnType<typeof hearShare>>;

/** An editor with one of everything that goes on without them, and a guest who looks at their link. */
async function makeAll(): Promise<Made> {
  const person = await createMember(product, owner.token, 'editor');
  const link = await makeShare(product, person.token, { id: board });
  const alert = (await product.call('POST /alerts', alertOf(), person)).body.id;
  await expect.poll(async () => (await loadAlert(alert)).lastValue).toBe(1);
  return {
    person,
    link,
    alert,
    report: (await product.call('POST /dashboards/:id/reports', reportOf(person.member), person)).body.id,
    key: (await product.call('POST /me/keys', { name: 'Key', scope: 'edit', days: null }, person)).body.secret,
    page: await hearShare(product, (await openShare(product, link)).body.pass),
  };
}

const loadAlert = async (id: string) => (await product.call('GET /alerts/:id', { id }, owner)).body.alert;

/** Lets the alert find something to tell, and says how it stands then. */
async function checkAlert({ alert }: Made): Promise<string> {
  const before = (await loadAlert(alert)).lastCheckedAt;
  const condition = { kind: 'above', value: 0 };
  await product.query('update alerts set condition = $2, next_check_at = now() where id = $1', [alert, condition]);
  await expect.poll(async () => (await loadAlert(alert)).lastCheckedAt).not.toBe(before);
  const { state, failure } = await loadAlert(alert);
  return failure?.code ?? state;
}

/** Lets the report be sent, and says what became of its letters, to its maker and out of the house. */
async function sendReport({ report }: Made): Promise<string[]> {
  const load = async () => (await product.call('GET /reports/:id', { id: report }, owner)).body.letters;
  const before = (await load()).length;
  await product.query('update reports set next_at = now() where id = $1', [report]);
  const isDone = async () => {
    const letters = await load();
    return letters.length > before && letters.every(({ state }) => state !== 'waiting');
  };
  await expect.poll(isDone).toBe(true);
  const fresh = (await load()).slice(0, (await load()).length - before);
  return fresh
    .toSorted((a, b) => Number(a.to.includes('@')) - Number(b.to.includes('@')))
    .map(({ state, failure }) => failure?.code ?? state);
}

const openLink = async ({ link }: Made) => {
  const { status, body } = await openShare(product, link);
  return body.code ?? status;
};
/** What the key still does: look at something, and make something. */
const useKey = async ({ key }: Made) => [
  (await product.call('GET /dashboards', {}, { token: key })).status,
  (await product.call('POST /applications', { name: 'By key', kind: 'files' }, { token: key })).status,
];
const hasClosed = async ({ page }: Pick<Made, 'page'>) => {
  await page.ended;
  expect(page.heard.at(-1)).toEqual({ kind: 'closed' });
};
const chats = () => receiver.received.length;
/** Sooner than a cached session expires: the change must be announced. */
const soon = { timeout: 4_500, interval: 20 };

test('in the name of whoever is disabled nothing goes on, until they are enabled again', async () => {
  const made = await makeAll();
  const { id } = made.person.member;
  const before = chats();
  expect((await product.call('POST /members/:id/disable', { id }, owner)).status).toBe(204);
  await hasClosed(made);
  await expect.poll(() => useKey(made), soon).toEqual([401, 401]);
  expect(await openLink(made)).toBe('share_gone');
  expect(await checkAlert(made)).toBe('alert_nobody');
  expect(await sendReport(made)).toEqual(['report_nobody', 'report_nobody']);
  expect(chats()).toBe(before);

  await product.call('POST /members/:id/enable', { id }, owner);
  expect([await openLink(made), await useKey(made)]).toEqual([200, [200, 200]]);
  expect(await checkAlert(made)).toBe('firing');
  expect(await sendReport(made)).toEqual(['sent', 'sent']);
  await expect.poll(chats).toBe(before + 1);
});

test('what a removed member made stays to be seen by the owner, and does nothing', async () => {
  const made = await makeAll();
  const before = chats();
  expect((await product.call('DELETE /members/:id', { id: made.person.member.id }, owner)).status).toBe(204);
  await hasClosed(made);
  await expect.poll(() => useKey(made), soon).toEqual([401, 401]);
  expect(await openLink(made)).toBe('share_gone');
  expect(await checkAlert(made)).toBe('alert_nobody');
  // They are no recipient any more either.
  expect(await sendReport(made)).toEqual(['report_nobody']);
  expect(chats()).toBe(before);
});

test('whoever is a viewer now sends nothing out of the house: no link, no chat, no letters to others', async () => {
  const made = await makeAll();
  const before = chats();
  await product.call('PATCH /members/:id', { id: made.person.member.id, role: 'viewer' }, owner);
  await hasClosed(made);
  await expect.poll(() => useKey(made), soon).toEqual([200, 403]);
  expect(await openLink(made)).toBe('share_gone');
  // What they may see is still told and sent to themselves.
  expect(await checkAlert(made)).toBe('firing');
  const bell = await product.query('select id from notifications where cause = $1', [`alert:${made.alert}`]);
  expect(bell).toHaveLength(1);
  expect(await sendReport(made)).toEqual(['sent', 'report_to_others']);
  expect(chats()).toBe(before);
});

test('what is handed over goes on in the name of who has it now', async () => {
  const made = await makeAll();
  const heir = await createMember(product, owner.token, 'editor');
  const { id } = made.person.member;
  const before = chats();
  await product.call('POST /members/:id/disable', { id }, owner);
  await hasClosed(made);
  expect(await checkAlert(made)).toBe('alert_nobody');
  expect((await product.call('POST /members/:id/transfer', { id, to: heir.member.id }, owner)).status).toBe(204);
  await product.call('DELETE /members/:id', { id }, owner);
  expect([await openLink(made), await useKey(made)]).toEqual([200, [401, 401]]);
  expect(await checkAlert(made)).toBe('firing');
  expect(await sendReport(made)).toEqual(['sent']);
  await expect.poll(chats).toBe(before + 1);
  const mine = (await product.call('GET /alerts', {}, heir)).body.map(({ id: alert }) => alert);
  expect(mine).toEqual([made.alert]);
});

test('an open page follows the link to whoever has it now', async () => {
  const { person, page } = await makeAll();
  const heir = await createMember(product, owner.token, 'editor');
  await product.call('POST /members/:id/transfer', { id: person.member.id, to: heir.member.id }, owner);
  await expect.poll(() => page.heard.at(-1)).toMatchObject({ kind: 'rules' });
  await product.call('POST /members/:id/disable', { id: heir.member.id }, owner);
  await hasClosed({ page });
});
