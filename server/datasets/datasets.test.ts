import { execFileSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Dataset } from '#contract/datasets/routes.ts';
import { loadFile, loadUploaded, proposalOf, uploadFile, waitFor } from '#server/testing/data.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { newSegments } from '#server/testing/warehouse.ts';

let product: TestProduct;
let token: string;
beforeAll(async () => {
  product = await openTestProduct();
  token = (await createOwner(product)).token;
});
afterAll(() => product.close());

const cities = ['上海', '北京', '广州', '深圳'];
const csv = (from: number, count: number) =>
  `day,city,amount,paid\n${Array.from({ length: count }, (_, index) => {
    const n = from + index;
    const day = new Date(Date.UTC(2026, 0, 1 + (n % 90))).toISOString().slice(0, 10);
    return `${day},${cities[n % 4]},${n},${n % 3 === 0}`;
  }).join('\n')}\n`;

const idOf = (dataset: Dataset, name: string) => dataset.columns.find((column) => column.name === name)!.id;
const pageOf = (dataset: Dataset, input: object = {}) =>
  product.call('POST /datasets/:id/rows', { id: dataset.id, ...input }, { token });
const valuesOf = async (dataset: Dataset, name: string, input: object = {}) => {
  const { body } = await pageOf(dataset, input);
  const index = body.columns.indexOf(idOf(dataset, name));
  return body.rows.map((row) => row[index]);
};

describe('a page of rows', () => {
  let dataset: Dataset;
  beforeAll(async () => {
    dataset = await loadFile(product, token, 'pages.csv', csv(0, 2500));
  });

  test('comes in file order, from any offset', async () => {
    expect(await valuesOf(dataset, 'amount', { offset: 0, limit: 3 })).toEqual([0, 1, 2]);
    expect(await valuesOf(dataset, 'amount', { offset: 2498, limit: 10 })).toEqual([2498, 2499]);
    expect((await pageOf(dataset, { limit: 1 })).body.total).toBe(2500);
  });

  test('can be sorted in both directions, ties in file order', async () => {
    const column = idOf(dataset, 'city');
    const order = (direction: string, offset: number) => ({ order: { column, direction }, offset, limit: 3 });
    expect(await valuesOf(dataset, 'amount', order('ascending', 0))).toEqual([0, 4, 8]);
    expect(await valuesOf(dataset, 'amount', order('descending', 3))).toEqual([15, 19, 23].map((n) => n));
  });

  test.each([
    [{ op: 'equals', column: 'city', value: '北京' }, 625],
    [{ op: 'contains', column: 'city', value: '京' }, 625],
    [{ op: 'at_least', column: 'amount', value: '2490' }, 10],
    [{ op: 'at_most', column: 'amount', value: '9' }, 10],
    [{ op: 'at_least', column: 'day', value: '2026-03-31' }, 27],
    [{ op: 'equals', column: 'paid', value: 'true' }, 834],
    [{ op: 'equals', column: 'amount', value: 'no number' }, 0],
    [{ op: 'empty', column: 'city' }, 0],
    [{ op: 'filled', column: 'city' }, 2500],
    [{ op: 'contains', column: 'city', value: "' or 1=1 --" }, 0],
  ])('filtered by %j has %d rows', async ({ column, ...filter }, total) => {
    const { body } = await pageOf(dataset, { filters: [{ ...filter, column: idOf(dataset, column) }], limit: 1 });
    expect([body.message, body.total]).toEqual([undefined, total]);
  });

  test('of a missing dataset is not found', async () => {
    const { status } = await product.call('POST /datasets/:id/rows', { id: 'nothing' }, { token });
    expect(status).toBe(404);
  });
});

test('a profile summarizes the values of each column', async () => {
  const dataset = await loadFile(product, token, 'profile.csv', `${csv(0, 1000)},,,\n`);
  const { body } = await product.call('GET /datasets/:id/profile', { id: dataset.id }, { token });
  const statisticsOf = (name: string) => body.columns.find(({ column }) => column === idOf(dataset, name))!;
  expect(body.rows).toBe(1001);
  expect(statisticsOf('amount')).toMatchObject({
    nulls: 1,
    distinct: 1000,
    exact: true,
    min: 0,
    max: 999,
    mean: 499.5,
  });
  expect(statisticsOf('amount').histogram).toHaveLength(24);
  expect(statisticsOf('amount').histogram.reduce((sum, { count }) => sum + count, 0)).toBe(1000);
  expect(statisticsOf('day')).toMatchObject({ min: '2026-01-01', max: '2026-03-31' });
  expect(statisticsOf('city').top[0]).toEqual({ value: '上海', count: 250 });
  expect(statisticsOf('paid').top).toEqual([
    { value: 'false', count: 666 },
    { value: 'true', count: 334 },
  ]);
});

describe('versions', () => {
  async function loadAgain(dataset: Dataset, mode: 'append' | 'replace', content: string) {
    const upload = await uploadFile(product, token, 'again.csv', content);
    const matches = await product.call(
      'POST /uploads/:id/matches',
      { id: upload.id, table: 0, dataset: dataset.id },
      { token },
    );
    const plan = proposalOf(upload, { id: dataset.id });
    const columns = plan.columns.map((column) => {
      const id = matches.body.find(({ source }) => source === column.source)?.id;
      return id ? { ...column, id } : column;
    });
    return loadUploaded(product, token, upload, {
      application: { id: dataset.applicationId },
      plan: { ...plan, mode, columns },
    });
  }
  const versionsOf = async (dataset: Dataset) =>
    (await product.call('GET /datasets/:id/versions', { id: dataset.id }, { token })).body;

  test('each load is a version that can be read and restored', async () => {
    const dataset = await loadFile(product, token, 'versions.csv', csv(0, 10));
    await loadAgain(dataset, 'append', csv(10, 5));
    await loadAgain(dataset, 'replace', csv(100, 2));
    const list = await versionsOf(dataset);
    expect(
      list.map(({ cause, rows, added, removed, current, by }) => [cause, rows, added, removed, current, by]),
    ).toEqual([
      ['replace', 2, 2, 15, true, '掌柜'],
      ['import', 15, 5, 0, false, '掌柜'],
      ['import', 10, 10, 0, false, '掌柜'],
    ]);
    const appended = list[1]!.number;
    expect((await pageOf(dataset, { version: appended })).body.total).toBe(15);
    expect(await valuesOf(dataset, 'amount')).toEqual([100, 101]);
    const { body } = await product.call(
      'POST /datasets/:id/versions/:number/restore',
      { id: dataset.id, number: appended },
      { token },
    );
    expect(body.rows).toBe(15);
    expect(await valuesOf(dataset, 'amount', { offset: 8, limit: 4 })).toEqual([8, 9, 10, 11]);
    expect((await versionsOf(dataset))[0]).toMatchObject({ cause: 'restore', detail: String(appended), removed: 2 });
    expect((await pageOf(dataset, { version: 99 })).body.code).toBe('no_such_version');
  });

  test('a later file may have reordered, renamed, new and missing columns', async () => {
    const dataset = await loadFile(product, token, 'moved.csv', csv(0, 4));
    const reordered = 'amount,City,day,channel\n7.5,成都,2026-05-01,web\n';
    await loadAgain(dataset, 'append', reordered);
    const after = (await product.call('GET /datasets/:id', { id: dataset.id }, { token })).body;
    expect(after.columns.map(({ name, type }) => [name, type])).toEqual([
      ['day', 'date'],
      ['city', 'text'],
      ['amount', 'number'],
      ['paid', 'boolean'],
      ['channel', 'text'],
    ]);
    expect(after.columns.slice(0, 4).map(({ id }) => id)).toEqual(dataset.columns.map(({ id }) => id));
    const { body } = await pageOf(after, { offset: 3, limit: 2 });
    expect(body.rows).toEqual([
      ['2026-01-04', '深圳', 3, true, null],
      ['2026-05-01', '成都', 7.5, null, 'web'],
    ]);
  });

  test('many small loads are merged transparently, and old versions stay readable', async () => {
    const dataset = await loadFile(product, token, 'small.csv', csv(0, 1));
    for (let n = 1; n < 10; n++) await loadAgain(dataset, 'append', csv(n, 1));
    const countOf = async () => {
      const [row] = await product.query('select count(*) as n from segments where dataset_id = $1 and last is null', [
        dataset.id,
      ]);
      return Number(row!['n']);
    };
    // The merged segment and those that came after it.
    await waitFor(async () => ((await countOf()) < 8 ? true : undefined));
    expect(await valuesOf(dataset, 'amount')).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const list = await versionsOf(dataset);
    expect(list).toHaveLength(10);
    expect((await pageOf(dataset, { version: list[4]!.number })).body.total).toBe(6);
  });
});

describe('a column', () => {
  test('can get labels, a role, a format, a unit and an aggregation', async () => {
    const dataset = await loadFile(product, token, 'labels.csv', csv(0, 3));
    const label = { en_US: 'Amount', zh_CN: '金额' };
    const { body } = await product.call(
      'PATCH /datasets/:id/columns/:column',
      {
        id: dataset.id,
        column: idOf(dataset, 'amount'),
        label,
        role: 'dimension',
        format: 'currency',
        unit: '元',
        aggregation: 'median',
      },
      { token },
    );
    expect(body.columns[2]).toMatchObject({
      label,
      role: 'dimension',
      format: 'currency',
      unit: '元',
      aggregation: 'median',
      name: 'amount',
    });
    expect(body.columns[0]).toMatchObject({ aggregation: 'automatic' });
  });

  test('can change its type if no value is lost', async () => {
    const dataset = await loadFile(product, token, 'types.csv', 'code,name\n1,a\n2,b\n');
    const change = (name: string, type: 'text' | 'integer' | 'number') =>
      product.call(
        'PATCH /datasets/:id/columns/:column',
        { id: dataset.id, column: idOf(dataset, name), type },
        { token },
      );
    const refused = await change('name', 'number');
    expect([refused.status, refused.body.code]).toEqual([422, 'type_does_not_fit']);
    expect((await change('code', 'text')).status).toBe(200);
    expect(await valuesOf(dataset, 'code')).toEqual(['1', '2']);
    expect((await change('code', 'integer')).status).toBe(200);
    expect(await valuesOf(dataset, 'code')).toEqual([1, 2]);
  });
});

describe('the trash', () => {
  const filesIn = () => readdir(path.join(product.directory, newSegments));

  test('holds a dataset, restores it, and deletes it with its files', async () => {
    const before = await filesIn();
    const dataset = await loadFile(product, token, 'trash.csv', csv(0, 3));
    const { id } = dataset;
    await product.call('DELETE /datasets/:id', { id }, { token });
    expect((await product.call('GET /datasets/:id', { id }, { token })).status).toBe(404);
    const { body: trash } = await product.call('GET /trash', {}, { token });
    expect(trash.datasets.map((each) => each.id)).toEqual([id]);
    await product.call('POST /datasets/:id/restore', { id }, { token });
    expect((await pageOf(dataset)).body.total).toBe(3);
    expect((await product.call('DELETE /datasets/:id/trash', { id }, { token })).status).toBe(404);
    await product.call('DELETE /datasets/:id', { id }, { token });
    expect((await product.call('DELETE /datasets/:id/trash', { id }, { token })).status).toBe(204);
    expect((await filesIn()).sort()).toEqual(before.sort());
  });

  test('restores only one of two datasets with the same name, also at the same moment', async () => {
    const twins = [
      await loadFile(product, token, 'left.csv', csv(0, 3)),
      await loadFile(product, token, 'right.csv', csv(0, 3)),
    ];
    const [{ applicationId }] = twins as [(typeof twins)[number]];
    for (const { id } of twins) {
      await product.call('DELETE /datasets/:id', { id }, { token });
      await product.query(`update datasets set application_id = $1, name = 'twin' where id = $2`, [applicationId, id]);
    }
    const restored = await Promise.all(
      twins.map(({ id }) => product.call('POST /datasets/:id/restore', { id }, { token })),
    );
    expect(restored.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([204, 409]);
    expect(restored.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'name_taken' });
  });

  test('holds an application with its datasets', async () => {
    const dataset = await loadFile(product, token, 'application.csv', csv(0, 3));
    const id = dataset.applicationId;
    await product.call('DELETE /applications/:id', { id }, { token });
    expect((await pageOf(dataset)).status).toBe(404);
    expect((await product.call('GET /applications', {}, { token })).body.map((each) => each.id)).not.toContain(id);
    await product.call('POST /applications/:id/restore', { id }, { token });
    expect((await pageOf(dataset)).body.total).toBe(3);
    await product.call('DELETE /applications/:id', { id }, { token });
    await product.call('DELETE /applications/:id/trash', { id }, { token });
    const remaining = await product.query('select 1 from datasets where application_id = $1', [id]);
    expect(remaining).toEqual([]);
  });
});

test('queries survive killed engine processes', async () => {
  const dataset = await loadFile(product, token, 'killed.csv', csv(0, 1000));
  const totals = new Set<number>();
  for (let round = 0; round < 3; round++) {
    const requests = Array.from({ length: 6 }, (_, n) =>
      pageOf(dataset, { filters: [{ op: 'at_least', column: idOf(dataset, 'amount'), value: String(n) }], limit: 1 }),
    );
    for (const pid of listEngineProcesses()) process.kill(pid, 'SIGKILL');
    for (const { status, body } of await Promise.all(requests)) {
      expect([status, body.code]).toEqual([200, undefined]);
      totals.add(body.total);
    }
  }
  expect([...totals].toSorted((a, b) => b - a)).toEqual([1000, 999, 998, 997, 996, 995]);
});

function listEngineProcesses(): number[] {
  const list = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  return [...list.matchAll(/^\s*(\d+) .*duckdb-process\.js/gm)].map((match) => Number(match[1]));
}

test('a viewer can read a dataset but not change it', async () => {
  const dataset = await loadFile(product, token, 'viewer.csv', csv(0, 3));
  const viewer = await createMember(product, token, 'viewer');
  const read = await product.call('POST /datasets/:id/rows', { id: dataset.id }, { token: viewer.token });
  expect(read.status).toBe(200);
  const change = await product.call('DELETE /datasets/:id', { id: dataset.id }, { token: viewer.token });
  expect([change.status, change.body.code]).toEqual([403, 'forbidden']);
  const editor = await createMember(product, token, 'editor');
  expect((await product.call('DELETE /datasets/:id', { id: dataset.id }, { token: editor.token })).status).toBe(204);
});
