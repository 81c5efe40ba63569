import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Dataset } from '#contract/datasets/routes.ts';
import type { ImportAcceptance, PlannedImportInput } from '#contract/imports/routes.ts';
import { querySpecSchema } from '#contract/queries/schemas.ts';
import { specOf } from '#server/testing/queries.ts';
import { chartCard, dashboardOf, createDashboard } from '#server/testing/dashboards.ts';
import { loadFile, loadUploaded, uploadFile, waitForImport } from '#server/testing/data.ts';
import { createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';

let product: TestProduct;
let token: string;
beforeAll(async () => {
  product = await openTestProduct();
  token = (await createOwner(product)).token;
});
afterAll(() => product.close());

const rows = 12;
const kinds = {
  integer: (n: number) => String(n + 3),
  number: (n: number) => String(n + 0.5),
  withUnit: (n: number) => `${n + 3} km`,
  boolean: (n: number) => (n % 2 ? 'yes' : 'no'),
  date: (n: number) => `2026-01-${String(n + 10)}`,
  time: (n: number) => `2026-01-${String(n + 10)} 10:30:00`,
  text: (n: number) => `word ${n}`,
};
type FileKind = keyof typeof kinds;
const names = Object.keys(kinds) as FileKind[];
const fileOf = (kind: FileKind) =>
  `key,v\n${Array.from({ length: rows }, (_, n) => `k${n},${kinds[kind](n)}`).join('\n')}\n`;

const datasetOf = async (id: string): Promise<Dataset> =>
  (await product.call('GET /datasets/:id', { id }, { token })).body;

type ReloadOptions = { mode: 'append' | 'replace'; accept?: ImportAcceptance[]; types?: 'dataset' | 'file' };

/** Loads a file into an existing dataset as the UI does: matched columns keep the dataset's types. */
async function reload(dataset: Dataset, content: string, { mode, accept = [], types = 'dataset' }: ReloadOptions) {
  const upload = await uploadFile(product, token, 'again.csv', content);
  const { body: matches } = await product.call(
    'POST /uploads/:id/matches',
    { id: upload.id, table: 0, dataset: dataset.id },
    { token },
  );
  const columns = upload.tables[0]!.columns.map(({ doubtful: _, ...fileColumn }, source) => {
    const id = matches.find((match) => match.source === source)?.id;
    const target = dataset.columns.find((column) => column.id === id);
    return {
      ...fileColumn,
      source,
      ...(target && { id: target.id, ...(types === 'dataset' && { type: target.type }) }),
    };
  });
  const plan: PlannedImportInput = { table: 0, dataset: { id: dataset.id }, mode, columns, accept };
  return loadUploaded(product, token, upload, { application: { id: dataset.applicationId }, plan });
}

type KindPair = [before: FileKind, after: FileKind];
const pairs = names.flatMap((before) =>
  names.filter((after) => after !== before).map((after): KindPair => [before, after]),
);

/** The type of a column after a file with another kind of values; undefined if the values do not fit. */
function typeAfter([before, after]: KindPair): string | undefined {
  if (before === 'text' || before === 'withUnit') return 'text';
  const both = [before, after].sort().join(' ');
  return both === 'integer number' ? 'number' : both === 'date time' ? 'time' : undefined;
}

/** A CSV with one column per pair, of the kind before or after. */
const filesOf = (list: KindPair[], side: 0 | 1) => {
  const header = list.map(([before, after]) => `${before} then ${after}`).join(',');
  const lines = Array.from({ length: rows }, (_, n) => list.map((pair) => kinds[pair[side]](n)).join(','));
  return `key,${header}\n${lines.map((line, n) => `k${n},${line}`).join('\n')}\n`;
};

const safe = pairs.filter(typeAfter);
const unsafe = pairs.filter((pair) => !typeAfter(pair));

describe.each(['append', 'replace'] as const)('%s', (mode) => {
  test('widens types where that is safe, and preserves the columns and all rows', async () => {
    const dataset = await loadFile(product, token, `${mode} safe.csv`, filesOf(safe, 0));
    const done = await reload(dataset, filesOf(safe, 1), { mode });
    expect(done).toMatchObject({ state: 'done', rows, rejected: 0 });
    const now = await datasetOf(dataset.id);
    expect(now.rows).toBe(mode === 'append' ? 2 * rows : rows);
    expect(now.columns.map(({ id }) => id)).toEqual(dataset.columns.map(({ id }) => id));
    expect(now.columns.slice(1).map(({ name, type }) => [name, type])).toEqual(
      safe.map((pair) => [pair.join(' then '), typeAfter(pair)]),
    );
  });

  test('fails with no_rows_fit where no row fits', async () => {
    const dataset = await loadFile(product, token, `${mode} unsafe.csv`, filesOf(unsafe, 0));
    const done = await reload(dataset, filesOf(unsafe, 1), { mode });
    expect([done.state, done.failure?.code]).toEqual(['failed', 'no_rows_fit']);
    const now = await datasetOf(dataset.id);
    expect([now.rows, now.columns]).toEqual([rows, dataset.columns]);
  });
});

describe('a replace that loses data', () => {
  const before = 'day,city,amount\n2026-01-01,Oslo,5\n2026-01-02,Bergen,7\n2026-01-03,Oslo,9\n';
  let dataset: Dataset;
  const columnOf = (name: string) => dataset.columns.find((column) => column.name === name)!.id;
  beforeAll(async () => {
    dataset = await loadFile(product, token, 'sales.csv', before);
    const sum = { id: 'm', formula: { kind: 'sum' as const, column: columnOf('amount') }, show: 'value' as const };
    const card = chartCard('total', querySpecSchema.parse(specOf(dataset.id, { measures: [sum] })), {
      title: { en_US: 'Total sales', zh_CN: '' },
    });
    await createDashboard(product, token, dashboardOf('Sales', [card]));
  });
  const rowsNow = async () => (await datasetOf(dataset.id)).rows;

  test('waits for confirmation of rejected rows, with their count and examples', async () => {
    const file = 'day,city,amount\n2026-02-01,Oslo,5\n2026-02-02,Bergen,n/k\n';
    const stopped = await reload(dataset, file, { mode: 'replace' });
    expect(stopped).toMatchObject({ state: 'unconfirmed', percent: 0, rows: 0, finishedAt: null });
    expect(stopped.confirmation).toMatchObject({
      rows: 1,
      rejected: 1,
      examples: [{ line: 3, column: 'amount', value: 'n/k' }],
      columns: [],
    });
    expect(await rowsNow()).toBe(3);
    const { status } = await product.call('POST /imports/:id/confirm', { id: stopped.id }, { token });
    expect(status).toBe(200);
    const done = await waitForImport(product, token, stopped.id);
    expect(done).toMatchObject({ state: 'done', rows: 1, rejected: 1, percent: 100, confirmation: null });
    expect(await rowsNow()).toBe(1);
    const second = await product.call('POST /imports/:id/confirm', { id: stopped.id }, { token });
    expect([second.status, second.body.code]).toEqual([409, 'import_not_waiting']);
    await reload(dataset, before, { mode: 'replace' });
  });

  test('can be cancelled, which keeps the old rows', async () => {
    const stopped = await reload(dataset, 'day,city,amount\n2026-02-01,Oslo,5\n2026-02-02,Bergen,n/k\n', {
      mode: 'replace',
    });
    expect((await product.call('DELETE /imports/:id', { id: stopped.id }, { token })).status).toBe(204);
    expect((await waitForImport(product, token, stopped.id)).state).toBe('cancelled');
    expect(await rowsNow()).toBe(3);
  });

  test('waits for confirmation of a missing column that cards use, and names the cards', async () => {
    const stopped = await reload(dataset, 'day,city\n2026-02-01,Oslo\n', { mode: 'replace' });
    expect(stopped.state).toBe('unconfirmed');
    expect(stopped.confirmation!.columns).toMatchObject([
      {
        name: 'amount',
        from: 'integer',
        to: null,
        uses: [{ kind: 'card', title: { en_US: 'Total sales' }, dashboard: { title: { en_US: 'Sales' } } }],
      },
    ]);
    expect(await rowsNow()).toBe(3);
  });

  test('does not wait for a missing column that nothing uses', async () => {
    const done = await reload(dataset, 'day,amount\n2026-01-01,5\n2026-01-02,7\n2026-01-03,9\n', {
      mode: 'replace',
    });
    expect(done.state).toBe('done');
    await reload(dataset, before, { mode: 'replace' });
  });

  test('waits for confirmation of a changed type', async () => {
    const file = 'day,city,amount\n2026-02-01,Oslo,5 km\n2026-02-02,Bergen,7 km\n';
    const stopped = await reload(dataset, file, { mode: 'replace', types: 'file' });
    expect(stopped.confirmation!.columns).toMatchObject([
      { name: 'amount', from: 'integer', to: 'text', uses: [{ title: { en_US: 'Total sales' } }] },
    ]);
    expect(await rowsNow()).toBe(3);
  });

  test('runs without confirmation if the caller accepts the loss in advance', async () => {
    const file = 'day,city\n2026-02-01,Oslo\nnever,Bergen\n';
    const done = await reload(dataset, file, { mode: 'replace', accept: ['rejected_rows', 'column_changes'] });
    expect(done).toMatchObject({ state: 'done', rows: 1, rejected: 1 });
  });
});

test('appending the same file twice needs confirmation', async () => {
  const file = fileOf('integer');
  const dataset = await loadFile(product, token, 'twice.csv', file);
  const second = await reload(dataset, file, { mode: 'append' });
  expect(second).toMatchObject({ state: 'unconfirmed', confirmation: { duplicate: { file: 'twice.csv' } } });
  expect((await datasetOf(dataset.id)).rows).toBe(rows);
  await product.call('POST /imports/:id/confirm', { id: second.id }, { token });
  expect(await waitForImport(product, token, second.id)).toMatchObject({ state: 'done', rows });
  const accepted = await reload(dataset, file, { mode: 'append', accept: ['duplicate_file'] });
  expect(accepted.state).toBe('done');
  // After a replace, appending the file again is not a duplicate.
  await reload(dataset, fileOf('number'), { mode: 'replace' });
  expect((await reload(dataset, file, { mode: 'append' })).state).toBe('done');
});
