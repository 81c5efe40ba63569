import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { ChannelTarget } from '#contract/channels/routes.ts';
import type { Notice } from '#contract/notifications/routes.ts';
import { localHosts } from '#server/testing/local-hosts.ts';
import { type Mailbox, openMailbox } from '#server/testing/mail.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { openReceiver, type Receiver } from '#server/testing/receiver.ts';

let product: TestProduct;
let receiver: Receiver;
let mailbox: Mailbox;
let token: string;
beforeAll(async () => {
  [receiver, mailbox] = await Promise.all([openReceiver(), openMailbox()]);
  product = await openTestProduct({ PRIVATE_ADDRESSES: 'allow', SMTP_URL: mailbox.url });
  token = (await createOwner(product)).token;
});
afterAll(() => Promise.all([product.close(), receiver.close(), mailbox.close()]));
beforeEach(() => {
  receiver.received.length = 0;
  Object.assign(receiver.answer, { status: 200, body: '{"errcode":0,"code":0}' });
});

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text);
const sentText = () => JSON.parse(receiver.received[0]!.body) as Record<string, never>;

async function create(target: ChannelTarget, language: 'en_US' | 'zh_CN' = 'zh_CN') {
  const { status, body } = await product.call('POST /channels', { name: '值班群', language, target }, { token });
  expect(status).toBe(200);
  return body;
}
const sendTest = (id: string) => product.call('POST /channels/:id/test', { id }, { token });
const at = (path: string) => `${receiver.url}${path}`;

test('a webhook is signed with a secret that is shown once', async () => {
  const { channel, secret } = await create({ kind: 'webhook', url: at('/hook?key=canary'), secret: '' });
  expect(secret).toMatch(/^whs_[\w-]{32}$/);
  expect((await sendTest(channel.id)).status).toBe(204);
  const [request] = receiver.received;
  const timestamp = request!.headers['x-shuju-timestamp'] as string;
  expect(Math.abs(Date.now() / 1000 - Number(timestamp))).toBeLessThan(60);
  const signature = `sha256=${hmac(secret!, `${timestamp}.${request!.body}`).digest('hex')}`;
  expect(request!.headers['x-shuju-signature']).toBe(signature);
  expect(request!.headers['idempotency-key']).toBe(sentText()['id']);
  expect(sentText()).toMatchObject({ kind: 'test', title: 'Shuju（数据）测试消息' });
  const stored = JSON.stringify([
    (await product.call('GET /channels', {}, { token })).body,
    await product.query('select * from channels'),
  ]);
  expect([stored.includes('canary'), stored.includes(secret!)]).toEqual([false, false]);
});

test('DingTalk and Feishu requests are signed, WeCom and Slack get their own formats', async () => {
  const ding = await create({ kind: 'dingtalk', url: at('/robot/send?access_token=a'), secret: 'SEC1' });
  await sendTest(ding.channel.id);
  const params = new URL(receiver.received[0]!.path, receiver.url).searchParams;
  const stamp = params.get('timestamp')!;
  expect(params.get('access_token')).toBe('a');
  expect(params.get('sign')).toBe(hmac('SEC1', `${stamp}\nSEC1`).digest('base64'));
  expect(sentText()).toMatchObject({ msgtype: 'markdown', markdown: { title: 'Shuju（数据）测试消息' } });

  receiver.received.length = 0;
  const feishu = await create({ kind: 'feishu', url: at('/open-apis/bot/v2/hook/x'), secret: 'SEC2' });
  await sendTest(feishu.channel.id);
  const { timestamp, sign } = sentText() as unknown as { timestamp: string; sign: string };
  expect(sign).toBe(hmac(`${timestamp}\nSEC2`, '').digest('base64'));
  expect(sentText()).toMatchObject({
    msg_type: 'post',
    content: { post: { zh_cn: { title: 'Shuju（数据）测试消息' } } },
  });

  receiver.received.length = 0;
  const wecom = await create({ kind: 'wecom', url: at('/cgi-bin/webhook/send?key=k') });
  await sendTest(wecom.channel.id);
  expect(sentText()).toMatchObject({ msgtype: 'markdown', markdown: { content: expect.stringContaining('**Shuju') } });

  receiver.received.length = 0;
  const slack = await create({ kind: 'slack', url: at('/services/T/B/x') }, 'en_US');
  await sendTest(slack.channel.id);
  expect(sentText()).toMatchObject({ text: 'Test message from Shuju', blocks: [{ type: 'section' }] });
});

test('a test email arrives', async () => {
  const { channel } = await create({ kind: 'mail', to: ['team@example.com'] });
  expect((await sendTest(channel.id)).status).toBe(204);
  const email = await mailbox.next();
  expect(email.to).toEqual(['team@example.com']);
  expect(email.text).toContain('测试消息');
});

test('an error in a 200 response counts as a failure', async () => {
  receiver.answer.body = '{"errcode":310000,"errmsg":"sign not match"}';
  const { channel } = await create({ kind: 'dingtalk', url: at('/robot/send'), secret: '' });
  const { status, body } = await sendTest(channel.id);
  expect([status, body.code]).toEqual([422, 'channel_refused']);
  expect(body.message).toContain('310000 sign not match');
});

const notice: Notice = { kind: 'alert_resolved', alert: 'a', name: '销售<b>[x](http://evil)' };
const enqueue = (channel: string) =>
  product.query('insert into outbox (id, channel_id, notice, due_at) values (gen_random_uuid(), $1, $2, now())', [
    channel,
    notice,
  ]);
const makeDue = () => product.query('update outbox set due_at = now() where sent_at is null');
const rowOf = async (id: string) => (await product.query('select * from outbox where channel_id = $1', [id]))[0]!;

test('a delivery is sent once, as plain text, after any number of retries', async () => {
  const { channel } = await create({ kind: 'webhook', url: at('/later'), secret: 'my own secret' });
  receiver.answer.status = 500;
  await enqueue(channel.id);
  await expect.poll(async () => (await rowOf(channel.id))['tries']).toBe(1);
  expect((await rowOf(channel.id))['due_at']).toSatisfy((due: Date) => due.getTime() > Date.now() + 20_000);
  receiver.answer.status = 200;
  await makeDue();
  await expect.poll(async () => (await rowOf(channel.id))['sent_at']).toBeTruthy();
  const ids = receiver.received.map(({ headers }) => headers['idempotency-key']);
  expect(ids).toEqual([(await rowOf(channel.id))['id'], (await rowOf(channel.id))['id']]);
  const { channel: chat } = await create({ kind: 'wecom', url: at('/chat') });
  receiver.received.length = 0;
  await enqueue(chat.id);
  await expect.poll(() => receiver.received.length).toBe(1);
  expect(receiver.received[0]!.body).not.toContain('[x](http');
});

test('a channel that fails permanently causes one bell notification, and a successful test reactivates it', async () => {
  const { channel } = await create({ kind: 'webhook', url: at('/dead'), secret: '' });
  receiver.answer.status = 500;
  await enqueue(channel.id);
  await enqueue(channel.id);
  await product.query('update outbox set tries = 5 where channel_id = $1', [channel.id]);
  await makeDue();
  const stateOf = async () =>
    (await product.call('GET /channels', {}, { token })).body.find(({ id }) => id === channel.id)!;
  await expect
    .poll(async () => (await product.query(`select 1 from outbox where given_up_at is not null`)).length)
    .toBe(2);
  expect(await stateOf()).toMatchObject({ isStopped: true, failure: { code: 'channel_refused' } });
  const { body } = await product.call('GET /notifications', {}, { token });
  expect(body.groups.filter(({ notice: { kind } }) => kind === 'channel_stopped')).toMatchObject([{ count: 1 }]);
  receiver.answer.status = 200;
  expect((await sendTest(channel.id)).status).toBe(204);
  expect(await stateOf()).toMatchObject({ isStopped: false, failure: null });
});

test('viewers cannot use channels', async () => {
  const viewer = await createMember(product, token);
  expect((await product.call('GET /channels', {}, { token: viewer.token })).status).toBe(403);
});

test('only its creator and the owner can change a channel; other editors can use it', async () => {
  const [creator, other] = [await createMember(product, token, 'editor'), await createMember(product, token, 'editor')];
  const target = { kind: 'slack', url: at('/theirs') } as const;
  const input = { name: 'Theirs', language: 'en_US', target } as const;
  const { id } = (await product.call('POST /channels', input, { token: creator.token })).body.channel;
  const elsewhere = { id, target: { kind: 'slack', url: at('/elsewhere') } } as const;
  const change = (by: string) => product.call('PATCH /channels/:id', elsewhere, { token: by });
  const refused = await change(other.token);
  expect([refused.status, refused.body]).toEqual([403, expect.objectContaining({ code: 'channel_of_another' })]);
  const removed = await product.call('DELETE /channels/:id', { id }, { token: other.token });
  expect(removed.body).toMatchObject({ code: 'channel_of_another' });
  expect((await product.call('POST /channels/:id/test', { id }, { token: other.token })).status).toBe(204);
  expect(receiver.received.map(({ path }) => path)).toEqual(['/theirs']);
  const canChange = async (by: string) =>
    (await product.call('GET /channels', {}, { token: by })).body.find((each) => each.id === id)?.canChange;
  expect(await Promise.all([creator.token, other.token, token].map(canChange))).toEqual([true, false, true]);
  expect([(await change(creator.token)).status, (await change(token)).status]).toEqual([200, 200]);
  expect((await product.call('DELETE /channels/:id', { id }, { token: creator.token })).status).toBe(204);
});

test('blocked addresses are not called', async () => {
  const { channel } = await create({ kind: 'slack', url: 'http://169.254.169.254/latest' });
  const { status, body } = await sendTest(channel.id);
  expect([status, body.code]).toEqual([422, 'address_inside']);
});

test('a webhook to this machine is not called, however its address is written', async () => {
  const closed = await openTestProduct();
  const as = await createOwner(closed);
  const { port } = new URL(receiver.url);
  for (const host of localHosts) {
    const target = { kind: 'webhook', url: `http://${host}:${port}/hook`, secret: '' } as const;
    const created = await closed.call('POST /channels', { name: 'Inside', language: 'en_US', target }, as);
    const { id } = created.body.channel;
    expect([host, (await closed.call('POST /channels/:id/test', { id }, as)).body.code]).toEqual([
      host,
      'address_inside',
    ]);
  }
  expect(receiver.received).toEqual([]);
  await closed.close();
});
