import { cp } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { defaultState } from '#domain/dashboard/dashboard.ts';
import { dashboardOf, createDashboard, textCard } from '#server/testing/dashboards.ts';
import { loadFile } from '#server/testing/data.ts';
import { type ReceivedEmail, type Mailbox, openMailbox } from '#server/testing/mail.ts';
import { createOwner } from '#server/testing/product.ts';
import { openTestServers, type TestServers } from '#server/testing/servers.ts';

/*
 * Emails and notifications are sent once across servers. The attachment limit is zero, so that all files are sent as
 * a link.
 */

let servers: TestServers;
let mailbox: Mailbox;
let token: string;
let owner: string;

beforeAll(async () => {
  mailbox = await openMailbox();
  servers = await openTestServers({ SMTP_URL: mailbox.url, MAIL_MEGABYTES: '0' });
  const created = await createOwner(servers.one);
  [token, owner] = [created.token, created.member.id];
});
afterAll(async () => {
  await servers.close();
  await mailbox.close();
});

const idOf = ({ head }: ReceivedEmail) => /message-id:\s*(\S+)/i.exec(head)![1]!;

test('reports are sent once across two servers, and a file above the attachment limit is sent as a link', async () => {
  const { one } = servers;
  const { id: dashboard } = await createDashboard(one, token, dashboardOf('Sales', [textCard('text', 'Hello')]));
  const ids: string[] = [];
  for (let number = 0; number < 6; number++) {
    const input = {
      id: dashboard,
      name: `Report ${number}`,
      format: 'xlsx' as const,
      schedule: { kind: 'daily' as const, at: '09:00' },
      zone: 'UTC',
      isPaused: false,
      recipients: [{ kind: 'member' as const, member: owner, state: defaultState }],
    };
    ids.push((await one.call('POST /dashboards/:id/reports', input, { token })).body.id);
  }
  await one.query(`update reports set next_at = now()`);
  const sent = async () => (await one.call('GET /reports', {}, { token })).body.filter(({ last }) => last?.sent === 1);
  await expect.poll(async () => (await sent()).length).toBe(6);
  expect(new Set(mailbox.emails.map(idOf)).size).toBe(6);
  expect(mailbox.emails).toHaveLength(6);
  const { body } = await one.call('GET /reports/:id', { id: ids[0]! }, { token });
  expect(body.letters).toMatchObject([{ state: 'sent', isLinked: true }]);
  const [email] = mailbox.emails;
  expect(email!.parts.every(({ type }) => type.startsWith('text/'))).toBe(true);
  const link = new URL(/http\S+\/file/.exec(email!.text)![0]);
  const answers = await Promise.all([servers.one, servers.two].map(({ url }) => fetch(url + link.pathname)));
  // The file is on the server that created it.
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  const file = answers.find(({ ok }) => ok)!;
  expect(file.headers.get('content-disposition')).toContain('Sales.xlsx');
  for (const id of ids) await one.call('DELETE /reports/:id', { id }, { token });
  expect((await fetch(file.url)).status).toBe(404);
});

test('alerts notify once across two servers', async () => {
  const { one, two } = servers;
  mailbox.emails.length = 0;
  const { id: dataset } = await loadFile(one, token, 'orders.csv', 'city,amount\nA,1\nB,2\n');
  await cp(path.join(one.directory, 'segments'), path.join(two.directory, 'segments'), { recursive: true });
  const watch = { dataset, formula: { kind: 'count' as const }, filters: [], time: null, by: null, isRunning: false };
  const input = {
    name: 'Orders',
    watch,
    condition: { kind: 'above' as const, value: 1 },
    schedule: { kind: 'every' as const, minutes: 15 },
    zone: 'UTC',
    channels: [],
    origin: null,
  };
  for (let number = 0; number < 10; number++) await one.call('POST /alerts', input, { token });
  const firing = async () =>
    (await two.call('GET /alerts', {}, { token })).body.filter(({ state }) => state === 'firing');
  await expect.poll(async () => (await firing()).length).toBe(10);
  for (let round = 0; round < 3; round++) {
    await one.query('update alerts set next_check_at = now()');
    const isChecked = async () => (await one.query('select 1 from alerts where next_check_at <= now()')).length === 0;
    await expect.poll(isChecked).toBe(true);
  }
  const notices = await one.query(`select cause from notifications where notice->>'kind' = 'alert_fired'`);
  expect([notices.length, new Set(notices.map(({ cause }) => cause)).size]).toEqual([10, 10]);
  await expect.poll(() => mailbox.emails.length).toBe(10);
  expect(new Set(mailbox.emails.map(idOf)).size).toBe(10);
});
