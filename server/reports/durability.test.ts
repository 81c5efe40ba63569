import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { defaultState } from '#domain/dashboard/dashboard.ts';
import { createClient } from '#server/testing/client.ts';
import { dashboardOf, createDashboard, textCard } from '#server/testing/dashboards.ts';
import { loadFile } from '#server/testing/data.ts';
import { type ReceivedEmail, openMailbox } from '#server/testing/mail.ts';
import { killServer, startServer, stopServer } from '#server/testing/process.ts';
import { createInstallation } from '#server/testing/directories.ts';
import { connectionOf, createOwner, queryOnce } from '#server/testing/product.ts';

const idOf = ({ head }: ReceivedEmail) => /message-id:\s*(\S+)/i.exec(head)![1]!;
const reportCount = 4;

test('a server that is killed repeatedly loses no email and sends no notification twice', async () => {
  const [mailbox, directory] = await Promise.all([openMailbox(), createInstallation()]);
  const settings = { SHUJU_DATA: directory, SMTP_URL: mailbox.url, LOG_LEVEL: 'silent' };
  let server = await startServer(settings);
  let client = createClient(server.url);
  const { token, member } = await createOwner(client);
  const query = async (text: string) => queryOnce(await connectionOf(directory), text);
  const { id: dataset } = await loadFile(client, token, 'orders.csv', 'city,amount\nA,1\nB,2\n');
  const { id: dashboard } = await createDashboard(client, token, dashboardOf('Sales', [textCard('text', 'Hello')]));
  const watch = { dataset, formula: { kind: 'count' as const }, filters: [], time: null, by: null, isRunning: false };
  for (let number = 0; number < reportCount; number++) {
    const alert = {
      name: `Alert ${number}`,
      watch,
      // Not met at first.
      condition: { kind: 'above' as const, value: 100 },
      schedule: { kind: 'every' as const, minutes: 15 },
      zone: 'UTC',
      channels: [],
      origin: null,
    };
    await client.call('POST /alerts', alert, { token });
    const report = {
      id: dashboard,
      name: `Report ${number}`,
      format: 'xlsx' as const,
      schedule: { kind: 'daily' as const, at: '09:00' },
      zone: 'UTC',
      isPaused: false,
      recipients: [{ kind: 'member' as const, member: member.id, state: defaultState }],
    };
    await client.call('POST /dashboards/:id/reports', report, { token });
  }
  await query(
    `update alerts set condition = '{"kind":"above","value":1}', next_check_at = now(), revision = revision + 1`,
  );
  await query('update reports set next_at = now()');
  for (let round = 0; round < 2; round++) {
    await sleep(300 + Math.random() * 1500);
    await killServer(server);
    server = await startServer(settings);
    client = createClient(server.url);
    // Releases the dead server's leases, so that the test need not wait for them to expire.
    for (const table of ['alerts', 'outbox', 'report_letters']) await query(`update ${table} set claimed_until = null`);
  }
  const isDone = async () => {
    const [open] = await query(`select (select count(*) from report_letters where state <> 'sent')
      + (select count(*) from outbox where sent_at is null) + (select count(*) from alerts where state <> 'firing')
      + abs((select count(*) from report_letters) - ${reportCount}) as open`);
    return Number(open!.open);
  };
  await expect.poll(isDone, { interval: 500 }).toBe(0);
  const [counts] = await query(`select count(*) as notices, count(distinct cause) as causes from notifications`);
  expect(counts).toEqual({ notices: String(reportCount), causes: String(reportCount) });
  // An email accepted just before the kill is sent again with the same message id.
  expect(new Set(mailbox.emails.map(idOf)).size).toBe(2 * reportCount);
  await stopServer(server);
  await mailbox.close();
  await rm(directory, { recursive: true, force: true });
});
