import { readXlsx } from 'hucre/xlsx';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { NewSession } from '#contract/accounts/routes.ts';
import type { Card, Dashboard } from '#domain/dashboard/dashboard.ts';
import type { SavedDashboard } from '#contract/dashboards/routes.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import type { QuerySpec } from '#domain/query/query.ts';
import type { RunLine } from '#contract/dashboards/runs.ts';
import { defaultState } from '#domain/dashboard/dashboard.ts';
import { share } from '#server/testing/access.ts';
import { callLines } from '#server/testing/queries.ts';
import { chartCard, dashboardOf, createDashboard } from '#server/testing/dashboards.ts';
import { loadFile } from '#server/testing/data.ts';
import { type Mailbox, openMailbox } from '#server/testing/mail.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { createShare, openShare } from '#server/testing/shares.ts';

let product: TestProduct;
let mailbox: Mailbox;
let owner: NewSession;
/** Eve may edit every dashboard but may not see the restricted datasets. */
let eve: NewSession;
let cities: Dataset;
/** Restricted from the start, and restricted after cards were published. */
let salaries: Dataset;
let bonuses: Dataset;

beforeAll(async () => {
  mailbox = await openMailbox();
  product = await openTestProduct({ SMTP_URL: mailbox.url });
  owner = await createOwner(product);
  eve = await createMember(product, owner.token, 'editor');
  cities = await loadFile(product, owner.token, 'cities.csv', 'city,people\nBeijing,20\nShanghai,25\n');
  salaries = await loadFile(product, owner.token, 'salaries.csv', 'person,wage\nzoe,77001\nyan,77002\n');
  bonuses = await loadFile(product, owner.token, 'bonuses.csv', 'person,wage\nzoe,77001\nyan,77002\n');
  await share(product, owner.token, ['application', salaries.applicationId]);
  await product.call('PUT /reports/rules', { reach: 'anyone' }, { token: owner.token });
});
afterAll(() => Promise.all([product.close(), mailbox.close()]));

const columnOf = (dataset: Dataset, name: string) => dataset.columns.find((each) => each.name === name)!.id;

const byPerson = (dataset: Dataset): QuerySpec => ({
  kind: 'query',
  dataset: dataset.id,
  dimensions: [{ id: 'd', column: columnOf(dataset, 'person'), kind: 'value' }],
  measures: [{ id: 'm', formula: { kind: 'sum', column: columnOf(dataset, 'wage') }, show: 'value' }],
  filters: [],
  period: { kind: 'all' },
  top: { kind: 'every' },
  order: [],
  limit: 100,
  totals: [],
});

/** A query with a forged binding, which anyone who knows the id of a dataset could send. */
const bySql = (dataset: Dataset): QuerySpec => ({
  kind: 'sql',
  sql: `select person, wage from ${dataset.name}`,
  params: [],
  limit: 100,
  tables: [{ schema: null, name: dataset.name, dataset: dataset.id }],
});

const tableOf = (id: string, spec: QuerySpec): Card =>
  chartCard(id, spec, { chart: { ask: spec, drawing: { kind: 'table', options: {} } } });

const personControl = (dataset: Dataset): Dashboard['controls'][number] => ({
  id: 'person',
  label: { en_US: 'Person', zh_CN: '' },
  targets: [{ kind: 'column', dataset: dataset.id, column: columnOf(dataset, 'person') }],
  isMany: true,
  value: { kind: 'select', values: [] },
});

const createBoard = () => createDashboard(product, owner.token, dashboardOf('Board', [chartCard('own', cities.id)]));

async function publish(by: NewSession, { id }: { id: string }, change: (now: Dashboard) => Dashboard) {
  const { token } = by;
  const { body: now } = await product.call('GET /dashboards/:id', { id }, { token });
  const input = { id, base: now.version, dashboard: change(now.dashboard) };
  const { status, body } = await product.call('PUT /dashboards/:id', input, { token });
  expect([status, body]).toEqual([200, expect.anything()]);
  return body;
}

const withParts =
  (cards: Card[], controls: Dashboard['controls'] = []) =>
  (now: Dashboard): Dashboard => ({
    ...now,
    controls: [...now.controls, ...controls],
    tabs: [{ ...now.tabs[0]!, cards: [...now.tabs[0]!.cards, ...cards] }],
  });

const allows = { time: true, controls: ['person'], download: true };
const linkTo = async ({ id }: SavedDashboard, by = owner) =>
  (await openShare(product, await createShare(product, by.token, { id, allows }))).body.pass;

async function runLink(pass: string): Promise<Record<string, string>> {
  const { lines } = await callLines<RunLine>(product, 'POST /shares/run', { pass, state: defaultState }, {});
  const results = lines.flatMap((line): [string, string][] => {
    if (!('card' in line)) return [];
    return [[line.card, line.kind === 'error' ? line.error.code : JSON.stringify(line.result.values)]];
  });
  return Object.fromEntries(results);
}

/** Everything a link returns to its viewer, as text. */
async function readLink(pass: string) {
  const run = await runLink(pass);
  const read = (await product.call('POST /shares/read', { pass })).body;
  const values = (await product.call('POST /shares/values', { pass, state: defaultState, control: 'person' })).body;
  return { run, read: JSON.stringify(read.subjects), values: JSON.stringify(values) };
}

async function readFileOf(pass: string): Promise<string> {
  const answer = await fetch(`${product.url}/api/shares/file`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pass, state: defaultState, format: 'xlsx', language: 'en_US' }),
  });
  return JSON.stringify((await readXlsx(Buffer.from(await answer.arrayBuffer()))).sheets);
}

async function reportOf({ id }: SavedDashboard, by = owner): Promise<string> {
  const address = `outside-${id}@example.com`;
  const recipients = [{ kind: 'address' as const, address, language: 'en_US' as const, state: defaultState }];
  const schedule = { kind: 'daily' as const, at: '08:00' };
  const input = { id, name: 'Report', format: 'xlsx' as const, schedule, zone: 'UTC', isPaused: false, recipients };
  const created = await product.call('POST /dashboards/:id/reports', input, { token: by.token });
  expect([created.status, created.body]).toEqual([200, expect.anything()]);
  return (created.body as { id: string }).id;
}

describe('a link shows only what both its creator and the publisher of a card may see', () => {
  const specsByKind = { query: byPerson, sql: bySql };
  const cases = (['owner', 'eve'] as const).flatMap((by) =>
    (['query', 'sql'] as const).flatMap((kind) =>
      (['before', 'after'] as const).map((closed) => ({ by, kind, closed })),
    ),
  );

  test.each(cases)('published by $by as $kind, restricted $closed it was published', async ({ by, kind, closed }) => {
    const dataset = closed === 'before' ? salaries : bonuses;
    const open = { everyone: 'edit' as const };
    if (closed === 'after') await share(product, owner.token, ['application', bonuses.applicationId], open);
    const dashboard = await createBoard();
    const parts = withParts([tableOf('card', specsByKind[kind](dataset))], [personControl(dataset)]);
    await publish(by === 'owner' ? owner : eve, dashboard, parts);
    if (closed === 'after') await share(product, owner.token, ['application', bonuses.applicationId]);
    const { run, read, values } = await readLink(await linkTo(dashboard));
    expect(run['own']).toContain('2');
    if (by === 'owner') {
      expect(run['card']).toContain('77001');
      if (kind === 'query') expect(values).toContain('zoe');
      return;
    }
    expect(run['card']).toBe('publisher_forbidden');
    for (const text of [read, values]) expect(text).not.toMatch(/77001|zoe|wage/);
  });

  test('in files too', async () => {
    const dashboard = await createBoard();
    await publish(owner, dashboard, withParts([tableOf('his', byPerson(salaries))]));
    await publish(eve, dashboard, withParts([tableOf('hers', bySql(bonuses))]));
    const file = await readFileOf(await linkTo(dashboard));
    expect(file).toContain('77001');
    expect(file.match(/77001/g)).toHaveLength(1);
    expect(file).toContain("doesn't have access");
  });
});

test('a part keeps its publisher until its query changes, even if another member publishes the rest', async () => {
  const dashboard = await createBoard();
  await publish(owner, dashboard, withParts([tableOf('card', byPerson(salaries))]));
  await publish(eve, dashboard, (now) => ({
    ...now,
    title: { en_US: 'Renamed', zh_CN: '' },
    tabs: now.tabs.map((tab) => ({
      ...tab,
      cards: tab.cards.map((card) => ({ ...card, title: { en_US: 'Titled by Eve', zh_CN: '' } })),
    })),
  }));
  const pass = await linkTo(dashboard);
  expect((await runLink(pass))['card']).toContain('77001');
  const filtered = { ...byPerson(salaries), limit: 50 };
  await publish(eve, dashboard, (now) => ({
    ...now,
    tabs: now.tabs.map((tab) => ({
      ...tab,
      cards: tab.cards.map((card) => (card.id === 'card' ? tableOf('card', filtered) : card)),
    })),
  }));
  expect((await runLink(pass))['card']).toBe('publisher_forbidden');
});

test('the publisher of a copy is the member who copied it', async () => {
  const dashboard = await createBoard();
  await publish(owner, dashboard, withParts([tableOf('card', byPerson(salaries))]));
  const copyBy = async ({ token }: NewSession) =>
    (
      await product.call(
        'POST /dashboards/:id/copy',
        { id: dashboard.id, title: { en_US: 'Copy', zh_CN: '' } },
        { token },
      )
    ).body;
  const [own, hers] = [await copyBy(owner), await copyBy(eve)];
  await share(product, eve.token, ['dashboard', hers.id], { everyone: 'edit' });
  expect((await runLink(await linkTo(own)))['card']).toContain('77001');
  expect((await runLink(await linkTo(hers)))['card']).toBe('publisher_forbidden');
});

test('a control that filters a card counts as part of its query', async () => {
  const dashboard = await createBoard();
  await publish(owner, dashboard, withParts([tableOf('card', byPerson(salaries))]));
  await publish(eve, dashboard, withParts([], [personControl(salaries)]));
  const pass = await linkTo(dashboard);
  expect((await runLink(pass))['card']).toBe('publisher_forbidden');
  const { body } = await product.call('POST /shares/values', { pass, state: defaultState, control: 'person' });
  expect(body).toMatchObject({ code: 'publisher_forbidden' });
});

test('editors see which parts links do not show, and an editor who may see the data can take them over', async () => {
  const dashboard = await createBoard();
  const { version, id } = await publish(eve, dashboard, withParts([tableOf('card', byPerson(salaries))]));
  const listFor = async ({ token }: NewSession) =>
    (await product.call('GET /dashboards/:id/blocked-parts', { id }, { token })).body;
  const by = { id: eve.member.id, name: eve.member.name };
  expect(await listFor(eve)).toEqual([{ key: 'card card', by, canTakeOver: false }]);
  expect(await listFor(owner)).toEqual([{ key: 'card card', by, canTakeOver: true }]);
  const takeOver = ({ token }: NewSession, at: number) =>
    product.call('POST /dashboards/:id/blocked-parts', { id, version: at, keys: ['card card'] }, { token });
  expect((await takeOver(eve, version)).body).toMatchObject({ code: 'dataset_forbidden' });
  expect((await takeOver(owner, version - 1)).body).toMatchObject({ code: 'newer_version' });
  const pass = await linkTo(dashboard);
  expect((await runLink(pass))['card']).toBe('publisher_forbidden');
  expect(await takeOver(owner, version)).toMatchObject({ status: 200, body: [] });
  expect((await runLink(pass))['card']).toContain('77001');
});

test('a report to an external address shows only what both its creator and the publisher of a card may see', async () => {
  const dashboard = await createBoard();
  await publish(eve, dashboard, withParts([tableOf('card', byPerson(salaries)), tableOf('sql', bySql(salaries))]));
  await reportOf(dashboard);
  await product.query(`update reports set next_at = now() where dashboard_id = $1`, [dashboard.id]);
  const email = await mailbox.next();
  const file = email.parts.find(({ type }) => type.includes('spreadsheet'))!;
  const sheets = JSON.stringify((await readXlsx(new Uint8Array(file.content))).sheets);
  expect(sheets).not.toMatch(/77001|zoe/);
  expect(sheets).toContain("doesn't have access");
});

describe('after a transfer', () => {
  test('a link still shows what its former creator could see, and nothing that only the successor may see', async () => {
    const leaving = await createMember(product, owner.token, 'editor');
    const dashboard = await createBoard();
    await publish(owner, dashboard, withParts([tableOf('closed', byPerson(salaries))]));
    await publish(leaving, dashboard, withParts([chartCard('theirs', cities.id)]));
    const pass = await linkTo(dashboard, leaving);
    expect((await runLink(pass))['closed']).toBe('share_card');
    const transfer = { id: leaving.member.id, to: owner.member.id };
    expect((await product.call('POST /members/:id/transfer', transfer, { token: owner.token })).status).toBe(204);
    const answers = async () => {
      const { closed, theirs } = await runLink(pass);
      return [closed, theirs];
    };
    expect(await answers()).toEqual(['share_card', expect.stringContaining('2')]);
    const { id } = leaving.member;
    expect((await product.call('DELETE /members/:id', { id }, { token: owner.token })).status).toBe(204);
    expect(await answers()).toEqual(['share_card', expect.stringContaining('2')]);
  });

  test('a deleted or disabled publisher has the rights of any member', async () => {
    const leaving = await createMember(product, owner.token, 'editor');
    const members = [{ id: leaving.member.id, right: 'view' as const }];
    await share(product, owner.token, ['application', salaries.applicationId], { members });
    const dashboard = await createBoard();
    const cards = [tableOf('closed', byPerson(salaries)), chartCard('open', cities.id)];
    await publish(leaving, dashboard, withParts(cards));
    const pass = await linkTo(dashboard);
    expect((await runLink(pass))['closed']).toContain('77001');
    const { id } = leaving.member;
    expect((await product.call('POST /members/:id/disable', { id }, { token: owner.token })).status).toBe(204);
    const { closed, open } = await runLink(pass);
    expect([closed, open]).toEqual(['publisher_forbidden', expect.stringContaining('2')]);
    await share(product, owner.token, ['application', salaries.applicationId]);
  });
});

test('the migration derives the publishers of an old dashboard from its versions', async () => {
  const dashboard = await createBoard();
  await publish(eve, dashboard, withParts([tableOf('hers', byPerson(salaries))]));
  await publish(owner, dashboard, withParts([tableOf('his', byPerson(salaries))]));
  await publish(eve, dashboard, (now) => ({ ...now, title: { en_US: 'Again', zh_CN: '' } }));
  const publishersOf = async () =>
    (await product.query(`select publishers from dashboards where id = $1`, [dashboard.id]))[0]!['publishers'];
  const now = await publishersOf();
  expect(now).toMatchObject({
    'card own': owner.member.id,
    'card hers': eve.member.id,
    'card his': owner.member.id,
    time: owner.member.id,
  });
  await product.query(`update dashboards set publishers = '{}' where id = $1`, [dashboard.id]);
  const folder = path.join(import.meta.dirname, '../database/migrations');
  const name = (await readdir(folder)).find((each) => each.endsWith('_publishers.sql'))!;
  const text = await readFile(path.join(folder, name), 'utf8');
  await product.query(text.split('--> statement-breakpoint').at(-1)!);
  expect(await publishersOf()).toEqual(now);
});
