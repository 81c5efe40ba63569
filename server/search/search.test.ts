import { afterAll, beforeAll, expect, test } from 'vitest';

import { type QuerySpec, emptyQuerySpec } from '#domain/query/query.ts';
import type { SearchResult } from '#contract/search/routes.ts';
import { share } from '#server/testing/access.ts';
import { chartCard, dashboardOf, createDashboard, textCard } from '#server/testing/dashboards.ts';
import { loadFile, waitFor } from '#server/testing/data.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/postgres.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';

let database: TestDatabase;
let one: TestProduct;
let two: TestProduct;
let token: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const settings = { DATABASE_URL: database.url, SHUJU_SECRET: 'a secret that both of the servers know' };
  [one, two] = await Promise.all([
    openTestProduct(settings, { database: 'shared' }),
    openTestProduct(settings, { database: 'shared' }),
  ]);
  token = (await createOwner(one)).token;
});
afterAll(async () => {
  await one.close();
  await two.close();
  await database.close();
});

async function find(q: string, { on = one, as = token, language = 'en-US' } = {}): Promise<SearchResult[]> {
  const { status, body } = await on.call('GET /search', { q }, { token: as, headers: { 'accept-language': language } });
  expect(status).toBe(200);
  return body;
}

const textsOf = async (...params: Parameters<typeof find>) => (await find(...params)).map(({ text }) => text);

/** Waits until the search returns these texts. */
const until = (q: string, texts: string[], on = one) =>
  waitFor(async () => ((await textsOf(q, { on })).join() === texts.join() ? true : undefined));

const titled = (en_US: string, zh_CN: string) => dashboardOf('', [], { title: { en_US, zh_CN } });

test('a dashboard is found by both titles, by pinyin and with a typo, and shown in the reader’s language', async () => {
  const { id } = await createDashboard(one, token, titled('Sales management', '销售管理'));
  await until('sales', ['Sales management']);
  const base = { kind: 'dashboard', id, place: '', isFavourite: false };
  expect(await find('manag')).toEqual([{ ...base, text: 'Sales management', marks: [[6, 11]], also: null }]);
  expect(await find('xsgl', { language: 'zh-CN' })).toEqual([
    { ...base, text: '销售管理', marks: [[0, 4]], also: null },
  ]);
  const also = { text: '销售管理', marks: [[0, 2]] };
  for (const q of ['xiaoshou', '销售', '销受', 'xioashou'])
    expect(await find(q)).toEqual([{ ...base, text: 'Sales management', marks: [], also }]);
  expect(await find('slaes')).toEqual([{ ...base, text: 'Sales management', marks: [[0, 5]], also: null }]);
});

test('a renamed dashboard is found on every server, and one in the trash is not', async () => {
  const { id } = await createDashboard(one, token, titled('Kestrel', ''));
  await until('kestrel', ['Kestrel'], two);
  await one.call('PATCH /dashboards/:id', { id, title: { en_US: 'Falcon', zh_CN: '' } }, { token });
  await until('falcon', ['Falcon'], two);
  expect(await textsOf('kestrel', { on: two })).toEqual([]);
  await one.call('DELETE /dashboards/:id', { id }, { token });
  await until('falcon', [], two);
  await one.call('POST /dashboards/:id/restore', { id }, { token });
  await until('falcon', ['Falcon'], two);
});

test('cards are found by their titles, with their dashboard and tab', async () => {
  const title = { en_US: 'Quorum by week', zh_CN: '' };
  const { id } = await createDashboard(
    one,
    token,
    dashboardOf('Board', [{ ...textCard('c1'), title }, textCard('c2')]),
  );
  await until('quorum', ['Quorum by week']);
  expect(await find('quorum board')).toMatchObject([
    { kind: 'card', id: 'c1', dashboard: id, tab: 'tab', place: 'Board', marks: [[0, 6]] },
  ]);
});

test('cards without a title are found by a generated title, but only by members who may see the data', async () => {
  const { id, applicationId, columns } = await loadFile(one, token, 'newts.csv', 'newt,pond\n1,deep\n2,wide\n');
  const [newt, pond] = columns.map((column) => column.id);
  const spec: QuerySpec = {
    ...emptyQuerySpec(id),
    measures: [{ id: 'm', formula: { kind: 'sum', column: newt! }, show: 'value' }],
    dimensions: [{ id: 'd', kind: 'value', column: pond! }],
  };
  const none = { en_US: '', zh_CN: '' };
  const dashboard = await createDashboard(one, token, dashboardOf('Amphibians', [chartCard('n1', spec)]));
  const { token: reader } = await createMember(one, token);
  const cardsFor = async (q: string, as = token, language = 'en-US') =>
    (await find(q, { as, language })).filter(({ kind }) => kind === 'card');
  const [match] = await waitFor(async () => ((await cardsFor('newt')).length > 0 ? cardsFor('newt') : undefined));
  expect(match).toMatchObject({ id: 'n1', dashboard: dashboard.id, text: 'Sum of newt by pond', place: 'Amphibians' });
  expect((await cardsFor('newt', token, 'zh-CN'))[0]!.text).toMatch(/\p{Script=Han}/u);
  expect(await cardsFor('newt', reader)).toHaveLength(1);
  await one.call(
    'PATCH /datasets/:id/columns/:column',
    { id, column: newt!, label: { ...none, en_US: 'Eft' } },
    { token },
  );
  await waitFor(async () => ((await cardsFor('eft pond')).length > 0 ? true : undefined));
  await share(one, token, ['application', applicationId]);
  expect([await cardsFor('eft', reader), await cardsFor('eft')]).toMatchObject([[], [{ id: 'n1' }]]);
});

test('datasets and columns are found by name and label, with the access of their application', async () => {
  const { id, applicationId, columns } = await loadFile(one, token, 'zebras.csv', 'stripes,herd\n12,north\n');
  await until('stripes', ['stripes']);
  const label = { en_US: 'Number of stripes', zh_CN: '条纹数' };
  await one.call('PATCH /datasets/:id/columns/:column', { id, column: columns[0]!.id, label }, { token });
  await until('tws', ['Number of stripes']);
  expect(await find('tiaowenshu', { language: 'zh-CN' })).toMatchObject([
    { kind: 'column', id: columns[0]!.id, dataset: id, application: applicationId, place: 'zebras · Files' },
  ]);
  expect(await find('zebras')).toMatchObject([{ kind: 'dataset', id, application: applicationId, place: 'Files' }]);
  await one.call('DELETE /datasets/:id', { id }, { token });
  await until('zebras', []);
  await one.call('POST /datasets/:id/restore', { id }, { token });
  await until('stripes', ['Number of stripes']);
  await one.call('DELETE /applications/:id', { id: applicationId }, { token });
  await until('stripes', []);
});

test('metrics are found by name and label, and verified ones come first among equal matches', async () => {
  const { id, applicationId: application } = await loadFile(one, token, 'gnuone.csv', 'weight,horns\n12,2\n');
  await loadFile(one, token, 'gnusecond.csv', 'weight,horns\n12,2\n');
  const base = { id, label: { en_US: '', zh_CN: '' }, format: 'plain', unit: '', formula: { kind: 'count' } } as const;
  for (const name of ['Gnuage', 'Gnurunner'])
    await one.call('POST /datasets/:id/metrics', { ...base, name }, { token });
  const { body } = await one.call('GET /datasets/:id', { id }, { token });
  const metric = body.metrics[1]!.id;
  await until('gnu', ['gnuone', 'gnusecond', 'Gnuage', 'Gnurunner'], two);
  await one.call('PUT /datasets/:id/metrics/:metric/verification', { id, metric }, { token });
  await until('gnu', ['gnuone', 'gnusecond', 'Gnurunner', 'Gnuage'], two);
  const { body: all } = await one.call('GET /datasets', {}, { token });
  const other = all.find(({ name }) => name === 'gnusecond')!.id;
  await one.call('PUT /datasets/:id/verification', { id: other }, { token });
  await until('gnu', ['gnusecond', 'gnuone', 'Gnurunner', 'Gnuage'], two);
  expect((await find('gnurunner'))[0]).toMatchObject({
    kind: 'metric',
    id: metric,
    dataset: id,
    application,
    isVerified: true,
  });
});

test('members are found by name and username, including new and renamed ones', async () => {
  const { member, token: memberToken } = await createMember(one, token);
  await until(member.username, ['Member'], two);
  await one.call('PATCH /me', { name: '王小明' }, { token: memberToken });
  await until('wxm', ['王小明'], two);
});

test('recent and favourite dashboards come first, and are the results of an empty query', async () => {
  const { token: reader } = await createMember(one, token);
  const ids: string[] = [];
  for (const title of ['Otter', 'Otter one', 'Otter two', 'An otter'])
    ids.push((await createDashboard(one, token, titled(title, ''))).id);
  await until('otter', ['Otter', 'Otter one', 'Otter two', 'An otter']);
  expect(await textsOf('', { as: reader })).toEqual([]);
  await one.call('POST /dashboards/:id/seen', { id: ids[2]! }, { token: reader });
  await one.call('PUT /dashboards/:id/favourite', { id: ids[3]!, isFavourite: true }, { token: reader });
  expect(await textsOf('', { as: reader })).toEqual(['Otter two', 'An otter']);
  expect((await textsOf('otter', { as: reader })).slice(0, 2)).toEqual(['Otter two', 'Otter']);
  expect((await find('an otter', { as: reader }))[0]).toMatchObject({ text: 'An otter', isFavourite: true });
});

test('search finds nothing that the reader may not see', async () => {
  const [ann, bo] = [await createMember(one, token, 'editor'), await createMember(one, token, 'editor')];
  const title = { en_US: 'Wombat payroll', zh_CN: '' };
  const card = { ...textCard('w1'), title: { en_US: 'Wombat wages', zh_CN: '' } };
  const { id } = await createDashboard(one, ann.token, dashboardOf('', [card], { title }));
  const { applicationId } = await loadFile(one, ann.token, 'wombats.csv', 'wombat,burrow\n1,deep\n');
  const all = ['Wombat payroll', 'wombats', 'Wombat wages', 'wombat'];
  const visibleTo = async (as: string) => (await textsOf('wombat', { as })).toSorted();
  await waitFor(async () => ((await visibleTo(bo.token)).length === all.length ? true : undefined));
  await share(one, ann.token, ['dashboard', id]);
  await share(one, ann.token, ['application', applicationId]);
  expect(await visibleTo(bo.token)).toEqual([]);
  expect(await visibleTo(ann.token)).toEqual(all.toSorted());
  expect(await visibleTo(token)).toEqual(all.toSorted());
  await share(one, ann.token, ['dashboard', id], { members: [{ id: bo.member.id, right: 'view' }] });
  expect(await visibleTo(bo.token)).toEqual(['Wombat payroll', 'Wombat wages']);
});
