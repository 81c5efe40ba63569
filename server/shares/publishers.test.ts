import { readXlsx } from 'hucre/xlsx';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Admission } from '#contract/accounts.ts';
import type { Card, Dashboard } from '#contract/dashboard.ts';
import type { SavedDashboard } from '#contract/dashboards.ts';
import type { Dataset } from '#contract/datasets.ts';
import type { Ask } from '#contract/query.ts';
import type { RunLine } from '#contract/runs.ts';
import { plainState } from '#contract/dashboard.ts';
import { share } from '#server/testing/access.ts';
import { callLines } from '#server/testing/ask.ts';
import { chartCard, dashboardOf, makeDashboard } from '#server/testing/dashboards.ts';
import { loadFile } from '#server/testing/data.ts';
import { type Mailbox, openMailbox } from '#server/testing/mail.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { makeShare, openShare } from '#server/testing/shares.ts';

let product: TestProduct;
let mailbox: Mailbox;
let owner: Admission;
/** Eve may edit every dashboard, but may not see what is closed. */
let eve: Admission;
let cities: Dataset;
/** Closed from the start, and closed after cards were published. */
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

const byPerson = (dataset: Dataset): Ask => ({
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

/** As whoever knows the id of a dataset could send it. */
const bySql = (dataset: Dataset): Ask => ({
  kind: 'sql',
  sql: `select person, wage from ${dataset.name}`,
  params: [],
  limit: 100,
  tables: [{ schema: null, name: dataset.name, dataset: dataset.id }],
});

const tableOf = (id: string, ask: Ask): Card =>
  chartCard(id, ask, { chart: { ask, drawing: { kind: 'table', options: {} } } });

const personControl = (dataset: Dataset): Dashboard['controls'][number] => ({
  id: 'person',
  label: { en_US: 'Person', zh_CN: '' },
  targets: [{ kind: 'column', dataset: dataset.id, column: columnOf(dataset, 'person') }],
  isMany: true,
  value: { kind: 'select', values: [] },
});

const makeBoard = () => makeDashboard(product, owner.token, dashboardOf('Board', [chartCard('own', cities.id)]));

async function publish(by: Admission, { id }: { id: string }, change: (now: Dashboard) => Dashboard) {
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
  (await openShare(product, await makeShare(product, by.token, { id, allows }))).body.pass;

async function runLink(pass: string): Promise<Record<string, string>> {
  const { lines } = await callLines<RunLine>(product, 'POST /shares/run', { pass, state: plainState }, {});
  const told = lines.flatMap((line): [string, string][] => {
    if (!('card' in line)) return [];
    return [[line.card, line.kind === 'error' ? line.error.code : JSON.stringify(line.result.values)]];
  });
  return Object.fromEntries(told);
}

/** What a link gives to whoever opens it, as text. */
async function readLink(pass: string) {
  const run = await runLink(pass);
  const read = (await product.call('POST /shares/read', { pass })).body;
  const values = (await product.call('POST /shares/values', { pass, state: plainState, control: 'person' })).body;
  return { run, read: JSON.stringify(read.subjects), values: JSON.stringify(values) };
}

async function readFileOf(pass: string): Promise<string> {
  const answer = await fetch(`${product.url}/api/shares/file`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pass, state: plainState, format: 'xlsx', language: 'en_US' }),
  });
  return JSON.stringify((await readXlsx(Buffer.from(await answer.arrayBuffer()))).sheets);
}

async function reportOf({ id }: SavedDashboard, by = owner): Promise<string> {
  const address = `outside-${id}@example.com`;
  const recipients = [{ kind: 'address' as const, address, language: 'en_US' as const, state: plainState }];
  const schedule = { kind: 'daily' as const, at: '08:00' };
  const input = { id, name: 'Report', format: 'xlsx' as const, schedule, zone: 'UTC', isPaused: false, recipients };
  const made = await product.call('POST /dashboards/:id/reports', input, { token: by.token });
  expect([made.status, made.body]).toEqual([200, expect.anything()]);
  return (made.body as { id: string }).id;
}

describe('through a link everyone sees what its maker and whoever published a card may both see', () => {
  const askers = { query: byPerson, sql: bySql };
  const cases = (['owner', 'eve'] as const).flatMap((by) =>
    (['query', 'sql'] as const).flatMap((kind) =>
      (['before', 'after'] as const).map((closed) => ({ by, kind, closed })),
    ),
  );

  test.each(cases)('published by $by as $kind, closed $closed it was published', async ({ by, kind, closed }) => {
    const dataset = closed === 'before' ? salaries : bonuses;
    const open = { everyone: 'edit' as const };
    if (closed === 'after') await share(product, owner.token, ['application', bonuses.applicationId], open);
    const board = await makeBoard();
    const parts = withParts([tableOf('card', askers[kind](dataset))], [personControl(dataset)]);
    await publish(by === 'owner' ? owner : eve, board, parts);
    if (closed === 'after') await share(product, owner.token, ['application', bonuses.applicationId]);
    const { run, read, values } = await readLink(await linkTo(board));
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
    const board = await makeBoard();
    await publish(owner, board, withParts([tableOf('his', byPerson(salaries))]));
    await publish(eve, board, withParts([tableOf('hers', bySql(bonuses))]));
    const file = await readFileOf(await linkTo(board));
    expect(file).toContain('77001');
    expect(file.match(/77001/g)).toHaveLength(1);
    expect(file).toContain('may not see');
  });
});

test('a part keeps its publisher until its question changes, whoever publishes the rest', async () => {
  const board = await makeBoard();
  await publish(owner, board, withParts([tableOf('card', byPerson(salaries))]));
  await publish(eve, board, (now) => ({
    ...now,
    title: { en_US: 'Renamed', zh_CN: '' },
    tabs: now.tabs.map((tab) => ({
      ...tab,
      cards: tab.cards.map((card) => ({ ...card, title: { en_US: 'Titled by Eve', zh_CN: '' } })),
    })),
  }));
  const pass = await linkTo(board);
  expect((await runLink(pass))['card']).toContain('77001');
  const filtered = { ...byPerson(salaries), limit: 50 };
  await publish(eve, board, (now) => ({
    ...now,
    tabs: now.tabs.map((tab) => ({
      ...tab,
      cards: tab.cards.map((card) => (card.id === 'card' ? tableOf('card', filtered) : card)),
    })),
  }));
  expect((await runLink(pass))['card']).toBe('publisher_forbidden');
});

test('a copy is published by whoever made it', async () => {
  const board = await makeBoard();
  await publish(owner, board, withParts([tableOf('card', byPerson(salaries))]));
  const copyBy = async ({ token }: Admission) =>
    (await product.call('POST /dashboards/:id/copy', { id: board.id, title: { en_US: 'Copy', zh_CN: '' } }, { token }))
      .body;
  const [own, hers] = [await copyBy(owner), await copyBy(eve)];
  await share(product, eve.token, ['dashboard', hers.id], { everyone: 'edit' });
  expect((await runLink(await linkTo(own)))['card']).toContain('77001');
  expect((await runLink(await linkTo(hers)))['card']).toBe('publisher_forbidden');
});

test('a control that filters a card belongs to its question', async () => {
  const board = await makeBoard();
  await publish(owner, board, withParts([tableOf('card', byPerson(salaries))]));
  await publish(eve, board, withParts([], [personControl(salaries)]));
  const pass = await linkTo(board);
  expect((await runLink(pass))['card']).toBe('publisher_forbidden');
  const { body } = await product.call('POST /shares/values', { pass, state: plainState, control: 'person' });
  expect(body).toMatchObject({ code: 'publisher_forbidden' });
});

test('editors are told what links do not show, and whoever may see the data takes it over', async () => {
  const board = await makeBoard();
  const { version, id } = await publish(eve, board, withParts([tableOf('card', byPerson(salaries))]));
  const listFor = async ({ token }: Admission) =>
    (await product.call('GET /dashboards/:id/blocked-parts', { id }, { token })).body;
  const by = { id: eve.member.id, name: eve.member.name };
  expect(await listFor(eve)).toEqual([{ key: 'card card', by, canTakeOver: false }]);
  expect(await listFor(owner)).toEqual([{ key: 'card card', by, canTakeOver: true }]);
  const takeOver = ({ token }: Admission, at: number) =>
    product.call('POST /dashboards/:id/blocked-parts', { id, version: at, keys: ['card card'] }, { token });
  expect((await takeOver(eve, version)).body).toMatchObject({ code: 'dataset_forbidden' });
  expect((await takeOver(owner, version - 1)).body).toMatchObject({ code: 'newer_version' });
  const pass = await linkTo(board);
  expect((await runLink(pass))['card']).toBe('publisher_forbidden');
  expect(await takeOver(owner, version)).toMatchObject({ status: 200, body: [] });
  expect((await runLink(pass))['card']).toContain('77001');
});

test('a report to an address shows what its maker and whoever published a card may both see', async () => {
  const board = await makeBoard();
  await publish(eve, board, withParts([tableOf('card', byPerson(salaries)), tableOf('sql', bySql(salaries))]));
  await reportOf(board);
  await product.query(`update reports set next_at = now() where dashboard_id = $1`, [board.id]);
  const letter = await mailbox.next();
  const file = letter.parts.find(({ type }) => type.includes('spreadsheet'))!;
  const sheets = JSON.stringify((await readXlsx(new Uint8Array(file.content))).sheets);
  expect(sheets).not.toMatch(/77001|zoe/);
  expect(sheets).toContain('may not see');
});

describe('what is handed over', () => {
  test('goes on showing what the former maker could see, and nothing that only the successor may see', async () => {
    const leaving = await createMember(product, owner.token, 'editor');
    const board = await makeBoard();
    await publish(owner, board, withParts([tableOf('closed', byPerson(salaries))]));
    await publish(leaving, board, withParts([chartCard('theirs', cities.id)]));
    const pass = await linkTo(board, leaving);
    expect((await runLink(pass))['closed']).toBe('share_card');
    const hand = { id: leaving.member.id, to: owner.member.id };
    expect((await product.call('POST /members/:id/transfer', hand, { token: owner.token })).status).toBe(204);
    const answers = async () => {
      const { closed, theirs } = await runLink(pass);
      return [closed, theirs];
    };
    expect(await answers()).toEqual(['share_card', expect.stringContaining('2')]);
    const { id } = leaving.member;
    expect((await product.call('DELETE /members/:id', { id }, { token: owner.token })).status).toBe(204);
    expect(await answers()).toEqual(['share_card', expect.stringContaining('2')]);
  });

  test('whoever is gone or disabled counts as any member', async () => {
    const leaving = await createMember(product, owner.token, 'editor');
    const members = [{ id: leaving.member.id, right: 'view' as const }];
    await share(product, owner.token, ['application', salaries.applicationId], { members });
    const board = await makeBoard();
    const cards = [tableOf('closed', byPerson(salaries)), chartCard('open', cities.id)];
    await publish(leaving, board, withParts(cards));
    const pass = await linkTo(board);
    expect((await runLink(pass))['closed']).toContain('77001');
    const { id } = leaving.member;
    expect((await product.call('POST /members/:id/disable', { id }, { token: owner.token })).status).toBe(204);
    const { closed, open } = await runLink(pass);
    expect([closed, open]).toEqual(['publisher_forbidden', expect.stringContaining('2')]);
    await share(product, owner.token, ['application', salaries.applicationId]);
  });
});

test('an old dashboard gets its publishers from its history', async () => {
  const board = await makeBoard();
  await publish(eve, board, withParts([tableOf('hers', byPerson(salaries))]));
  await publish(owner, board, withParts([tableOf('his', byPerson(salaries))]));
  await publish(eve, board, (now) => ({ ...now, title: { en_US: 'Again', zh_CN: '' } }));
  const publishersOf = async () =>
    (await product.query(`select publishers from dashboards where id = $1`, [board.id]))[0]!['publishers'];
  const now = await publishersOf();
  expect(now).toMatchObject({
    'card own': owner.member.id,
    'card hers': eve.member.id,
    'card his': owner.member.id,
    time: owner.member.id,
  });
  await product.query(`update dashboards set publishers = '{}' where id = $1`, [board.id]);
  const folder = path.join(import.meta.dirname, '../database/migrations');
  const name = (await readdir(folder)).find((each) => each.endsWith('_publishers.sql'))!;
  const text = await readFile(path.join(folder, name), 'utf8');
  await product.query(text.split('--> statement-breakpoint').at(-1)!);
  expect(await publishersOf()).toEqual(now);
});
