import { request } from 'node:http';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { writeXlsx } from 'hucre/xlsx';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Dataset } from '#contract/datasets/routes.ts';
import type { ReadingOptions } from '#contract/datasets/reading.ts';
import {
  loadFile,
  loadUploaded,
  proposalOf,
  sendContent,
  uploadFile,
  waitFor,
  waitForImport,
} from '#server/testing/data.ts';
import { createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { newSegments } from '#server/testing/warehouse.ts';
import { updateRunning } from './run-imports.ts';

let product: TestProduct;
let token: string;
beforeAll(async () => {
  product = await openTestProduct();
  token = (await createOwner(product)).token;
});
afterAll(() => product.close());

const filesIn = (folder: string) => readdir(path.join(product.directory, folder));
const isEmpty = async (folder: string) => ((await filesIn(folder)).length === 0 ? true : undefined);
const announce = (name: string, bytes: number) =>
  product.call('POST /uploads', { name, bytes, zone: 'Asia/Shanghai' }, { token });

describe('an upload', () => {
  test('is inspected before anything is loaded', async () => {
    const upload = await uploadFile(
      product,
      token,
      'orders.csv',
      '订单号,金额,日期\n007,"1,234.5",2026-01-31\n008,6,2026-02-01\n',
    );
    expect(upload.state).toBe('ready');
    expect(upload.tables[0]!.columns.map(({ name, type, role }) => [name, type, role])).toEqual([
      ['订单号', 'text', 'dimension'],
      ['金额', 'number', 'measure'],
      ['日期', 'date', 'time'],
    ]);
    expect(upload.tables[0]!.sample[0]).toEqual(['007', '1,234.5', '2026-01-31']);
    expect((await product.call('DELETE /uploads/:id', { id: upload.id }, { token })).status).toBe(204);
    expect(await filesIn('staging')).toEqual([]);
    expect((await product.call('GET /uploads/:id', { id: upload.id }, { token })).status).toBe(404);
  });

  test('with several tables is imported in the requested order', async () => {
    const sheets = Array.from({ length: 8 }, (_, index) => ({
      name: `sheet ${index}`,
      rows: [['n'], [index], [index]],
    }));
    const upload = await uploadFile(product, token, 'book.xlsx', Buffer.from(await writeXlsx({ sheets })));
    const order = [3, 0, 7, 5, 1, 6, 2, 4];
    const imports = order.map((table) => proposalOf(upload, { name: `table ${table}` }, table));
    const started = await product.call(
      'POST /uploads/:id/imports',
      { id: upload.id, application: { name: 'Ordered' }, imports },
      { token },
    );
    expect(started.body.map(({ dataset }) => dataset)).toEqual(order.map((table) => `table ${table}`));
    for (const { id } of started.body) expect((await waitForImport(product, token, id)).state).toBe('done');
  });

  test('that cannot be read reports why in the caller’s language and leaves nothing behind', async () => {
    const upload = await uploadFile(product, token, 'empty.csv', '');
    expect(upload).toMatchObject({ state: 'failed', failure: { code: 'file_empty' } });
    const english = await product.call(
      'GET /uploads/:id',
      { id: upload.id },
      { token, headers: { 'accept-language': 'en-US' } },
    );
    expect(english.body.failure!.message).toMatch(/^The file is empty/);
    expect(await filesIn('staging')).toEqual([]);
  });

  test('above the size limit is rejected before it is sent', async () => {
    const { status, body } = await announce('huge.csv', 21 * 1024 ** 3);
    expect([status, body.code]).toEqual([413, 'file_too_large']);
  });

  test('with more or fewer bytes than announced is rejected', async () => {
    for (const bytes of [3, 300]) {
      const { body } = await announce('wrong.csv', bytes);
      const sent = await sendContent(product, token, body.id, 'a,b\n1,2\n');
      expect([sent.status, sent.body.code]).toEqual([422, 'upload_incomplete']);
      expect(await filesIn('staging')).toEqual([]);
    }
  });

  test('that is interrupted leaves nothing behind', async () => {
    const { body } = await announce('broken.csv', 100_000_000);
    const headers = { ...(await product.browserHeaders()), authorization: `Bearer ${token}` };
    const sending = request(`${product.url}/api/uploads/${body.id}/content`, { method: 'PUT', headers });
    sending.on('error', () => {});
    sending.write('a,b\n'.repeat(100_000));
    await waitFor(async () => ((await filesIn('staging')).length > 0 ? true : undefined));
    sending.destroy();
    await waitFor(() => isEmpty('staging'));
    expect((await product.call('GET /uploads/:id', { id: body.id }, { token })).status).toBe(404);
  });

  test('that is cancelled while it is being received leaves nothing behind', async () => {
    const { body } = await announce('cancelled.csv', 100_000_000);
    const headers = { ...(await product.browserHeaders()), authorization: `Bearer ${token}` };
    const sending = request(`${product.url}/api/uploads/${body.id}/content`, { method: 'PUT', headers });
    sending.on('error', () => {});
    sending.write('a,b\n'.repeat(100_000));
    await waitFor(async () => ((await filesIn('staging')).length > 0 ? true : undefined));
    expect((await product.call('DELETE /uploads/:id', { id: body.id }, { token })).status).toBe(204);
    expect(await filesIn('staging')).toEqual([]);
    sending.destroy();
  });

  test('cannot be sent twice', async () => {
    const upload = await uploadFile(product, token, 'once.csv', 'a\n1\n');
    const second = await sendContent(product, token, upload.id, 'a\n1\n');
    expect([second.status, second.body.code]).toEqual([409, 'upload_not_ready']);
    await product.call('DELETE /uploads/:id', { id: upload.id }, { token });
  });
});

describe('reading options', () => {
  const bytes = Buffer.concat([Buffer.from('name;amount\nB'), Buffer.from([0xfc]), Buffer.from('hler;1,5\n')]);
  const reread = (id: string, options: ReadingOptions) =>
    product.call('PUT /uploads/:id/reading', { id, options }, { token });

  test('update the preview immediately, apply to the import, and are stored with the dataset', async () => {
    const upload = await uploadFile(product, token, 'read.csv', bytes);
    expect(upload.tables[0]).toMatchObject({ reading: { encoding: 'windows-1252', delimiter: ';' } });
    const wrong = await reread(upload.id, { encoding: 'utf-8' });
    expect([wrong.status, wrong.body.code]).toEqual([422, 'file_encoding']);
    const { body } = await reread(upload.id, { encoding: 'iso-8859-15', decimalMark: ',', headerRow: 0 });
    expect(body.tables[0]).toMatchObject({ rows: 2, reading: { encoding: 'iso-8859-15', headerRow: 0 } });
    const options: ReadingOptions = { encoding: 'iso-8859-15', decimalMark: ',' };
    const chosen = (await reread(upload.id, options)).body;
    expect(chosen).toMatchObject({ state: 'ready', options, tables: [{ sample: [['Bühler', '1.5']] }] });
    const plan = proposalOf(chosen, { name: 'read' });
    const done = await loadUploaded(product, token, chosen, { application: { name: 'Read' }, plan });
    expect(done).toMatchObject({ state: 'done', rows: 1, rejected: 0 });
    const dataset = await product.call('GET /datasets/:id', { id: done.datasetId! }, { token });
    expect(dataset.body.reading).toEqual(options);
    await waitFor(() => isEmpty('staging'));
  });

  test('are rejected for an upload that does not exist or is not ready', async () => {
    const { body } = await announce('later.csv', 10);
    expect((await reread(body.id, {})).body.code).toBe('upload_not_ready');
    await product.call('DELETE /uploads/:id', { id: body.id }, { token });
    expect((await reread(body.id, {})).status).toBe(404);
  });
});

test('an upload with a NUL in its first rows becomes ready and can be imported', async () => {
  const upload = await uploadFile(product, token, 'nul.json', '[{"a": "x\\u0000y"}, {"a": "z"}]');
  expect(upload).toMatchObject({ state: 'ready', tables: [{ sample: [['xy'], ['z']] }] });
  const plan = proposalOf(upload, { name: 'nul' });
  const done = await loadUploaded(product, token, upload, { application: { name: 'Nul' }, plan });
  expect(done).toMatchObject({ state: 'done', rows: 2 });
});

test('an import in which no row fits fails with no_rows_fit', async () => {
  const upload = await uploadFile(product, token, 'misfit.csv', 'a,b\nx,1\ny,2\n');
  const plan = proposalOf(upload, { name: 'misfit' });
  const columns = plan.columns.map((column) => ({ ...column, type: 'date' as const }));
  const failed = await loadUploaded(product, token, upload, {
    application: { name: 'Misfit' },
    plan: { ...plan, columns },
  });
  expect(failed).toMatchObject({ state: 'failed', rows: 0, datasetId: null, failure: { code: 'no_rows_fit' } });
  await product.call('DELETE /uploads/:id', { id: upload.id }, { token });
});

describe('an import', () => {
  test('keeps its final counts: a late progress update changes nothing', async () => {
    const upload = await uploadFile(product, token, 'late.csv', 'place,amount\nWuhan,1\nXian,2\n');
    const plan = proposalOf(upload, { name: 'late' });
    const { id } = await loadUploaded(product, token, upload, { application: { name: 'Late' }, plan });
    const pool = new pg.Pool(product.connection);
    expect(await updateRunning(drizzle(pool), { id }, { rows: 1, percent: 50 })).toBe(false);
    await pool.end();
    const { body } = await product.call('GET /imports/:id', { id }, { token });
    expect(body).toMatchObject({ state: 'done', rows: 2, percent: 100 });
  });

  test('creates the application and the dataset, and is listed in the history', async () => {
    const dataset = await loadFile(product, token, 'history.csv', 'city,amount\n上海,1\n北京,2\n');
    const { body } = await product.call('GET /applications/:id/imports', { id: dataset.applicationId }, { token });
    expect(body).toMatchObject([
      { file: 'history.csv', dataset: 'history', state: 'done', rows: 2, rejected: 0, percent: 100, by: '掌柜' },
    ]);
    const list = await product.call('GET /applications', {}, { token });
    expect(list.body.find(({ id }) => id === dataset.applicationId)).toMatchObject({
      kind: 'files',
      health: 'good',
      datasets: 1,
      rows: 2,
    });
    await waitFor(() => isEmpty('staging'));
  });

  test('applies changed names and types, and omits columns', async () => {
    const upload = await uploadFile(product, token, 'changed.csv', 'a,b,c\n1,2,3\n');
    const plan = proposalOf(upload, { name: 'changed' });
    const [first, second] = plan.columns;
    const columns = [
      { ...first!, name: '编号', type: 'text' as const },
      { ...second!, type: 'number' as const },
    ];
    const done = await loadUploaded(product, token, upload, { application: { name: 'x' }, plan: { ...plan, columns } });
    const { body } = await product.call('GET /datasets/:id', { id: done.datasetId! }, { token });
    expect(body.columns.map(({ name, type }) => [name, type])).toEqual([
      ['编号', 'text'],
      ['b', 'number'],
    ]);
  });

  test('rejects duplicate column names and a dataset name that is taken', async () => {
    const dataset = await loadFile(product, token, 'taken.csv', 'a,b\n1,2\n');
    const upload = await uploadFile(product, token, 'taken.csv', 'a,b\n1,2\n');
    const plan = proposalOf(upload, { name: 'taken' });
    const start = (imports: (typeof plan)[]) =>
      product.call(
        'POST /uploads/:id/imports',
        { id: upload.id, application: { id: dataset.applicationId }, imports },
        { token },
      );
    expect((await start([plan])).body.code).toBe('name_taken');
    const same = plan.columns.map((column) => ({ ...column, name: 'a' }));
    expect((await start([{ ...plan, dataset: { name: 'free' }, columns: same }])).body.code).toBe('columns_clash');
    await product.call('DELETE /uploads/:id', { id: upload.id }, { token });
  });

  describe('that is cancelled', () => {
    let content: string;
    beforeAll(() => {
      const rows = Array.from({ length: 400_000 }, (_, n) => `${n},city ${n},${n / 3}`).join('\n');
      content = `id,city,amount\n${rows}\n`;
    });

    /** Starts an import and cancels it; returns the status of its application afterwards. */
    async function cancelImport(application: { id: string } | { name: string }): Promise<number> {
      const upload = await uploadFile(product, token, 'cancel.csv', content);
      const plan = proposalOf(upload, { name: 'cancel' });
      const before = await filesIn(newSegments);
      const { body } = await product.call(
        'POST /uploads/:id/imports',
        { id: upload.id, application, imports: [plan] },
        { token },
      );
      const { id, applicationId } = body[0]!;
      expect((await product.call('DELETE /imports/:id', { id }, { token })).status).toBe(204);
      await waitFor(() => isEmpty('staging'));
      expect(await filesIn(newSegments)).toEqual(before);
      return (await product.call('GET /applications/:id', { id: applicationId }, { token })).status;
    }

    test('publishes nothing and leaves nothing behind', async () => {
      expect(await cancelImport({ name: 'Cancelled' })).toBe(404);
    });

    test('leaves an application that was created before', async () => {
      const { body } = await product.call(
        'POST /applications',
        { name: 'Empty', kind: 'files', folder: null },
        { token },
      );
      expect(await cancelImport({ id: body.id })).toBe(200);
    });
  });
});

describe('rejected rows', () => {
  const bad = 'day,city,amount\n2026-01-01,上海,1\n2026-02-30,北京,2\n2026-01-03,广州,n/k\n2026-01-04,深圳,4\n';
  let dataset: Dataset;

  async function load(content: string, into?: Dataset) {
    const upload = await uploadFile(product, token, 'bad.csv', content);
    const plan = proposalOf(upload, into ? { id: into.id } : { name: 'bad' });
    const types = ['date', 'text', 'integer'] as const;
    const columns = plan.columns.map((column, index) => ({
      ...column,
      type: types[index]!,
      ...(into && { id: into.columns[index]!.id }),
    }));
    const application = into ? { id: into.applicationId } : { name: 'Bad' };
    return loadUploaded(product, token, upload, {
      application,
      plan: { ...plan, columns, accept: ['duplicate_file'] },
    });
  }
  const rejectsOf = async () => (await product.call('GET /datasets/:id/rejects', { id: dataset.id }, { token })).body;

  beforeAll(async () => {
    const done = await load(bad);
    expect(done).toMatchObject({ state: 'done', rows: 2, rejected: 2 });
    dataset = (await product.call('GET /datasets/:id', { id: done.datasetId! }, { token })).body;
  });

  test('are stored with line, column, value and reason', async () => {
    const [day, , amount] = dataset.columns.map(({ id }) => id);
    expect((await rejectsOf()).rejects).toMatchObject([
      { line: 3, column: day, value: '2026-02-30', reason: 'not_date' },
      { line: 4, column: amount, value: 'n/k', reason: 'not_integer' },
    ]);
    const list = await product.call('GET /applications', {}, { token });
    expect(list.body.find(({ id }) => id === dataset.applicationId)!.health).toBe('rejects');
  });

  test('can be downloaded', async () => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${product.url}/api/datasets/${dataset.id}/rejects/file`, { headers });
    expect(response.headers.get('content-disposition')).toContain('bad-rejects.csv');
    expect(await response.text()).toBe(
      'line,column,reason,day,city,amount\r\n3,day,not_date,2026-02-30,北京,2\r\n4,amount,not_integer,2026-01-03,广州,n/k\r\n',
    );
  });

  test('can be corrected and loaded, and the correction is applied automatically next time', async () => {
    const { rejects } = await rejectsOf();
    const [day, , amount] = dataset.columns.map(({ id }) => id) as [string, string, string];
    const rows = [
      { id: rejects[0]!.id, cells: { [day]: '2026-02-28' } },
      { id: rejects[1]!.id, cells: { [amount]: 'still wrong' } },
    ];
    const { body } = await product.call('POST /datasets/:id/rejects/load', { id: dataset.id, rows }, { token });
    expect(body).toMatchObject({ loaded: 1, left: 1, rejects: [{ id: rejects[1]!.id, value: 'still wrong' }] });
    expect((await rejectsOf()).total).toBe(1);
    const versions = await product.call('GET /datasets/:id/versions', { id: dataset.id }, { token });
    expect(versions.body[0]).toMatchObject({ cause: 'correction', added: 1, rows: 3 });
    const rerun = await load(bad, dataset);
    expect(rerun).toMatchObject({ rows: 3, rejected: 1 });
  });

  test('with the same value are corrected together on request', async () => {
    const lines = Array.from({ length: 30 }, (_, n) => `2026-01-01,上海,${n < 5 ? 'nothing' : n}`);
    await load(`day,city,amount\n${lines.join('\n')}\n`, dataset);
    const { rejects, total } = await rejectsOf();
    const rejected = rejects.find(({ value }) => value === 'nothing')!;
    const rows = [{ id: rejected.id, cells: { [dataset.columns[2]!.id]: '0' } }];
    const { body } = await product.call(
      'POST /datasets/:id/rejects/load',
      { id: dataset.id, rows, alike: true },
      { token },
    );
    expect(body).toMatchObject({ loaded: 5, left: total - 5, rejects: [] });
    expect((await rejectsOf()).total).toBe(total - 5);
  });

  test('can be deleted', async () => {
    expect((await product.call('DELETE /datasets/:id/rejects', { id: dataset.id }, { token })).status).toBe(204);
    expect((await rejectsOf()).total).toBe(0);
  });
});
