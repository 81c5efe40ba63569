import { afterAll, beforeAll, expect, test } from 'vitest';

import { cardsOf, type Dashboard, defaultState } from '#domain/dashboard/dashboard.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { type QuerySpec, emptyQuerySpec, type Period, type BuiltQuerySpec, type Span } from '#domain/query/query.ts';
import type { RunLine } from '#contract/dashboards/runs.ts';
import { callLines, resultOf } from '#server/testing/queries.ts';
import { chartCard, dashboardOf, createDashboard } from '#server/testing/dashboards.ts';
import { loadFile, loadUploaded, proposalOf, uploadFile } from '#server/testing/data.ts';
import { createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { createShare, openShare } from '#server/testing/shares.ts';

const dayLength = 86_400_000;

/** One row per day with the amounts 1, 2, … */
function linesOf(first: string, count: number): string {
  const dayAt = (index: number) => new Date(Date.parse(first) + index * dayLength).toISOString().slice(0, 10);
  return Array.from({ length: count }, (_, index) => `${dayAt(index)},${index + 1},Wuhan`).join('\n');
}
const head = 'sold on,amount,city\n';

let product: TestProduct;
let token: string;
beforeAll(async () => {
  product = await openTestProduct();
  token = (await createOwner(product)).token;
});
afterAll(() => product.close());

const columnOf = ({ columns }: Dataset, name = 'sold on') => columns.find((each) => each.name === name)!.id;
const lastDays = (count: number): Span => ({ kind: 'last', count, grain: { unit: 'day' }, anchor: 'newest' });
const periodOf = (dataset: Dataset, span: Span): Extract<Period, { kind: 'during' }> => ({
  kind: 'during',
  column: columnOf(dataset),
  span,
  compare: { kind: 'previous' },
});
const sumOf = (dataset: Dataset, parts: Partial<BuiltQuerySpec> = {}): BuiltQuerySpec => ({
  ...emptyQuerySpec(dataset.id),
  measures: [{ id: 'm', formula: { kind: 'sum', column: columnOf(dataset, 'amount') }, show: 'value' }],
  ...parts,
});

async function append(dataset: Dataset, rows: string): Promise<void> {
  const upload = await uploadFile(product, token, 'more.csv', `${head}${rows}\n`);
  const { columns, ...proposed } = proposalOf(upload, { id: dataset.id });
  // A single day is not recognized as a date, so the columns of the dataset are used.
  const knownColumns = columns.map((each) => {
    const { id, type, role, format } = dataset.columns.find(({ name }) => name === each.name)!;
    return { ...each, id, type, role, format };
  });
  const plan = { ...proposed, columns: knownColumns };
  const done = await loadUploaded(product, token, upload, { application: { id: dataset.applicationId }, plan });
  expect(done.state).toBe('done');
}

async function run(id: string): Promise<RunLine[]> {
  const input = { id, state: defaultState, zone: 'Asia/Shanghai' };
  const { status, lines } = await callLines<RunLine>(product, 'POST /dashboards/:id/run', input, { token });
  expect(status).toBe(200);
  return lines;
}
const resultsOf = (lines: RunLine[]) => lines.flatMap((line) => (line.kind === 'result' ? [line] : []));
const valueOf = (lines: RunLine[], card: string) =>
  resultsOf(lines).find((line) => line.card === card && line.name === '')?.result.values[0]?.[0];
const newestIn = (lines: RunLine[]) => lines.flatMap((line) => (line.kind === 'newest' ? [line.cell] : []));

test('an automatic dashboard of a file from 2019 shows its last days and follows newer rows', async () => {
  const dataset = await loadFile(product, token, 'sales.csv', `${head}${linesOf('2019-01-01', 200)}\n`);
  const { body } = await product.call('POST /dashboards/automatic', { dataset: dataset.id }, { token });
  const { dashboard } = body as { dashboard: Dashboard };
  expect(dashboard.time.span).toEqual(lastDays(90));
  const { id } = await createDashboard(product, token, dashboard);
  const figure = cardsOf(dashboard).find((card) => card.kind === 'chart' && card.chart.drawing.kind === 'figure')!;
  const before = await run(id);
  expect(before.filter(({ kind }) => kind === 'error')).toEqual([]);
  // Days 111 to 200, compared with days 21 to 110.
  const sumTo = (last: number) => (last * (last + 1)) / 2;
  const { values } = resultsOf(before).find((line) => line.card === figure.id && line.name === '')!.result;
  expect(values[0]![0]).toBe(sumTo(200) - sumTo(110));
  expect(values.flat()).toContain(sumTo(110) - sumTo(20));
  expect(newestIn(before)).toEqual(['2019-07-19']);

  await append(dataset, '2019-07-20,100000,Wuhan');
  const after = await run(id);
  expect(valueOf(after, figure.id)).toBe(sumTo(200) - sumTo(111) + 100_000);
  expect(newestIn(after)).toEqual(['2019-07-20']);
});

test('queries, rows, filters and files are anchored to the newest row, ignoring a wrong date in the future', async () => {
  const rows = `${linesOf('2020-02-01', 20)}\n2999-01-01,5,Wuhan\n`;
  const dataset = await loadFile(product, token, 'mixed.csv', head + rows);
  const period = periodOf(dataset, lastDays(3));
  const { values, proof } = await resultOf(product, sumOf(dataset, { period }), { token });
  // 18 + 19 + 20, and 15 + 16 + 17 before.
  expect(values.flat().slice(0, 2)).toEqual([57, 48]);
  expect(proof.newest).toEqual({ [columnOf(dataset)]: '2020-02-21T00:00:00.000Z' });
  const filters: BuiltQuerySpec['filters'] = [
    { op: 'not', filter: { op: 'during', column: columnOf(dataset), span: lastDays(19) } },
  ];
  const others = await resultOf(product, sumOf(dataset, { filters }), { token });
  expect(others.values).toEqual([[1 + 5]]);
  expect(others.proof.applied).toEqual(filters);
  const listed: QuerySpec = {
    kind: 'rows',
    dataset: dataset.id,
    columns: [],
    filters: [],
    period,
    order: [],
    limit: 100,
  };
  expect((await resultOf(product, listed, { token })).values[0]).toHaveLength(3);
  const last = await callLines<{ kind: string; rows?: number }>(
    product,
    'POST /queries/rows',
    { ask: listed, zone: 'UTC' },
    { token },
  );
  expect(last.lines.at(-1)).toMatchObject({ kind: 'end', rows: 3 });
});

test('a span is anchored to the last row if all are in the future, and to today if there are none', async () => {
  const future = await loadFile(product, token, 'plan.csv', `${head}${linesOf('2999-01-01', 10)}\n`);
  const query = sumOf(future, { period: { ...periodOf(future, lastDays(2)), compare: { kind: 'none' } } });
  expect((await resultOf(product, query, { token })).values).toEqual([[19]]);
  const nowhere = sumOf(future, {
    period: { ...periodOf(future, lastDays(2)), compare: { kind: 'none' } },
    filters: [{ op: 'equals', column: columnOf(future, 'city'), value: 'Lhasa' }],
  });
  expect((await resultOf(product, nowhere, { token })).values).toEqual([[null]]);
});

test('a column of months covers the whole newest month', async () => {
  const months = Array.from({ length: 24 }, (_, index) => `${2018 + Math.floor(index / 12)}-${(index % 12) + 1}`);
  const padded = months.map((each, index) => `${each.replace(/-(\d)$/, '-0$1')},${index + 1},Wuhan`);
  const dataset = await loadFile(product, token, 'months.csv', `${head}${padded.join('\n')}\n`);
  const span: Span = { kind: 'last', count: 12, grain: { unit: 'month' }, anchor: 'newest' };
  const { values, proof } = await resultOf(product, sumOf(dataset, { period: periodOf(dataset, span) }), { token });
  expect(values.flat().slice(0, 2)).toEqual([222, 78]);
  expect(proof.newest).toEqual({ [columnOf(dataset)]: '2020-01-01T00:00:00.000Z' });
});

test('SQL gets time bounds anchored to the newest row that it reads', async () => {
  const dataset = await loadFile(product, token, 'bounds.csv', `${head}${linesOf('2021-03-01', 10)}\n`);
  const param = (name: string) => ({ name, type: 'date' as const, value: '2026-01-01' });
  const spec: QuerySpec = {
    kind: 'sql',
    sql: 'select sum(amount) as total from bounds where "sold on" between $from and $to',
    params: [param('from'), param('to')],
    limit: 10,
  };
  const time = { span: lastDays(2), compare: { kind: 'none' as const }, targets: [] };
  const { id } = await createDashboard(product, token, dashboardOf('SQL', [chartCard('sql', spec)], { time }));
  expect(valueOf(await run(id), 'sql')).toBe(19);
  await append(dataset, '2021-03-11,50,Wuhan');
  expect(valueOf(await run(id), 'sql')).toBe(60);
});

test('viewers of a share link see the newest visible row and no later one', async () => {
  const rows = `${linesOf('2022-05-01', 10)}\n2022-06-01,5,Lhasa\n`;
  const dataset = await loadFile(product, token, 'linked.csv', head + rows);
  const targets = [{ kind: 'column' as const, dataset: dataset.id, column: columnOf(dataset) }];
  const linesOfLink = async (span: Span | null, spec: BuiltQuerySpec = sumOf(dataset)) => {
    const time = { span, compare: { kind: 'none' as const }, targets };
    const { id } = await createDashboard(product, token, dashboardOf('Link', [chartCard('a', spec)], { time }));
    const { body } = await openShare(product, await createShare(product, token, { id }));
    const input = { pass: body.pass, state: defaultState };
    const linked = await callLines<RunLine>(product, 'POST /shares/run', input, {});
    return { linked: linked.lines, own: await run(id) };
  };
  const whole = await linesOfLink(lastDays(1));
  expect([valueOf(whole.linked, 'a'), newestIn(whole.linked)]).toEqual([5, ['2022-06-01']]);
  const cut = await linesOfLink({ kind: 'range', from: '2022-05-01', to: '2022-05-04' });
  expect([newestIn(cut.linked), newestIn(cut.own)]).toEqual([['2022-05-04'], ['2022-06-01']]);
  const filters: BuiltQuerySpec['filters'] = [{ op: 'equals', column: columnOf(dataset, 'city'), value: 'Wuhan' }];
  const filtered = await linesOfLink(null, sumOf(dataset, { filters }));
  expect(newestIn(filtered.linked)).toEqual(['2022-05-10']);
});
