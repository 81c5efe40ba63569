import { afterAll, beforeAll, expect, test } from 'vitest';

import type { ChartCard } from '#domain/dashboard/dashboard.ts';
import { createClient } from '#server/testing/client.ts';
import { loadFile } from '#server/testing/data.ts';
import { type Mailbox, openMailbox } from '#server/testing/mail.ts';
import { openReceiver, type Receiver } from '#server/testing/receiver.ts';
import { createOwner, owner, signIn } from './accounts.ts';
import { expectPath, useBrowser } from './browser.ts';
import { cardNamed, cardOf, countOf, createDashboard, dashboardOf, findDataset, readCard } from './dashboards.ts';
import { type RunningProduct, startProduct } from './product.ts';
import { runSql } from './sql.ts';

// Not shared with other specs, and private addresses are allowed for webhooks.
let product: RunningProduct;
let receiver: Receiver;
let mailbox: Mailbox;
beforeAll(async () => {
  [receiver, mailbox] = await Promise.all([openReceiver(), openMailbox()]);
  product = await startProduct({ PRIVATE_ADDRESSES: 'allow', SMTP_URL: mailbox.url });
});
afterAll(() => Promise.all([product.stop(), receiver.close(), mailbox.close()]));

const { open } = useBrowser();

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Ten orders a day, but two yesterday and a month ago. */
function ordersCsv(): string {
  const lines = Array.from({ length: 60 }, (_, ago) =>
    Array.from({ length: ago === 1 || ago === 30 ? 2 : 10 }, () => `${dayBefore(ago)},Shanghai,1`),
  );
  return `day,city,n\n${lines.flat().join('\n')}\n`;
}

test('an alert is created from a card in three clicks, after a backtest, and reaches the bell, the history and a channel', async () => {
  const at = product.url;
  const token = await createOwner(at);
  const client = createClient(at);
  await loadFile(client, token, 'orders.csv', ordersCsv());
  const orders = await findDataset(at, token, 'orders');
  const byDay = {
    ...countOf(orders),
    dimensions: [{ id: 'd1', column: orders.columns['day']!, kind: 'time' as const, grain: { unit: 'day' as const } }],
  };
  const place = { x: 0, y: 0, width: 12, height: 8 };
  const card = cardOf({ id: 'c1', title: 'Orders by day', kind: 'line', place }, byDay);
  const id = await createDashboard(at, token, dashboardOf(orders, 'day', { cards: [card], controls: [] }));

  // Adds and tests a channel.
  const page = await open('/account/channels', { at, token, locale: 'en-US' });
  await page.getByRole('button', { name: 'Add channel' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Duty program');
  await dialog.getByLabel('URL').fill(`${receiver.url}/hook`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const secretDialog = page.getByRole('dialog', { name: 'Webhook secret' });
  expect(await secretDialog.getByRole('textbox').inputValue()).toMatch(/^whs_/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Send test' }).click();
  await page.getByText('Test message delivered.').waitFor();
  expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);

  // Three clicks: the menu, the entry, the button.
  await page.goto(`${at}/dashboard/${id}`);
  await readCard(page, 'Orders by day');
  await cardNamed(page, 'Orders by day').hover();
  await page
    .getByRole('button', { name: /Orders by day/ })
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Create alert' }).click();
  const alert = page.getByRole('dialog');
  await expect.poll(() => alert.getByTestId('rehearsal').textContent()).toMatch(/in the last 90 days/);
  await alert.getByRole('spinbutton', { name: 'Value' }).fill('5');
  // The thirty days before the first order count as one firing.
  await alert.getByText('Would have fired 3 times in the last 90 days').waitFor();
  expect(await alert.getByTestId('threshold').count()).toBe(1);
  await alert.getByRole('combobox', { name: 'Also send to' }).click();
  await page.getByRole('option', { name: 'Duty program' }).or(page.getByTitle('Duty program')).last().click();
  await page.keyboard.press('Escape');
  await alert.getByRole('button', { name: 'Save alert' }).click();

  // The bell updates live and links to the alert.
  await page.getByRole('button', { name: 'Notifications: 1 unread' }).click();
  await page.getByTestId('notices').getByText('“Orders by day”: below 5').click();
  await page.waitForURL(/\/dashboard\/alerts\/[\w-]+$/);
  await page.getByRole('heading', { name: 'Orders by day' }).waitFor();
  await page.getByTestId('course').waitFor();
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Acknowledge' }).click();
  await page.getByText('Acknowledged by 掌柜').waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByText('Normal').waitFor();
  await page.getByText('Closed by').waitFor();
  await page.getByRole('link', { name: 'Alerts' }).first().click();
  await expectPath(page, '/dashboard/alerts');
  await page.getByRole('row', { name: /Orders by day.*Normal.*below 5/ }).waitFor();
  await expect.poll(() => receiver.received.length).toBe(2);
  expect(JSON.parse(receiver.received[1]!.body)).toMatchObject({ kind: 'alert_fired' });

  // Notification settings and quiet hours.
  await page.goto(`${at}/account/notifications`);
  await page.getByRole('switch', { name: 'Quiet hours' }).click();
  await page.getByLabel('until').fill('07:30');
  const loadSettings = async () => (await client.call('GET /notifications/settings', {}, { token })).body;
  await expect.poll(async () => (await loadSettings()).quiet).toEqual({ from: '22:00', to: '07:30' });
  await page.getByRole('checkbox', { name: /Imports.*Bell/ }).uncheck();
  await expect.poll(async () => (await loadSettings()).bell.imports).toBe(false);
});

test('a report is scheduled in the dashboard menu, arrives by email and is in the history, and an invalid link is refused', async () => {
  const at = product.url;
  const token = await signIn(at, owner);
  const [dashboard] = (await createClient(at).call('GET /dashboards', {}, { token })).body;
  const page = await open(`/dashboard/${dashboard!.id}`, { at, token, locale: 'en-US' });
  await readCard(page, 'Orders by day');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Schedule report' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule report' });
  await dialog.getByLabel('Name').fill('Every Monday');
  await dialog.getByRole('combobox', { name: 'Schedule' }).selectOption('weekly');
  await dialog.getByRole('combobox', { name: 'On' }).selectOption('1');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/\/dashboard\/reports\/[\w-]+$/);
  await page.getByText(/Every Mon\w* at 09:00/).waitFor();
  mailbox.emails.length = 0;
  await page.getByRole('button', { name: 'Send me one now' }).click();
  const email = await mailbox.next();
  expect(email.text).toContain('Every Monday');
  expect(email.parts.map(({ type }) => type)).toContain('application/pdf');
  await page.getByRole('row', { name: /掌柜.*Test.*Sent/ }).waitFor();
  await page.getByRole('link', { name: 'Reports' }).first().click();
  await page.getByRole('row', { name: /Every Monday.*Not sent yet/ }).waitFor();

  const invalidLink = await open(`/auth/letters?token=${'A'.repeat(92)}`, { at, locale: 'en-US', expectsNoise: true });
  await invalidLink.getByRole('heading', { name: 'This link no longer works' }).waitFor();
});

test('alerts on an SQL card and an SQL query are created in three clicks, too', async () => {
  const at = product.url;
  const token = await signIn(at, owner);
  const orders = await findDataset(at, token, 'orders');
  const sql = 'select day, city, sum(n) as orders, max(n) as most from orders group by all order by day';
  const place = { x: 0, y: 0, width: 12, height: 8 };
  const card = cardOf({ id: 'c1', title: 'Written by hand', kind: 'line', place }, countOf(orders));
  const sqlCard: ChartCard = { ...card, chart: { ...card.chart, ask: { kind: 'sql', sql, params: [], limit: 1000 } } };
  const id = await createDashboard(at, token, dashboardOf(orders, 'day', { cards: [sqlCard], controls: [] }));
  const page = await open(`/dashboard/${id}`, { at, token, locale: 'en-US', expectsNoise: true });
  await readCard(page, 'Written by hand');
  await cardNamed(page, 'Written by hand').hover();
  await page
    .getByRole('button', { name: /Written by hand/ })
    .last()
    .click();
  // The first backtest fails.
  const failure = { code: 'query_timeout', message: 'The question took too long.', params: {} };
  await page.route('**/alerts/rehearsal', (route) => route.fulfill({ status: 504, json: failure }), { times: 1 });
  await page.getByRole('menuitem', { name: 'Create alert' }).click();
  const alert = page.getByRole('dialog');
  await alert.getByRole('alert').getByText('The question took too long.').waitFor();
  // The defaults: the first number, by the grain of its rows.
  expect(await alert.getByRole('combobox', { name: 'Measure' }).inputValue()).toBe('orders');
  expect(await alert.getByRole('combobox', { name: 'Time column' }).inputValue()).toBe('day');
  expect(await alert.getByRole('combobox', { name: 'Per' }).inputValue()).toBe('day');
  await alert.getByRole('spinbutton', { name: 'Value' }).fill('5');
  await alert.getByText('Would have fired 2 times in the last 60 days').waitFor();
  await alert.getByRole('alert').waitFor({ state: 'detached' });
  await alert.getByRole('button', { name: 'Save alert' }).click();
  await page.getByRole('button', { name: 'Notifications: 1 unread' }).click();
  await page.getByTestId('notices').getByText('“Written by hand”: below 5').click();
  await page.getByRole('heading', { name: 'Written by hand' }).waitFor();
  await page.getByTestId('course').waitFor();
  await page.getByText(sql).waitFor();

  // Editing the alert: another number, and no time.
  await page.getByRole('button', { name: 'Edit' }).click();
  await alert.getByRole('combobox', { name: 'Measure' }).selectOption('most');
  await alert.getByRole('combobox', { name: 'Time column' }).selectOption('');
  await alert.getByText('The result has no time').waitFor();
  await alert.getByRole('combobox', { name: 'Time column' }).selectOption('day');
  await alert.getByRole('combobox', { name: 'Check for each' }).selectOption('city');
  await alert.getByText(/Would (not )?have fired/).waitFor();
  await alert.getByRole('button', { name: 'Save alert' }).click();
  await page.getByText('Alert is on.').waitFor();

  await page.goto(`${at}/dashboard/explore?tab=sql`);
  await runSql(page, 'select count(*) as all_orders from orders');
  await page.getByRole('button', { name: 'Create alert' }).click();
  expect(await alert.getByLabel('Name').inputValue()).toBe('all_orders');
  await alert.getByText('Would not fire now').waitFor();
  await alert.getByRole('button', { name: 'Save alert' }).click();
  await page.getByText('Alert is on.').waitFor();
  await page.goto(`${at}/dashboard/alerts`);
  await page.getByRole('row', { name: /all_orders.*Normal/ }).waitFor();
});
