import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Dataset } from '#contract/datasets/routes.ts';
import type { RunLine } from '#contract/dashboards/runs.ts';
import { defaultState } from '#domain/dashboard/dashboard.ts';
import type { ExpectedFreshness } from '#domain/time/expected-freshness.ts';
import { share } from '#server/testing/access.ts';
import { openConnectedDatabase } from '#server/testing/connected-database.ts';
import { chartCard, createDashboard, dashboardOf } from '#server/testing/dashboards.ts';
import { loadFile, loadUploaded, proposalOf, uploadFile } from '#server/testing/data.ts';
import { type Mailbox, openMailbox } from '#server/testing/mail.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { createPusher } from '#server/testing/push.ts';
import { specOf, callLines, resultOf, sqlOf } from '#server/testing/queries.ts';
import { openTestServers } from '#server/testing/servers.ts';
import { createShare, openShare } from '#server/testing/shares.ts';

let product: TestProduct;
let mailbox: Mailbox;
let token: string;
beforeAll(async () => {
  mailbox = await openMailbox();
  product = await openTestProduct({ SMTP_URL: mailbox.url });
  token = (await createOwner(product)).token;
});
afterAll(() => Promise.all([product.close(), mailbox.close()]));

const dayMs = 86_400_000;
const dayAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
const salesOf = (...days: string[]) => `day,amount\n${days.map((day, index) => `${day},${index + 1}`).join('\n')}\n`;
const lastWeek = [12, 11, 10, 9, 8].map(dayAgo);
const untilToday = [2, 1, 0].map(dayAgo);

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const daily: ExpectedFreshness = { kind: 'by', at: '00:00', days: everyDay, covers: 'day_before', zone: 'UTC' };

const load = async (id: string) => (await product.call('GET /datasets/:id', { id }, { token })).body;
const expectFreshness = (id: string, expectation: unknown, as = token) =>
  product.call('PUT /datasets/:id/freshness', { id, expectation: expectation as ExpectedFreshness }, { token: as });
const lateSince = async (id: string) => (await load(id)).lateSince;
const noticesOf = async (id: string, at = product) =>
  (await at.query('select notice, member_id from notifications where cause = $1 order by id', [`dataset:${id}`])).map(
    ({ notice, member_id }) => ({ ...(notice as { kind: string; newest: string | null }), member: member_id }),
  );
const kindsOf = async (id: string, at = product) => (await noticesOf(id, at)).map(({ kind }) => kind);

/** Triggers another check of a dataset and waits for it. */
async function checkAgain(id: string, at = product): Promise<void> {
  const [before] = await at.query(
    `update freshness set next_check_at = date_trunc('milliseconds', now())
    where id = $1 returning checked_at`,
    [id],
  );
  const checkedAt = async () => (await at.query('select checked_at from freshness where id = $1', [id]))[0]!.checked_at;
  await expect.poll(checkedAt).not.toEqual(before!.checked_at);
}

async function replace({ id, applicationId, columns }: Dataset, content: string): Promise<void> {
  const upload = await uploadFile(product, token, 'more.csv', content);
  const proposed = proposalOf(upload, { id });
  const matched = proposed.columns.map((each) => {
    const { id: column, type, role, format } = columns.find(({ name }) => name === each.name)!;
    return { ...each, id: column, type, role, format };
  });
  const plan = { ...proposed, columns: matched, mode: 'replace' as const };
  expect((await loadUploaded(product, token, upload, { application: { id: applicationId }, plan })).state).toBe('done');
}

test('the newest row of a file is that of its main time column, not in the future, and follows every load', async () => {
  const sales = await loadFile(product, token, `${randomUUID()}.csv`, salesOf(...lastWeek, '2999-01-01'));
  const newest = async () => (await load(sales.id)).newest;
  await expect.poll(newest).toBe(dayAgo(8));
  const { body: application } = await product.call('GET /applications/:id', { id: sales.applicationId }, { token });
  expect(application.newest).toBe(dayAgo(8));
  const origin = async () => (await resultOf(product, specOf(sales.id), { token })).proof.datasets[0];
  await expect.poll(origin).toMatchObject({ newest: dayAgo(8), lateSince: null });
  await replace(sales, salesOf(dayAgo(40), dayAgo(39)));
  await expect.poll(newest).toBe(dayAgo(39));

  const cities = await loadFile(product, token, `${randomUUID()}.csv`, 'city,amount\nOslo,1\nBergen,2\n');
  await checkAgain(cities.id);
  expect(await load(cities.id)).toMatchObject({ newest: null, lastDataAt: expect.any(String) });
});

test('pushed rows move the newest row and with it the next deadline', async () => {
  const pusher = await createPusher(product, token);
  const currentMinute = Math.floor(Date.now() / 60_000);
  const at = (minutes: number) => new Date((currentMinute - minutes) * 60_000).toISOString();
  await pusher.push('visits', [{ at: at(50) }, { at: at(30) }]);
  const { id } = await pusher.dataset('visits', 2);
  await expect.poll(async () => Date.parse((await load(id)).newest ?? '')).toBe(Date.parse(at(30)));
  await pusher.push('visits', [{ at: at(10) }]);
  await pusher.dataset('visits', 3);
  await checkAgain(id);
  const newest = Date.parse((await load(id)).newest!);
  expect(newest).toBe(Date.parse(at(10)));

  // The next check is at the deadline, an hour after the newest row has ended.
  await expectFreshness(id, { kind: 'every', minutes: 60, zone: 'UTC' });
  const nextCheck = async () => {
    const [row] = await product.query('select next_check_at from freshness where id = $1', [id]);
    return (row!.next_check_at as Date).getTime();
  };
  await expect.poll(nextCheck).toBe(newest + 1 + 3_600_000);
});

test('a file with old rows is late though it was just loaded; its owner is notified once, and once when it is fresh', async () => {
  const editor = await createMember(product, token, 'editor');
  const sales = await loadFile(product, token, 'sales of the week.csv', salesOf(...lastWeek));
  await share(product, token, ['application', sales.applicationId], { everyone: 'edit' });
  const emails = () => mailbox.emails.filter(({ to }) => to.includes(editor.member.email)).length;
  const before = emails();
  expect((await expectFreshness(sales.id, daily, editor.token)).status).toBe(204);
  await expect.poll(() => lateSince(sales.id)).not.toBeNull();
  await checkAgain(sales.id);
  const late = { kind: 'dataset_late', newest: dayAgo(8), member: editor.member.id };
  expect(await noticesOf(sales.id)).toMatchObject([late]);
  await expect.poll(emails).toBe(before + 1);
  const { body: application } = await product.call('GET /applications/:id', { id: sales.applicationId }, { token });
  expect(application.health).toBe('late');

  // A change of the expectation is not a new lateness.
  await expectFreshness(sales.id, { ...daily, covers: 'same_day' }, editor.token);
  await checkAgain(sales.id);
  expect(await kindsOf(sales.id)).toEqual(['dataset_late']);

  await replace(sales, salesOf(...untilToday));
  await expect.poll(() => lateSince(sales.id)).toBeNull();
  expect(await kindsOf(sales.id)).toEqual(['dataset_late', 'dataset_fresh']);
  await replace(sales, salesOf(...lastWeek));
  await expect.poll(() => kindsOf(sales.id)).toEqual(['dataset_late', 'dataset_fresh', 'dataset_late']);

  // A member who relaxes or removes the expectation needs no notice that the data is no longer late.
  await expectFreshness(sales.id, { kind: 'every', minutes: 30 * 1440, zone: 'UTC' }, editor.token);
  await expect.poll(() => lateSince(sales.id)).toBeNull();
  expect(await kindsOf(sales.id)).toHaveLength(3);
  await expectFreshness(sales.id, null, editor.token);
  await checkAgain(sales.id);
  expect(await load(sales.id)).toMatchObject({ lateSince: null, expectation: null, newest: dayAgo(8) });
  expect(await kindsOf(sales.id)).toHaveLength(3);
});

test('cards, SQL and links show that their data is late; a link reveals only the newest of its own rows', async () => {
  const sales = await loadFile(product, token, 'late.csv', salesOf(...lastWeek));
  await expectFreshness(sales.id, { kind: 'every', minutes: 60, zone: 'UTC' });
  await expect.poll(() => lateSince(sales.id)).not.toBeNull();
  const since = await lateSince(sales.id);
  const sql = await resultOf(product, sqlOf('select count(*) from late'), { token });
  expect(sql.proof.datasets).toMatchObject([{ lateSince: since, newest: dayAgo(8) }]);
  const { id } = await createDashboard(product, token, dashboardOf('Late', [chartCard('card', sales.id)]));
  const originsOf = (lines: RunLine[]) =>
    lines.flatMap((line) => (line.kind === 'result' ? line.result.proof.datasets : []));
  const run = { id, state: defaultState, zone: 'UTC' };
  const own = await callLines<RunLine>(product, 'POST /dashboards/:id/run', run, { token });
  expect(originsOf(own.lines)).toMatchObject([{ lateSince: since, newest: dayAgo(8) }]);
  const { body } = await openShare(product, await createShare(product, token, { id }));
  const guest = { pass: (body as { pass: string }).pass, state: defaultState, zone: 'UTC' };
  const shared = await callLines<RunLine>(product, 'POST /shares/run', guest, {});
  expect(originsOf(shared.lines)).toMatchObject([{ lateSince: since, newest: null, name: '', application: '' }]);
});

test('the member who set the expectation is notified; without access, the creator of the data or the owner', async () => {
  const [editor, creator] = await Promise.all([
    createMember(product, token, 'editor'),
    createMember(product, token, 'editor'),
  ]);
  const sales = await loadFile(product, creator.token, 'handed.csv', salesOf(...untilToday));
  await share(product, creator.token, ['application', sales.applicationId], {
    members: [{ id: editor.member.id, right: 'edit' }],
  });
  await expectFreshness(sales.id, daily, editor.token);
  await checkAgain(sales.id);
  const becomeLate = async () => {
    await product.query('update freshness set late_since = null where id = $1', [sales.id]);
    await checkAgain(sales.id);
    return (await noticesOf(sales.id)).at(-1)?.member;
  };
  await replace(sales, salesOf(...lastWeek));
  await expect.poll(async () => (await noticesOf(sales.id)).map(({ member }) => member)).toEqual([editor.member.id]);
  // A member who may no longer see the data is not notified.
  await share(product, creator.token, ['application', sales.applicationId]);
  expect(await becomeLate()).toBe(creator.member.id);
  for (const { member } of [editor, creator]) await product.call('DELETE /members/:id', { id: member.id }, { token });
  const [owner] = await product.query(`select id from members where role = 'owner'`);
  expect(await becomeLate()).toBe(owner!.id);
});

test.each([
  ['an unknown zone', { ...daily, zone: 'Mars/Olympus' }],
  ['an invalid time', { ...daily, at: '24:00' }],
  ['no days', { ...daily, days: [] }],
  ['a day twice', { ...daily, days: [1, 1] }],
  ['an interval of zero minutes', { kind: 'every', minutes: 0, zone: 'UTC' }],
])('%s is refused', async (_, expectation) => {
  const { id } = await loadFile(product, token, `${randomUUID()}.csv`, salesOf(dayAgo(1)));
  expect((await expectFreshness(id, expectation)).status).toBe(400);
});

test('a dataset without rows is late after the first deadline that follows its expectation', async () => {
  const { applicationId } = await loadFile(product, token, `${randomUUID()}.csv`, salesOf(dayAgo(1)));
  const id = randomUUID();
  await product.query('insert into datasets (id, application_id, name) values ($1, $2, $1)', [id, applicationId]);
  await expectFreshness(id, { kind: 'every', minutes: 60, zone: 'UTC' });
  await checkAgain(id);
  expect(await lateSince(id)).toBeNull();
  await product.query(`update freshness set expected_since = now() - interval '2 hours' where id = $1`, [id]);
  await checkAgain(id);
  expect(await noticesOf(id)).toMatchObject([{ kind: 'dataset_late', newest: null }]);
});

test('a dataset in the trash is not checked until it is restored', async () => {
  const sales = await loadFile(product, token, 'trashed.csv', salesOf(...lastWeek));
  await expect.poll(async () => (await load(sales.id)).newest).not.toBeNull();
  await product.call('DELETE /datasets/:id', { id: sales.id }, { token });
  expect((await expectFreshness(sales.id, daily)).status).toBe(404);
  await product.query(
    `update freshness set expectation = $2, expected_since = now(),
    next_check_at = now() - interval '1 minute' where id = $1`,
    [sales.id, JSON.stringify(daily)],
  );
  // Another dataset that became due later is checked, and this one is not.
  const other = await loadFile(product, token, 'other.csv', salesOf(...lastWeek));
  await checkAgain(other.id);
  expect(await kindsOf(sales.id)).toEqual([]);
  await product.call('POST /datasets/:id/restore', { id: sales.id }, { token });
  await expect.poll(() => kindsOf(sales.id)).toEqual(['dataset_late']);
});

test('two servers notify the owner once', async () => {
  const { one, two, close } = await openTestServers();
  try {
    const owner = await createOwner(one);
    // Without a time column, only the time of the load counts: each server can read only the rows of its own files.
    const { id } = await loadFile(one, owner.token, 'cities.csv', 'city,amount\nOslo,1\nBergen,2\n');
    await one.query(`update datasets set last_data_at = now() - interval '1 day' where id = $1`, [id]);
    const expectation = { kind: 'every' as const, minutes: 60, zone: 'UTC' };
    await two.call('PUT /datasets/:id/freshness', { id, expectation }, { token: owner.token });
    await expect.poll(() => kindsOf(id, one)).toEqual(['dataset_late']);
    for (const server of [one, two, one]) await checkAgain(id, server);
    expect(await kindsOf(id, one)).toEqual(['dataset_late']);
  } finally {
    await close();
  }
});

describe('a connected table', () => {
  test('is judged by its newest row; without a time column nothing can be expected', async () => {
    const database = await openConnectedDatabase();
    try {
      await database.execute(`create table plain (id int); create table orders (id int, at timestamptz);
        insert into orders values (1, now() - interval '1 day')`);
      const { body: application } = await product.call(
        'POST /connections',
        { name: `Shop ${randomUUID()}`, ...database.settings },
        { token },
      );
      const tables = ['plain', 'orders'].map((name) => ({ schema: 'public', name }));
      const added = await product.call('POST /applications/:id/tables', { id: application.id, tables }, { token });
      const idOf = (name: string) => added.body.find((each) => each.name === name)!.id;
      const hourly = { kind: 'every', minutes: 60, zone: 'UTC' };
      const refused = await expectFreshness(idOf('plain'), hourly);
      expect([refused.status, (refused.body as { code?: string }).code]).toEqual([422, 'freshness_without_time']);
      const id = idOf('orders');
      await expectFreshness(id, hourly);
      await expect.poll(() => kindsOf(id)).toEqual(['dataset_late']);
      await database.execute(`insert into orders values (2, now())`);
      await checkAgain(id);
      expect(await kindsOf(id)).toEqual(['dataset_late', 'dataset_fresh']);
    } finally {
      await database.close();
    }
  });
});
