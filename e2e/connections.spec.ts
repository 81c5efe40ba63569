import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createClient } from '#server/testing/client.ts';
import { type ConnectedDatabase, openConnectedDatabase } from '#server/testing/connected-database.ts';
import { startSharedPostgres } from '#server/testing/postgres.ts';
import { createInvitation, newAccount, owner, signIn } from './accounts.ts';
import { site, useBrowser } from './browser.ts';
import { readRows } from './files.ts';

const { open, ownerToken } = useBrowser();
let postgres: Awaited<ReturnType<typeof startSharedPostgres>>;
let database: ConnectedDatabase;

beforeAll(async () => {
  postgres = await startSharedPostgres();
  database = await openConnectedDatabase();
  await database.execute(`
    create table orders (id int primary key, city text, amount numeric(10, 2), at timestamptz);
    comment on table orders is '订单';
    insert into orders select i, case i % 2 when 0 then '上海' else 'Oslo' end, i, now() - i * interval '1 hour'
      from generate_series(1, 1200) i;
    analyze orders`);
});
afterAll(async () => {
  await database?.close();
  await postgres?.close();
});

const urlOf = ({ user, password, host, port, database: name }: ConnectedDatabase['settings']) =>
  `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${name}?application_name=shuju`;

/** An editor whom the owner invited. */
async function inviteEditor(): Promise<{ token: string; name: string }> {
  const account = newAccount(`Editor ${database.settings.port}`);
  const invitation = new URL(await createInvitation(site, 'editor'), site).searchParams.get('invitation')!;
  const { body } = await createClient(site).call('POST /auth/signup', { ...account, invitation });
  return { token: body.token, name: account.name };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('an owner connects a database by its URL, and its table becomes a chart on a dashboard', async () => {
  // A failed test is a response with an error, which the console names.
  const page = await open('/application/connect', { token: await ownerToken(), locale: 'en-US', expectsNoise: true });
  await page.getByLabel('Paste a connection URL').fill(urlOf(database.settings));
  await page.keyboard.press('Enter');
  await page.getByText('Ignored: application_name.').waitFor();
  await page.getByLabel('Application name').fill('Shop database');
  await button(page, 'Test').click();
  await button(page, 'Allow the private network and test again').click();
  await button(page, 'Turn off encryption and test again').click();
  await page.getByText(/^Connected in .* 1 table found\.$/).waitFor();
  await page.getByText('create role shuju_reader').waitFor();
  await button(page, 'Connect anyway').click();

  await page.waitForURL(/\/tables$/);
  const application = page.url().replace(/\/tables$/, '');
  await page.getByText('About 1.2K rows').waitFor();
  await button(page, 'Show columns of orders').click();
  await page.getByText('numeric(10,2)').waitFor();
  await page.getByRole('checkbox', { name: 'Select orders' }).check();
  await button(page, 'Add 1 table').click();
  await page.waitForURL(`${application}/datasets`);
  await page.getByRole('link', { name: 'orders' }).click();
  await page.getByText('PostgreSQL · public.orders, read in place').waitFor();
  await page.getByText('First 1,000 rows. Filter or sort to see others.').waitFor();
  expect((await readRows(page)).length).toBe(20);
  expect(await page.getByRole('navigation', { name: 'Dataset sections' }).getByRole('link').allTextContents()).toEqual([
    'Rows',
    'Profile',
    'Schema',
    'Metrics',
    'Relations',
    'Usage',
    'Row rules',
  ]);

  const dataset = new URL(page.url()).pathname;
  await page.getByRole('link', { name: 'Explore' }).click();
  await page.getByText(/rows in .* ms/).waitFor();
  await button(page, 'Data details').click();
  await page.getByRole('dialog').getByText('PostgreSQL, as of').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await button(page, 'Add to dashboard').click();
  await page.getByRole('textbox', { name: 'Title of the new dashboard' }).fill('From a database');
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('heading', { name: 'From a database' }).waitFor();
  await page.getByRole('heading', { name: /Sum of amount by/ }).waitFor();
  await page.getByText('PostgreSQL, as of just now').waitFor();

  // The table is marked, and the password is not shown.
  await page.goto(`${application}/tables`);
  await page.getByRole('link', { name: 'Open dataset' }).waitFor();
  await page.goto(`${application}/settings`);
  await expect.poll(() => page.getByLabel('Host').inputValue()).toBe('127.0.0.1');
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');

  const chinese = await open(dataset, { token: await ownerToken() });
  await chinese.getByText('PostgreSQL · public.orders，直接读取').waitFor();
  await chinese.getByText('前 1,000 行。可通过筛选或排序查看其他行。').waitFor();

  // A copy of the table has its rows in the product, and gets the new rows every day.
  await button(chinese, '抽取').click();
  const dialog = chinese.getByRole('dialog');
  await dialog.getByLabel('抽取哪些行').selectOption('只抽取新增的行');
  await dialog.getByLabel('递增列').selectOption('id');
  await dialog.getByLabel('运行时间').selectOption('每天');
  await dialog.getByRole('button', { name: '抽取', exact: true }).click();
  await chinese.waitForURL(/\/extracts$/);
  await chinese.getByText('已完成', { exact: true }).waitFor();
  await chinese.getByText('只抽取新增的行 · 已抽取至 1200').waitFor();
  await chinese.getByRole('link', { name: 'orders', exact: true }).click();
  await chinese.getByText('上海').first().waitFor();
  await chinese.getByText('1,200', { exact: true }).first().waitFor();
});

test('an editor can connect databases once an owner allows it, in Chinese', async () => {
  const editor = await inviteEditor();
  const page = await open('/application/connect', { token: editor.token, expectsNoise: true });
  await page.getByRole('heading', { name: '您还不能连接数据库' }).waitFor();

  const members = await open('/account/members', { token: await signIn(site, owner) });
  await members.getByRole('button', { name: `${editor.name} 的更多操作` }).click();
  await members.getByRole('menuitem', { name: '允许连接数据库' }).click();
  await members.getByText('可以连接数据库', { exact: true }).waitFor();

  await page.reload();
  await page.getByLabel('粘贴连接地址').fill(urlOf(database.settings));
  await page.keyboard.press('Enter');
  await button(page, '测试').click();
  await page.getByText('该主机位于服务器所在的内部网络，需由所有者允许。').waitFor();
  expect(await page.getByText('允许内部网络并重新测试').count()).toBe(0);
});

test('an owner allows SQL, and a join of two tables becomes a dataset that is changed later', async () => {
  await database.execute(`create table customers (id int, country text);
    insert into customers values (0, 'China'), (1, 'Norway')`);
  const token = await ownerToken();
  const client = createClient(site);
  const input = { name: 'SQL shop', ...database.settings };
  const { id } = (await client.call('POST /connections', input, { token })).body;
  // A rejected query is a response with an error, which the console names.
  const page = await open(`/application/${id}/tables`, { token, locale: 'en-US', expectsNoise: true });
  await page.getByText('SQL can join tables of this database,').waitFor();
  await page.getByRole('link', { name: 'Open settings' }).click();
  await page.getByRole('switch', { name: 'Allow SQL' }).click();
  await button(page, 'Save').last().click();
  await page.getByText('Saved').waitFor();

  await page.getByRole('link', { name: 'Tables' }).click();
  await page.getByRole('link', { name: 'Write SQL' }).click();
  const editor = page.getByRole('textbox', { name: 'SQL', exact: true });
  await editor.click();
  await page.keyboard.insertText('select o.id, c.country, o.amount from orders o join customers c on c.id = o.id % 2');
  await page.keyboard.press('Control+Enter');
  await page.getByText(/^First 1,000 rows, in/).waitFor();
  await page.getByLabel('Dataset name').fill('Sales by country');
  await button(page, 'Create dataset').click();
  await page.getByText('PostgreSQL · SQL, read in place').waitFor();
  await page.getByText('First 1,000 rows. Filter or sort to see others.').waitFor();

  await page.locator('summary', { hasText: 'SQL' }).click();
  await page.getByRole('link', { name: 'Edit SQL' }).click();
  await page.getByRole('heading', { name: 'SQL of Sales by country' }).waitFor();
  await editor.click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText('select id, wrong from orders');
  await page.keyboard.press('Control+Enter');
  await page.getByText('The database reported an error: column "wrong" does not exist').waitFor();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText('select id, amount * 2 as doubled from orders');
  await button(page, 'Save').click();
  await page.getByLabel('What happened to amount').selectOption({ label: 'Renamed to doubled' });
  await button(page, 'Update columns').click();
  await page.getByText('First 1,000 rows. Filter or sort to see others.').waitFor();
  expect(await page.getByRole('columnheader').allTextContents()).toHaveLength(2);
});
