import { afterAll, beforeAll, expect, test } from 'vitest';

import type { QueryWatch, AlertWatch } from '#contract/alerts/schemas.ts';
import type { ApiInput } from '#contract/api.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { share } from '#server/testing/access.ts';
import { alertOf as alertAbout, alertsIn, dayBefore, ordersOf } from '#server/testing/alerts.ts';
import { loadFile, loadUploaded, proposalOf, uploadFile } from '#server/testing/data.ts';
import { type Mailbox, openMailbox } from '#server/testing/mail.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { openReceiver, type Receiver } from '#server/testing/receiver.ts';

let product: TestProduct;
let receiver: Receiver;
let mailbox: Mailbox;
let token: string;
let dataset: Dataset;
let alerts: ReturnType<typeof alertsIn>;
beforeAll(async () => {
  [receiver, mailbox] = await Promise.all([openReceiver(), openMailbox()]);
  product = await openTestProduct({ PRIVATE_ADDRESSES: 'allow', SMTP_URL: mailbox.url });
  token = (await createOwner(product)).token;
  alerts = alertsIn(product, token);
  dataset = await loadFile(product, token, 'orders.csv', ordersOf(30));
});
afterAll(() => Promise.all([product.close(), receiver.close(), mailbox.close()]));

const column = (name: string) => dataset.columns.find((each) => each.name === name)!.id;
const watch = (): QueryWatch => ({
  dataset: dataset.id,
  formula: { kind: 'sum', column: column('amount') },
  filters: [],
  time: { column: column('day'), grain: { unit: 'day' } },
  by: null,
  isRunning: false,
});
const alertOf = (overrides: Partial<ApiInput<'POST /alerts'>> = {}) => alertAbout(watch(), overrides);
const create = (overrides?: Partial<ApiInput<'POST /alerts'>>) => alerts.create(alertOf(overrides));
const load = (id: string) => alerts.load(id);
const stateOf = (id: string) => alerts.stateOf(id);
const kindsOf = (id: string) => alerts.kindsOf(id);
const checkAgain = (id: string) => alerts.checkAgain(id);
const noticesOf = (id: string) => alerts.noticesOf(id);

test('a backtest reports how often the alert would have fired, and when', async () => {
  const { condition, zone } = alertOf();
  const { body } = await product.call('POST /alerts/rehearsal', { watch: watch(), condition, zone }, { token });
  // The days before the first order count as 0, which is below the threshold.
  expect(body).toMatchObject({ times: 3, days: 90, isRunning: true });
  expect(body.steps.at(-1)).toBe(dayBefore(0));
  const [trend] = body.courses;
  const met = trend!.met.map((index) => body.steps[index]);
  expect(met.slice(-2)).toEqual([dayBefore(10), dayBefore(1)]);
  expect(trend!.values.at(-2)).toBe(110);
});

test('an alert fires once, notifies in the bell, by email and through its channels, and resolves once', async () => {
  const target = { kind: 'webhook' as const, url: receiver.url, secret: 'a secret of ours' };
  const channel = await product.call('POST /channels', { name: 'Hook', language: 'en_US', target }, { token });
  mailbox.emails.length = 0;
  const id = await create({ channels: [channel.body.channel.id] });
  await expect.poll(() => stateOf(id)).toBe('firing');
  expect((await load(id)).alert).toMatchObject({ lastValue: 110, firing: [{ label: null, value: 110 }] });
  await checkAgain(id);
  expect([await noticesOf(id), await kindsOf(id)]).toEqual([['alert_fired'], ['fired']]);
  await expect.poll(() => receiver.received.length).toBe(1);
  expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({
    kind: 'alert_fired',
    title: '“每日销售额”: below 150',
    text: `${dayBefore(1)}: 110`,
  });
  await expect.poll(() => mailbox.emails.length).toBe(1);
  const email = await mailbox.next();
  expect(email.to).toEqual(['owner@example.com']);
  await product.query(`update alerts set condition = '{"kind":"below","value":100}' where id = $1`, [id]);
  await checkAgain(id);
  expect([await stateOf(id), await noticesOf(id)]).toEqual(['quiet', ['alert_fired', 'alert_resolved']]);
  await checkAgain(id);
  expect(await noticesOf(id)).toHaveLength(2);
});

test('an alert by value sends one notification that lists the values', async () => {
  const id = await create({ watch: { ...watch(), by: column('city') }, condition: { kind: 'below', value: 150 } });
  await expect.poll(() => stateOf(id)).toBe('firing');
  expect(await noticesOf(id)).toEqual(['alert_fired']);
  const { events } = await load(id);
  expect(events[0]!.values.toSorted((a, b) => a.value! - b.value!)).toMatchObject([
    { label: '广州', value: 10 },
    { label: '上海', value: 100 },
  ]);
});

test('a fall against the previous step fires', async () => {
  const id = await create({ condition: { kind: 'falls', percent: 40, against: 'previous' } });
  await expect.poll(() => stateOf(id)).toBe('firing');
  expect((await load(id)).alert.firing).toEqual([{ label: null, value: 110, base: 200 }]);
});

test('an alert can be acknowledged, closed and snoozed', async () => {
  const id = await create();
  await expect.poll(() => stateOf(id)).toBe('firing');
  const acknowledged = await product.call('POST /alerts/:id/acknowledge', { id }, { token });
  expect(acknowledged.body.acknowledged).toMatchObject({ by: '掌柜' });
  const closed = await product.call('POST /alerts/:id/resolve', { id }, { token });
  expect([closed.body.state, closed.body.acknowledged]).toEqual(['quiet', null]);
  await checkAgain(id);
  expect([await stateOf(id), await noticesOf(id)]).toEqual(['quiet', ['alert_fired']]);
  expect((await product.call('POST /alerts/:id/resolve', { id }, { token })).body.code).toBe('alert_not_firing');
  const until = new Date(Date.now() + 3_600_000).toISOString();
  await product.call('PUT /alerts/:id/snooze', { id, until }, { token });
  await product.query(`update alerts set muted = '[]' where id = $1`, [id]);
  await checkAgain(id);
  expect(await stateOf(id)).toBe('quiet');
  await product.call('PUT /alerts/:id/snooze', { id, until: null }, { token });
  await expect.poll(() => stateOf(id)).toBe('firing');
  expect(await kindsOf(id)).toEqual(['fired', 'woken', 'snoozed', 'closed', 'acknowledged', 'fired']);
});

test('arriving data triggers a check', async () => {
  const early = await loadFile(product, token, 'visits.csv', `day,n\n${dayBefore(1)},1\n`);
  const day = early.columns.find(({ name }) => name === 'day')!.id;
  const id = await create({
    watch: {
      dataset: early.id,
      formula: { kind: 'count' },
      filters: [],
      time: { column: day, grain: { unit: 'day' } },
      by: null,
      isRunning: false,
    },
    condition: { kind: 'above', value: 1 },
    schedule: { kind: 'arrival' },
  });
  await expect.poll(async () => (await load(id)).alert.lastValue).toBe(1);
  const [{ application_id }] = (await product.query('select application_id from datasets where id = $1', [
    early.id,
  ])) as [{ application_id: string }];
  const upload = await uploadFile(product, token, 'more.csv', `day,n\n${dayBefore(1)},2\n`);
  const plan = proposalOf(upload, { id: early.id });
  const columns = plan.columns.map((each, index) => ({ ...each, id: early.columns[index]!.id }));
  await loadUploaded(product, token, upload, { application: { id: application_id }, plan: { ...plan, columns } });
  await expect.poll(() => stateOf(id)).toBe('firing');
});

test('an alert that cannot be checked notifies once, and resumes when it can', async () => {
  const lost = await loadFile(product, token, 'lost.csv', ordersOf(3));
  const id = await create({
    watch: { dataset: lost.id, formula: { kind: 'count' }, filters: [], time: null, by: null, isRunning: false },
    condition: { kind: 'above', value: 1000 },
  });
  await expect.poll(async () => (await load(id)).alert.lastValue).toBe(6);
  await product.call('DELETE /datasets/:id', { id: lost.id }, { token });
  await checkAgain(id);
  await checkAgain(id);
  expect((await load(id)).alert).toMatchObject({ state: 'stuck', failure: { code: 'dataset_gone' } });
  expect(await noticesOf(id)).toEqual(['alert_stuck']);
  await product.call('POST /datasets/:id/restore', { id: lost.id }, { token });
  await checkAgain(id);
  expect([await stateOf(id), await noticesOf(id)]).toEqual(['quiet', ['alert_stuck']]);
});

test('only its creator and the owner may see an alert', async () => {
  const member = await createMember(product, token, 'viewer');
  const own = await product.call('POST /alerts', alertOf({ name: 'Mine' }), { token: member.token });
  expect(own.status).toBe(200);
  const foreign = await create();
  expect((await product.call('GET /alerts/:id', { id: foreign }, { token: member.token })).status).toBe(404);
  expect((await product.call('DELETE /alerts/:id', { id: foreign }, { token: member.token })).status).toBe(404);
  const { body } = await product.call('GET /alerts', {}, { token: member.token });
  expect(body.map(({ name }) => name)).toEqual(['Mine']);
  expect((await product.call('GET /alerts/:id', { id: own.body.id }, { token })).status).toBe(200);
  const withChannel = await product.call('POST /alerts', alertOf({ channels: ['x'] }), { token: member.token });
  expect(withChannel.status).toBe(403);
});

test('a creator who loses access to the data is notified once', async () => {
  const member = await createMember(product, token, 'editor');
  const own = await loadFile(product, token, 'closed.csv', ordersOf(3));
  const counted: AlertWatch = {
    dataset: own.id,
    formula: { kind: 'count' },
    filters: [],
    time: null,
    by: null,
    isRunning: false,
  };
  const input = alertOf({ watch: counted, condition: { kind: 'above', value: 1000 } });
  const created = await product.call('POST /alerts', input, { token: member.token });
  await expect.poll(async () => (await load(created.body.id)).alert.lastValue).toBe(6);
  await share(product, token, ['application', own.applicationId]);
  await checkAgain(created.body.id);
  expect((await load(created.body.id)).alert).toMatchObject({ state: 'stuck', failure: { code: 'dataset_forbidden' } });
  expect(await noticesOf(created.body.id)).toEqual(['alert_stuck']);
  const { condition, zone } = input;
  const request = { watch: counted, condition, zone };
  const result = await product.call('POST /alerts/rehearsal', request, { token: member.token });
  expect(result.body.code).toBe('dataset_gone');
});

test('an alert that can never be checked is not created', async () => {
  const gone = await product.call('POST /alerts', alertOf({ watch: { ...watch(), dataset: 'nothing' } }), { token });
  expect(gone.body.code).toBe('dataset_gone');
  const wrong = await product.call('POST /alerts', alertOf({ watch: { ...watch(), by: 'c_0' } }), { token });
  expect([wrong.status, wrong.body.code]).toEqual([422, expect.any(String)]);
});
