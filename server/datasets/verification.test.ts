import { afterAll, beforeAll, expect, test } from 'vitest';

import type { ApiInput } from '#contract/api.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { emptyQuerySpec, type Formula } from '#domain/query/query.ts';
import { noticeWords } from '#display/words/notice.ts';
import { loadFile, loadUploaded, proposalOf, uploadFile } from '#server/testing/data.ts';
import { chartCard, createDashboard, dashboardOf } from '#server/testing/dashboards.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { createPusher } from '#server/testing/push.ts';
import { createShare, openShare } from '#server/testing/shares.ts';

let product: TestProduct;
let owner: string;
beforeAll(async () => {
  product = await openTestProduct();
  owner = (await createOwner(product)).token;
});
afterAll(() => product.close());

const load = (name: string) => loadFile(product, owner, `${name}.csv`, 'city,amount\nOslo,5\nRome,10\n');
const read = async (id: string) => (await product.call('GET /datasets/:id', { id }, { token: owner })).body;
const mark = async (id: string, note = '', token = owner) =>
  product.call('PUT /datasets/:id/verification', { id, note }, { token });
const texts = { en_US: '', zh_CN: '' };
const look = {
  language: 'en_US',
  theme: 'light',
  units: 'language',
  rising: 'green',
  weekStart: 'monday',
  zone: 'UTC',
} as const;

/** The newest notice of a member in words. */
async function noticeOf(token: string) {
  const { body } = await product.call('GET /notifications', {}, { token });
  const notice = body.groups[0]?.notice;
  return notice && noticeWords(notice, look);
}

async function append(dataset: Dataset, csv: string) {
  const upload = await uploadFile(product, owner, 'more.csv', csv);
  const plan = proposalOf(upload, { id: dataset.id });
  const columns = plan.columns.map((column) => {
    const { id } = dataset.columns.find(({ name }) => name === column.name) ?? {};
    return { ...column, ...(id && { id }) };
  });
  const application = { id: dataset.applicationId };
  const done = await loadUploaded(product, owner, upload, { application, plan: { ...plan, columns } });
  expect(done.state).toBe('done');
}

test('editors mark a dataset with a note and remove the mark; verified datasets are listed first', async () => {
  const [first, second] = [await load('first'), await load('second')];
  const listed = async () => {
    const { body } = await product.call('GET /datasets', {}, { token: owner });
    return body.filter(({ id }) => [first.id, second.id].includes(id));
  };
  expect((await mark(second.id, '  متفق عليه مع المالية ')).body.verification).toMatchObject({
    by: '掌柜',
    note: 'متفق عليه مع المالية',
  });
  expect((await listed()).map(({ id }) => id)).toEqual([second.id, first.id]);
  expect((await listed())[0]!.verification).toEqual((await read(second.id)).verification);
  expect((await mark(second.id, 'x'.repeat(10_000))).status).toBe(400);
  const { token: viewer } = await createMember(product, owner, 'viewer');
  expect((await mark(second.id, '', viewer)).status).toBe(403);
  const removed = await product.call('DELETE /datasets/:id/verification', { id: second.id }, { token: owner });
  expect(removed.body.verification).toBeNull();
  expect((await listed()).map(({ id }) => id)).toEqual([first.id, second.id]);
});

test('two concurrent marks leave one, which survives the trash and the deletion of its author', async () => {
  const { id } = await load('shared');
  const editor = await createMember(product, owner, 'editor');
  const answers = await Promise.all([mark(id, 'one', editor.token), mark(id, 'two', editor.token)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  await product.call('DELETE /datasets/:id', { id }, { token: owner });
  expect((await mark(id)).status).toBe(404);
  await product.call('POST /datasets/:id/restore', { id }, { token: owner });
  await product.call('DELETE /members/:id', { id: editor.member.id }, { token: owner });
  expect((await read(id)).verification).toMatchObject({ by: null, note: expect.stringMatching(/one|two/) });
});

test('new rows keep the mark of a dataset; a new column removes it and notifies the member who set it', async () => {
  const dataset = await load('sales');
  const { token } = await createMember(product, owner, 'editor');
  await mark(dataset.id, '', token);
  await append(dataset, 'city,amount\nBern,7\n');
  await product.call(
    'PATCH /datasets/:id/columns/:column',
    { id: dataset.id, column: dataset.columns[1]!.id, unit: '€', description: { ...texts, en_US: 'Net' } },
    { token: owner },
  );
  expect((await read(dataset.id)).verification).not.toBeNull();
  await append(dataset, 'city,amount,country\nBern,7,CH\n');
  expect((await read(dataset.id)).verification).toBeNull();
  expect(await noticeOf(token)).toEqual({ title: '“sales” is no longer verified', text: 'Columns added: country.' });
});

test('a new type or label of a column removes the mark of its dataset', async () => {
  const { id, columns } = await load('typed');
  const change = async (fields: Partial<ApiInput<'PATCH /datasets/:id/columns/:column'>>) => {
    await mark(id);
    const input = { id, column: columns[1]!.id, ...fields };
    return (await product.call('PATCH /datasets/:id/columns/:column', input, { token: owner })).body.verification;
  };
  expect(await change({ type: 'number' })).toBeNull();
  expect(await noticeOf(owner)).toMatchObject({ text: 'Columns with a new type: amount.' });
  expect(await change({ label: { ...texts, zh_CN: '金额' } })).toBeNull();
  expect(await noticeOf(owner)).toMatchObject({ text: 'Columns renamed: amount.' });
});

test('pushed events that widen a column remove the mark', async () => {
  const pusher = await createPusher(product, owner);
  await pusher.push('visits', [{ seconds: 1 }]);
  const { id } = await pusher.dataset('visits', 1);
  await mark(id);
  await pusher.push('visits', [{ seconds: 2 }]);
  expect((await pusher.dataset('visits', 2)).verification).not.toBeNull();
  await pusher.push('visits', [{ seconds: 2.5 }]);
  expect((await pusher.dataset('visits', 3)).verification).toBeNull();
});

test('a metric loses its mark with a new formula or a new type of its column, not with a new label', async () => {
  const { id, columns } = await load('metrics');
  const amount = columns[1]!.id;
  const sum: Formula = { kind: 'sum', column: amount };
  const fields = { id, name: 'Revenue', label: texts, format: 'plain' as const, unit: '', formula: sum };
  const description = { en_US: 'Without refunds', zh_CN: '' };
  const created = await product.call('POST /datasets/:id/metrics', { ...fields, description }, { token: owner });
  const metric = created.body.metrics[0]!.id;
  const verify = async () =>
    (await product.call('PUT /datasets/:id/metrics/:metric/verification', { id, metric, note: 'ok' }, { token: owner }))
      .body.metrics[0]!.verification;
  const change = async (changed: Partial<typeof fields>) =>
    (await product.call('PUT /datasets/:id/metrics/:metric', { ...fields, metric, ...changed }, { token: owner })).body
      .metrics[0]!;
  expect(await verify()).toMatchObject({ by: '掌柜', note: 'ok' });
  expect(await change({ label: { ...texts, en_US: 'Net revenue' } })).toMatchObject({
    description,
    verification: { note: 'ok' },
  });
  expect(await change({ formula: { kind: 'average', column: amount } })).toMatchObject({ verification: null });
  expect(await noticeOf(owner)).toEqual({ title: '“Revenue” is no longer verified', text: 'Its formula changed.' });
  await verify();
  const retyped = { id, column: amount, type: 'number' as const };
  const { body } = await product.call('PATCH /datasets/:id/columns/:column', retyped, { token: owner });
  expect(body.metrics[0]!.verification).toBeNull();
  const input = { id, metric: 'nothing' };
  const missing = await product.call('PUT /datasets/:id/metrics/:metric/verification', input, { token: owner });
  expect(missing.status).toBe(404);
});

test('public links reveal neither who verified a metric nor descriptions', async () => {
  const { id } = await load('public');
  const description = { en_US: 'For our eyes only', zh_CN: '' };
  const formula: Formula = { kind: 'count' };
  const fields = { id, name: 'Orders', label: texts, description, format: 'plain' as const, unit: '', formula };
  const { body } = await product.call('POST /datasets/:id/metrics', fields, { token: owner });
  const metric = body.metrics[0]!.id;
  const input = { id, metric, note: 'Agreed' };
  await product.call('PUT /datasets/:id/metrics/:metric/verification', input, { token: owner });
  const measures = [{ id: 'm', formula: { kind: 'metric' as const, metric }, show: 'value' as const }];
  const cards = [chartCard('c', { ...emptyQuerySpec(id), measures })];
  const dashboard = await createDashboard(product, owner, dashboardOf('Shared', cards));
  const share = await createShare(product, owner, { id: dashboard.id });
  const { pass } = (await openShare(product, share)).body;
  const read = await product.call('POST /shares/read', { pass });
  expect(read.body.subjects[id]!.metrics).toMatchObject([{ name: 'Orders', description: texts, verification: null }]);
});
