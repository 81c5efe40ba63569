import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { uploadFile, waitFor, waitForImport } from '#server/testing/data.ts';
import { extractsIn } from '#server/testing/extracts.ts';
import { createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';

let product: TestProduct;
let token: string;
let application: string;
let extracts: ReturnType<typeof extractsIn>;
let host: http.Server;
let at: (path: string) => string;
/** Files of the host by path. */
const files: Record<string, string> = {};

beforeAll(async () => {
  product = await openTestProduct({ PRIVATE_ADDRESSES: 'allow' });
  token = (await createOwner(product)).token;
  application = (await product.call('POST /applications', { name: 'Web', kind: 'files' }, { token })).body.id;
  extracts = extractsIn(product, application, token);
  host = http.createServer((request, answer) => {
    const content = files[new URL(request.url!, 'http://host').pathname];
    if (content === undefined) answer.writeHead(404);
    answer.end(content);
  });
  await new Promise<void>((done) => host.listen(0, '127.0.0.1', done));
  at = (path) => `http://127.0.0.1:${(host.address() as AddressInfo).port}${path}`;
});
afterAll(async () => {
  host.closeAllConnections();
  host.close();
  await product.close();
});

const once = { schedule: null, zone: 'UTC' };
const rowsIn = async (id: string) => (await product.call('POST /datasets/:id/rows', { id }, { token })).body.rows;
const listNotices = async (extract: string) => {
  const { body } = await product.call('GET /notifications', {}, { token });
  return body.groups.filter(({ notice }) => 'extract' in notice && notice.extract === extract);
};

test('a file from the web replaces the rows at each run', async () => {
  files['/cities.csv'] = 'city,people\nOslo,700\nBergen,290\n';
  const source = { kind: 'web' as const, url: at('/cities.csv?key=secret'), mode: 'replace' as const };
  const created = await extracts.create({ dataset: { name: 'cities' }, source, ...once });
  const { id, datasetId } = created;
  expect(created).toMatchObject({ sourceName: 'cities.csv', source: { url: at('/cities.csv') } });
  expect(JSON.stringify(await product.query('select source from extracts'))).not.toMatch(/cities|secret/);
  expect(await rowsIn(datasetId!)).toEqual([
    ['Oslo', 700],
    ['Bergen', 290],
  ]);
  files['/cities.csv'] = 'people,city\n710,Oslo\n';
  expect(await extracts.run(id)).toMatchObject({ failure: null });
  expect(await rowsIn(datasetId!)).toEqual([['Oslo', 710]]);
});

test('an appended file is loaded once, however often it is read', async () => {
  files['/events.json'] = JSON.stringify([{ id: 1, kind: 'a' }]);
  const source = { kind: 'web' as const, url: at('/events.json'), mode: 'append' as const };
  const { id, datasetId } = await extracts.create({ dataset: { name: 'events' }, source, ...once });
  expect(await extracts.run(id)).toMatchObject({ failure: null });
  expect(await rowsIn(datasetId!)).toEqual([[1, 'a']]);
  files['/events.json'] = JSON.stringify([{ id: 2, kind: 'b' }]);
  await extracts.run(id);
  expect(await rowsIn(datasetId!)).toEqual([
    [1, 'a'],
    [2, 'b'],
  ]);
});

test('a failure keeps the rows, is reported once and ends with the next success', async () => {
  files['/prices.csv'] = 'item,price\ntea,3\n';
  const source = { kind: 'web' as const, url: at('/prices.csv'), mode: 'replace' as const };
  const { id, datasetId } = await extracts.create({ dataset: { name: 'prices' }, source, ...once });
  delete files['/prices.csv'];
  for (let round = 0; round < 2; round++) {
    await product.query('update extracts set last_run_at = null where id = $1', [id]);
    expect((await extracts.run(id)).failure?.code).toBe('host_refused');
  }
  expect(await listNotices(id)).toMatchObject([{ count: 1, notice: { name: 'prices', application } }]);
  expect(await rowsIn(datasetId!)).toEqual([['tea', 3]]);
  files['/prices.csv'] = 'item,price\ntea,4\n';
  expect((await extracts.run(id)).failure).toBeNull();
  expect(await rowsIn(datasetId!)).toEqual([['tea', 4]]);
});

test('rejected rows of an appended file are kept for correction', async () => {
  files['/log.csv'] = 'day,amount\n2026-01-01,5\n2026-01-02,6\n2026-01-03,7\n';
  const source = { kind: 'web' as const, url: at('/log.csv'), mode: 'append' as const };
  const { id, datasetId } = await extracts.create({ dataset: { name: 'log' }, source, ...once });
  files['/log.csv'] = 'day,amount\n2026-01-04,8\n2026-01-05,many\n2026-01-06,9\n';
  await extracts.run(id);
  const { body } = await product.call('GET /datasets/:id', { id: datasetId! }, { token });
  expect(body).toMatchObject({ rows: 5, rejects: 1 });
});

test('a preview is an upload, and the extract uses the columns that were chosen in it', async () => {
  files['/codes.csv'] = 'code,name,extra\n007,Bond,x\n008,Bill,y\n';
  const started = await product.call('POST /extracts/preview', { url: at('/codes.csv'), zone: 'UTC' }, { token });
  const upload = await waitFor(async () => {
    const { body } = await product.call('GET /uploads/:id', { id: started.body.id }, { token });
    return body.state === 'ready' ? body : undefined;
  });
  const [code, name] = upload.tables[0]!.columns;
  const columns = [
    { key: code!.name, name: 'Number', type: 'text' as const, role: code!.role, format: 'plain' as const, unit: '' },
    { key: name!.name, name: 'Agent', type: 'text' as const, role: name!.role, format: 'plain' as const, unit: '' },
  ];
  const source = { kind: 'web' as const, url: at('/codes.csv'), mode: 'replace' as const };
  const { datasetId } = await extracts.create({ dataset: { name: 'codes' }, source, columns, ...once });
  const { body } = await product.call('GET /datasets/:id', { id: datasetId! }, { token });
  expect(body.columns.map((column) => [column.name, column.type])).toEqual([
    ['Number', 'text'],
    ['Agent', 'text'],
  ]);
  expect(await rowsIn(datasetId!)).toEqual([
    ['007', 'Bond'],
    ['008', 'Bill'],
  ]);
});

test('an extract can append to a dataset that was created by an upload', async () => {
  const upload = await uploadFile(product, token, 'staff.csv', 'name,age\nAda,36\n');
  const columns = upload.tables[0]!.columns.map(({ doubtful: _, ...column }, source) => ({ source, ...column }));
  const plan = { table: 0, dataset: { name: 'staff' }, mode: 'append' as const, columns };
  const input = { id: upload.id, application: { id: application }, imports: [plan] };
  const { body } = await product.call('POST /uploads/:id/imports', input, { token });
  const { datasetId } = await waitForImport(product, token, body[0]!.id);
  files['/staff.csv'] = 'age,name\n41,Grace\n';
  const source = { kind: 'web' as const, url: at('/staff.csv'), mode: 'append' as const };
  expect(await extracts.create({ dataset: { id: datasetId! }, source, ...once })).toMatchObject({ failure: null });
  expect(await rowsIn(datasetId!)).toEqual([
    ['Ada', 36],
    ['Grace', 41],
  ]);
});

test('addresses in the network of the server are refused unless the setting allows them', async () => {
  const closed = await openTestProduct();
  try {
    const { token: owner } = await createOwner(closed);
    const { body } = await closed.call('POST /applications', { name: 'Web', kind: 'files' }, { token: owner });
    const theirs = extractsIn(closed, body.id, owner);
    const input = { dataset: { name: 'x' }, ...once };
    const plain = await theirs.try({ ...input, source: { kind: 'web', url: at('/cities.csv'), mode: 'replace' } });
    expect(plain.body).toMatchObject({ code: 'address_malformed' });
    const inside = { kind: 'web' as const, url: 'https://127.0.0.1/cities.csv', mode: 'replace' as const };
    expect((await theirs.create({ ...input, source: inside })).failure?.code).toBe('address_inside');
  } finally {
    await closed.close();
  }
});
