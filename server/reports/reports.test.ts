import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { ApiInput } from '#contract/api.ts';
import { type DashboardState, defaultState } from '#domain/dashboard/dashboard.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { querySpecSchema } from '#contract/queries/schemas.ts';
import { share } from '#server/testing/access.ts';
import { specOf } from '#server/testing/queries.ts';
import { chartCard, dashboardOf, createDashboard } from '#server/testing/dashboards.ts';
import { loadFile } from '#server/testing/data.ts';
import { type ReceivedEmail, type Mailbox, openMailbox } from '#server/testing/mail.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { everyone, ruleOf, setRules } from '#server/testing/row-rules.ts';
import { scripts } from '#server/testing/scripts.ts';

let product: TestProduct;
let mailbox: Mailbox;
let token: string;
let owner: string;
let orders: Dataset;
let dashboard: string;

const both = (text: string) => ({ en_US: text, zh_CN: text });
const column = (name: string) => orders.columns.find((each) => each.name === name)!.id;

beforeAll(async () => {
  mailbox = await openMailbox();
  product = await openTestProduct({ SMTP_URL: mailbox.url });
  const created = await createOwner(product);
  [token, owner] = [created.token, created.member.id];
  orders = await loadFile(product, token, 'orders.csv', 'city,amount\n上海,100\n广州,7\n');
  dashboard = await makeOrders();
  await product.call('PUT /reports/rules', { reach: 'anyone' }, { token });
});
afterAll(() => Promise.all([product.close(), mailbox.close()]));

async function makeOrders(as = token): Promise<string> {
  const spec = querySpecSchema.parse({
    ...specOf(orders.id),
    dimensions: [{ id: 'city', kind: 'value', column: column('city') }],
    measures: [{ id: 'sum', formula: { kind: 'sum', column: column('amount') }, show: 'value' }],
  });
  const table = { ask: spec, drawing: { kind: 'table' as const, options: {} } };
  const control = {
    id: 'city',
    label: both('City'),
    targets: [{ kind: 'column' as const, dataset: orders.id, column: column('city') }],
    isMany: true,
    value: { kind: 'select' as const, values: [] },
  };
  const card = chartCard('table', spec, { chart: table, title: both('Orders') });
  return (await createDashboard(product, as, dashboardOf('Orders', [card], { controls: [control] }))).id;
}

const only = (city: string): DashboardState => ({
  ...defaultState,
  values: { city: { kind: 'select', values: [city] } },
});

type ReportInput = ApiInput<'POST /dashboards/:id/reports'>;
const reportOf = (overrides: Partial<ReportInput> = {}): ReportInput => ({
  id: dashboard,
  name: '每日订单',
  format: 'xlsx',
  schedule: { kind: 'daily', at: '09:00' },
  zone: 'Asia/Shanghai',
  isPaused: false,
  recipients: [{ kind: 'member', member: owner, state: defaultState }],
  ...overrides,
});

async function create(overrides?: Partial<ReportInput>, as = token): Promise<string> {
  const { status, body } = await product.call('POST /dashboards/:id/reports', reportOf(overrides), { token: as });
  expect([status, body]).toEqual([200, expect.anything()]);
  return body.id;
}
const load = async (id: string) => (await product.call('GET /reports/:id', { id }, { token })).body;
const statesOf = async (id: string) =>
  (await load(id)).letters.map(({ to, state, failure }) => [to, state, failure?.code ?? null]);
const makeDue = (id: string) => product.query('update reports set next_at = now() where id = $1', [id]);

/** Makes a report due and returns its emails once none is waiting. */
async function run(id: string): Promise<ReceivedEmail[]> {
  mailbox.emails.length = 0;
  const before = (await load(id)).letters.length;
  await makeDue(id);
  const done = async () => {
    const { letters: emails } = await load(id);
    return emails.length > before && emails.every(({ state, tries }) => state !== 'waiting' || tries > 0);
  };
  await expect.poll(done).toBe(true);
  return mailbox.emails.toSorted((a, b) => (a.to[0]! < b.to[0]! ? -1 : 1));
}

const citiesIn = async ({ parts }: ReceivedEmail): Promise<unknown[]> => {
  const file = parts.find(({ type }) => type.includes('spreadsheet'))!;
  const { sheets } = await readXlsx(new Uint8Array(file.content));
  return sheets[1]!.rows.flat().filter((cell) => cell === '上海' || cell === '广州');
};

test('each recipient gets a file with their own filters and language', async () => {
  const address = (city: string, language: 'en_US' | 'zh_CN') =>
    ({ kind: 'address', address: `${language}@example.com`, language, state: only(city) }) as const;
  const id = await create({ recipients: [address('上海', 'zh_CN'), address('广州', 'en_US')] });
  expect((await load(id)).report.nextAt).toMatch(/T01:00:00.000Z$/);
  const [english, chinese] = (await run(id)) as [ReceivedEmail, ReceivedEmail];
  expect([english.to, chinese.to]).toEqual([['en_us@example.com'], ['zh_cn@example.com']]);
  expect([await citiesIn(english), await citiesIn(chinese)]).toEqual([['广州'], ['上海']]);
  expect(english.text).toContain('The dashboard is attached as an Excel workbook.');
  expect(english.text).toContain('City: 广州');
  expect(chinese.text).toContain('仪表盘见附件（Excel 工作簿）。');
  expect((await load(id)).report.last).toMatchObject({ sent: 2, waiting: 0, failed: 0 });
});

test('a report can be sent as a PDF', async () => {
  const id = await create({ format: 'pdf' });
  const [email] = await run(id);
  const file = email!.parts.find(({ type }) => type === 'application/pdf')!;
  expect([file.name, file.content.subarray(0, 5).toString()]).toEqual(['Orders.pdf', '%PDF-']);
});

test('a member who may not see the dashboard gets no email, and the history shows the reason', async () => {
  const member = await createMember(product, token, 'viewer');
  const closed = await makeOrders();
  await share(product, token, ['dashboard', closed]);
  const recipients = [owner, member.member.id].map(
    (id) => ({ kind: 'member', member: id, state: defaultState }) as const,
  );
  const id = await create({ id: closed, recipients });
  const emails = await run(id);
  expect(emails.map(({ to }) => to)).toEqual([['owner@example.com']]);
  expect(await statesOf(id)).toEqual([
    ['Member', 'failed', 'report_unseen'],
    ['掌柜', 'sent', null],
  ]);
  const notices = await product.query('select notice from notifications where cause = $1', [`report:${id}`]);
  expect(notices).toMatchObject([{ notice: { kind: 'report_failed', to: 'Member' } }]);
});

test('the file of a member contains no data that they may not see', async () => {
  const member = await createMember(product, token, 'viewer');
  const recipients = [{ kind: 'member', member: member.member.id, state: defaultState } as const];
  const id = await create({ recipients });
  await share(product, token, ['application', orders.applicationId]);
  const [email] = await run(id);
  expect(await citiesIn(email!)).toEqual([]);
  await share(product, token, ['application', orders.applicationId], { everyone: 'edit' });
});

test('a report shows only rows that its creator, its publishers and its recipient may all see', async () => {
  const { token: editor, member } = await createMember(product, token, 'editor');
  await share(product, token, ['application', orders.applicationId], { everyone: 'view' });
  await setRules(product, token, orders.id, [ruleOf(everyone, column('city'), ['广州'])]);
  const outside = { kind: 'address', address: 'a@example.com', language: 'en_US', state: defaultState } as const;
  const toEditor = { kind: 'member', member: member.id, state: defaultState } as const;
  const toOwner = { kind: 'member', member: owner, state: defaultState } as const;
  const edited = await makeOrders(editor);
  for (const [input, as, cities] of [
    [{ recipients: [outside] }, token, ['上海', '广州']],
    [{ recipients: [toEditor] }, token, ['广州']],
    [{ recipients: [outside] }, editor, ['广州']],
    [{ recipients: [outside], id: edited }, token, ['广州']],
    [{ recipients: [toOwner], id: edited }, editor, ['广州']],
    [{ recipients: [toOwner], id: edited }, token, ['广州']],
  ] as const) {
    const [email] = await run(await create({ ...input, recipients: [...input.recipients] }, as));
    expect(new Set(await citiesIn(email!))).toEqual(new Set(cities));
  }
  await setRules(product, token, orders.id, null);
  await share(product, token, ['application', orders.applicationId], { everyone: 'edit' });
});

test('viewers may send to themselves only, and editors to addresses only if the owner allows it', async () => {
  const viewer = await createMember(product, token, 'viewer');
  const self = { kind: 'member', member: viewer.member.id, state: defaultState } as const;
  const id = await create({ recipients: [self] }, viewer.token);
  expect((await run(id)).map(({ to }) => to)).toEqual([[viewer.member.email]]);
  const send = (recipients: ReportInput['recipients'], as: string) =>
    product.call('POST /dashboards/:id/reports', reportOf({ recipients }), { token: as });
  const outside = { kind: 'address', address: 'a@example.com', language: 'en_US', state: defaultState } as const;
  const others = [{ kind: 'member', member: owner, state: defaultState } as const];
  expect((await send(others, viewer.token)).body.code).toBe('report_to_others');
  expect((await send([outside], viewer.token)).body.code).toBe('report_to_others');
  const open = await create({ recipients: [outside] });
  await product.call('PUT /reports/rules', { reach: 'members' }, { token });
  expect((await send([outside], token)).body.code).toBe('report_addresses_closed');
  expect(await run(open)).toEqual([]);
  expect(await statesOf(open)).toEqual([['a@example.com', 'failed', 'report_addresses_closed']]);
  await product.call('PUT /reports/rules', { reach: 'anyone' }, { token });
  const stranger = { kind: 'member', member: 'nobody', state: defaultState } as const;
  expect((await send([stranger], token)).body.code).toBe('report_recipient_unknown');
  expect((await send([outside, outside], token)).body.code).toBe('invalid_input');
});

test('an external recipient can unsubscribe and is not resubscribed', async () => {
  const recipients = [
    { kind: 'address', address: 'tired@example.com', language: 'en_US', state: defaultState } as const,
  ];
  const id = await create({ recipients });
  const [email] = await run(id);
  const link = /https?:\S+\/auth\/letters\?token=([\w-]+)/.exec(email!.text)!;
  expect(email!.head).toMatch(/List-Unsubscribe:\s+<http/);
  const subscription = { token: link[1]! };
  const { body } = await product.call('GET /letters/subscription', subscription);
  expect(body).toEqual({ name: '每日订单', by: '掌柜', to: 'tired@example.com', isStopped: false });
  expect((await product.call('PUT /letters/subscription', { ...subscription, isStopped: true })).status).toBe(204);
  await makeDue(id);
  await expect.poll(async () => (await load(id)).report.nextAt! > new Date().toISOString()).toBe(true);
  expect((await load(id)).letters).toHaveLength(1);
  const { id: _, ...changed } = reportOf({ recipients: [{ kind: 'member', member: owner, state: defaultState }] });
  await product.call('PUT /reports/:id', { ...changed, id }, { token });
  const after = await product.call('PUT /reports/:id', { ...changed, id, recipients }, { token });
  expect(after.body.recipients).toMatchObject([{ name: 'tired@example.com', isStopped: true }]);
});

test('forged links and links for another purpose are refused', async () => {
  const foreign = 'A'.repeat(92);
  for (const path of [`letters/subscription?token=${foreign}`, `letters/${foreign}/file`])
    expect((await product.send(`/api/${path}`)).body.code).toBe('letter_link_dead');
  expect((await product.send(`/api/letters/${'A'.repeat(100_000)}/file`)).status).toBeLessThan(500);
  const followed = await product.send(`/api/letters/${foreign}/file`, { headers: { accept: 'text/html,*/*' } });
  expect([followed.status, followed.headers.get('location')]).toEqual([303, '/auth/letters?file']);
});

test('a test email goes to the caller only', async () => {
  const recipients = [
    { kind: 'address', address: 'other@example.com', language: 'zh_CN', state: only('广州') } as const,
  ];
  const id = await create({ recipients });
  mailbox.emails.length = 0;
  expect((await product.call('POST /reports/:id/test', { id }, { token })).status).toBe(204);
  const email = await mailbox.next();
  expect([email.to, await citiesIn(email)]).toEqual([['owner@example.com'], ['广州']]);
  expect(email.text).not.toContain('/auth/letters');
  await expect.poll(async () => (await load(id)).letters).toMatchObject([{ isTest: true, state: 'sent', to: '掌柜' }]);
  expect((await load(id)).report.last).toBeNull();
});

test('names with scripts, control characters and line breaks stay plain text and inject no header', async () => {
  const name = `\u202Egnp.${scripts[0]!.slice(0, 60)}\r\nBcc: evil@example.com`;
  const id = await create({ name });
  const [email] = await run(id);
  expect(email!.to).toEqual(['owner@example.com']);
  expect(email!.head).not.toMatch(/^bcc/im);
  expect(email!.text.split('\n')[0]).not.toContain('\u202E');
  const html = email!.parts.find(({ type }) => type === 'text/html')!.content.toString();
  expect(html).not.toContain(scripts[0]!.slice(0, 60));
  for (const bad of ['   ', '\u200e\u200f', 'a'.repeat(100_000)])
    expect((await product.call('POST /dashboards/:id/reports', reportOf({ name: bad }), { token })).body.code).toBe(
      'invalid_input',
    );
  for (const address of ['a@b.cn\r\nBcc: evil@example.com', 'a@b.cn, evil@example.com', '<a@b.cn>', 'a b@c.cn'])
    expect(
      (
        await product.call(
          'POST /dashboards/:id/reports',
          reportOf({ recipients: [{ kind: 'address', address, language: 'en_US', state: defaultState }] }),
          { token },
        )
      ).body.code,
    ).toBe('invalid_input');
});

test('an email that the mail server rejects is retried, finally fails, and can be sent again', async () => {
  const id = await create();
  mailbox.rejectsEmails = true;
  await run(id);
  expect(await statesOf(id)).toEqual([['掌柜', 'waiting', 'mail_failed']]);
  const makeEmailDue = () => product.query('update report_letters set due_at = now() where report_id = $1', [id]);
  for (let tries = 2; tries <= 5; tries++) {
    await makeEmailDue();
    await expect.poll(async () => (await load(id)).letters[0]!.tries).toBe(tries);
  }
  expect(await statesOf(id)).toEqual([['掌柜', 'failed', 'mail_failed']]);
  mailbox.rejectsEmails = false;
  await product.call('POST /reports/:id/retry', { id }, { token });
  await expect.poll(() => statesOf(id)).toEqual([['掌柜', 'sent', null]]);
});

test('only its creator and the owner may see a report', async () => {
  const viewer = await createMember(product, token, 'viewer');
  const foreign = await create();
  expect((await product.call('GET /reports/:id', { id: foreign }, { token: viewer.token })).status).toBe(404);
  expect((await product.call('GET /reports', {}, { token: viewer.token })).body).toEqual([]);
});
