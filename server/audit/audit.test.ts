import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { NewSession } from '#contract/accounts/routes.ts';
import { api, type ApiInput } from '#contract/api.ts';
import type { AuditAction } from '#contract/audit/actions.ts';
import type { AuditEntry } from '#contract/audit/routes.ts';
import type { Route } from '#contract/route.ts';
import * as schema from '#server/database/schema.ts';
import { signIn } from '#server/testing/client.ts';
import { loadFile } from '#server/testing/data.ts';
import { dashboardOf, createDashboard, textCard } from '#server/testing/dashboards.ts';
import {
  createMember,
  createOwner,
  openTestProduct,
  ownerAccount,
  type TestProduct,
  tokenIn,
} from '#server/testing/product.ts';
import { removeOldEntries } from './settings.ts';

let product: TestProduct;
let owner: NewSession;
let editor: NewSession & { password: string };
beforeAll(async () => {
  product = await openTestProduct();
  owner = await createOwner(product);
  editor = await createMember(product, owner.token, 'editor');
});
afterAll(() => product.close());

async function read(filter: ApiInput<'GET /audit'> = {}): Promise<AuditEntry[]> {
  return (await product.call('GET /audit', filter, { token: owner.token })).body.entries;
}

test('the log records sign-ins and failed sign-ins, with address and device', async () => {
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/149' };
  await signIn(product, { identifier: 'owner', password: ownerAccount.password }, { headers });
  await product.call('POST /auth/signin', { identifier: 'owner', password: 'canary-wrong' }, { headers });
  await product.call('POST /auth/signin', { identifier: 'canary-password-in-the-wrong-field', password: 'x' });
  const [unknown, wrong, right] = await read({ act: 'sign_in' });
  const who = { id: owner.member.id, name: ownerAccount.name };
  expect(right).toMatchObject({ outcome: 'done', member: who, address: '127.0.0.1', userAgent: headers['user-agent'] });
  expect(wrong).toMatchObject({ outcome: 'refused', code: 'wrong_credentials', member: who });
  expect(unknown).toMatchObject({ outcome: 'refused', code: 'wrong_credentials', member: null, thing: null });
});

test('the log records what was done to which resource, with its name at that time', async () => {
  const as = { token: editor.token };
  const { id } = await createDashboard(product, editor.token, dashboardOf('Sales', [textCard('card', 'hello')]));
  await product.call('PUT /dashboards/:id/access', { id, everyone: 'view', members: [] }, as);
  await product.call('DELETE /dashboards/:id', { id }, as);
  await product.call('DELETE /dashboards/:id/trash', { id }, as);
  const entries = await read({ member: editor.member.id, act: 'dashboards' });
  expect(entries.map(({ act, thing, outcome }) => [act, thing, outcome])).toEqual([
    ['erase_dashboard', 'Sales', 'done'],
    ['delete_dashboard', 'Sales', 'done'],
    ['change_access', 'Sales', 'done'],
    ['create_dashboard', 'Sales', 'done'],
  ]);
  expect(entries[2]!.details).toEqual({ everyone: 'view' });
});

test('details name the kind of a channel and the member that an action is about', async () => {
  const target = { kind: 'webhook' as const, url: 'https://hooks.example.com/a', secret: '' };
  await product.call('POST /channels', { name: 'Hook', language: 'en_US', target }, editor);
  expect(await read({ act: 'create_channel' })).toMatchObject([{ details: { kind: 'webhook' } }]);
  const { id } = await loadFile(product, owner.token, 'orders.csv', 'city\nOslo\n');
  await product.call('POST /datasets/:id/row-rules/preview', { id, member: editor.member.id }, owner);
  expect(await read({ act: 'see_rows_as' })).toMatchObject([{ details: { member: editor.member.name } }]);
});

test('rejected actions are logged with their reason', async () => {
  await product.call('POST /me/password', { current: 'not it at all', password: 'canary-new-password' }, editor);
  const [entry] = await read({ act: 'change_password' });
  expect(entry).toMatchObject({ outcome: 'refused', code: 'wrong_password', member: { id: editor.member.id } });
});

test('actions with a personal key are marked as such', async () => {
  const created = await product.call('POST /me/keys', { name: 'CI', scope: 'edit', days: 30 }, editor);
  await product.call('POST /applications', { name: 'By a program', kind: 'files' }, { token: created.body.secret });
  expect(await read({ act: 'create_personal_key' })).toMatchObject([
    { thing: 'CI', details: { scope: 'edit', days: 30 }, byKey: false },
  ]);
  expect(await read({ act: 'create_application' })).toMatchObject([{ thing: 'By a program', byKey: true }]);
  const text = JSON.stringify(await product.query('select * from audit'));
  expect(text).not.toContain(created.body.secret);
});

test('a password reset by link is logged for the member concerned', async () => {
  const link = await product.call('POST /members/:id/reset-link', { id: editor.member.id }, owner);
  await product.call('POST /auth/reset', { token: tokenIn(link.body.path), password: 'canary-new-password' });
  expect(await read({ act: 'reset_password' })).toMatchObject([{ outcome: 'done', member: { id: editor.member.id } }]);
  expect(await read({ act: 'create_reset_link' })).toMatchObject([{ thing: editor.member.name }]);
});

test('the log contains no secrets and no typed text', async () => {
  expect(JSON.stringify(await product.query('select * from audit'))).not.toMatch(/canary|sjp_/);
});

test('only the owner reads the log, page by page, and exports a CSV with defused formulas', async () => {
  const name = '=cmd|calc';
  for (let n = 0; n < 105; n++) await product.call('PATCH /me', { name }, owner);
  const first = (await product.call('GET /audit', { act: 'change_profile' }, owner)).body;
  const before = first.entries.at(-1)!.id;
  const second = (await product.call('GET /audit', { act: 'change_profile', before }, owner)).body;
  expect([first.entries.length, first.hasMore, second.entries.length, second.hasMore]).toEqual([100, true, 5, false]);
  const file = await product.send('/api/audit/file?act=change_profile', {
    headers: { authorization: `Bearer ${owner.token}`, 'accept-language': 'zh-CN' },
  });
  const lines = (file.body as unknown as string).trim().split('\r\n');
  expect(lines).toHaveLength(106);
  expect(lines[0]).toContain('时间,人员,操作');
  expect(lines[1]).toContain(`,"'=cmd|calc",修改个人资料,`);
  expect((await product.call('GET /audit', {}, await signInEditor())).status).toBe(403);
  expect(await read({ act: 'export_audit' })).toHaveLength(1);
});

const signInEditor = () => signIn(product, { identifier: editor.member.username, password: 'canary-new-password' });

test('the log can be filtered by time', async () => {
  const { at } = (await read())[0]!;
  expect(await read({ until: '2020-01-01T00:00:00Z' })).toEqual([]);
  expect((await read({ from: at }))[0]!.at >= at).toBe(true);
});

test('entries are deleted after the retention period that the owner set', async () => {
  expect((await product.call('GET /audit/settings', {}, owner)).body).toEqual({ days: 365 });
  await product.call('PUT /audit/settings', { days: 90 }, owner);
  expect(await read({ act: 'change_audit' })).toMatchObject([{ details: { days: 90 } }]);
  const insertEntries = `insert into audit (at, act, outcome, address, user_agent)
    select now() - make_interval(days => age), 'sign_out', 'done', '', '' from unnest(array[89, 91]) age`;
  await product.query(insertEntries);
  const client = new pg.Client(product.connection);
  await client.connect();
  await removeOldEntries({ db: drizzle(client, { schema }) });
  await client.end();
  expect(await read({ act: 'sign_out' })).toHaveLength(1);
});

test('every action has one area and one name in both languages', async () => {
  const { body: areas } = await product.call('GET /audit/actions', {}, owner);
  const namesByAction = new Map(areas.flatMap(({ actions }) => actions.map(({ action, name }) => [action, name])));
  for (const { audit } of Object.values(api) as Route[]) {
    if (!audit) continue;
    const { action, area, en_US, zh_CN } = audit;
    expect([action, namesByAction.get(action as AuditAction)]).toEqual([action, { en_US, zh_CN }]);
    expect(areas.find((each) => each.area === area)!.actions.map((each) => each.action)).toContain(action);
    expect(en_US).toMatch(/^[A-Z]/);
    expect(zh_CN).toMatch(/\p{Script=Han}/u);
  }
});
