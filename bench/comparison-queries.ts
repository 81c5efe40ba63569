import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

import type { ApiInput } from '#contract/api.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import type { Formula, Grain } from '#domain/query/query.ts';

type BenchSpec = Extract<ApiInput<'POST /queries'>['ask'], { kind: 'query' }>;

/**
 * A query as a dashboard sends it, and hand-written DuckDB SQL with the same answer: sums are compensated, because plain
 * ones depend on the order of rows (docs/decisions/030-exact-sums.md).
 */
export type ComparedQuery = { name: string; spec: BenchSpec; zone: string; raw: string };

const shanghai = 'Asia/Shanghai';
/** Days in Shanghai begin eight hours earlier than in UTC, all year. */
const dayInShanghai = `make_timestamp((slot * 3600 + 28800) * 1000000)`;
const hours = (select: string, where = '') =>
  `select epoch_us(moment) // 3600000000 as slot, ${select} from orders ${where} group by 1`;

export function comparedQueriesOf(dataset: Dataset): ComparedQuery[] {
  const id = (name: string) => dataset.columns.find((column) => column.name === name)!.id;
  const value = (name: string) => ({ id: name, kind: 'value' as const, column: id(name) });
  const time = (grain: Grain) => ({ id: 'time', kind: 'time' as const, column: id('moment'), grain });
  const measure = (name: string, formula: Formula) => ({ id: name, formula, show: 'value' as const });
  const aggregate = (kind: 'sum' | 'average' | 'median' | 'distinct', column: string) =>
    measure(kind, { kind, column: id(column) });
  const count = measure('count', { kind: 'count' });
  const topTen = (name: string, by: string) => ({
    order: [{ kind: 'measure' as const, id: by, part: 'value' as const, direction: 'descending' as const }],
    dimensions: [value(name)],
    limit: 10,
  });
  const query = (name: string, overrides: Partial<BenchSpec>, raw: string, zone = 'UTC'): ComparedQuery => ({
    name,
    spec: { kind: 'query', dataset: dataset.id, measures: [count], ...overrides },
    zone,
    raw,
  });
  const last = (days: number) => ({
    kind: 'during' as const,
    column: id('moment'),
    span: { kind: 'last' as const, count: days, grain: { unit: 'day' as const } },
    compare: { kind: 'none' as const },
  });
  const since = (days: number) => `where moment >= date_trunc('day', now()) - to_days(${days - 1})`;
  return [
    query('totals', { measures: [count, aggregate('sum', 'amount')] }, 'select count(*), fsum(amount) from orders'),
    query(
      'by day',
      { dimensions: [time({ unit: 'day' })], measures: [aggregate('sum', 'amount')] },
      `select to_timestamp(slot * 3600)::date as d, fsum(s) from (${hours('fsum(amount) as s')}) group by 1 order by 1`,
    ),
    query(
      'by month in another zone',
      { dimensions: [time({ unit: 'month' })], measures: [aggregate('sum', 'amount')] },
      `select date_trunc('month', ${dayInShanghai}) as m, fsum(s) from (${hours('fsum(amount) as s')}) group by 1 order by 1`,
      shanghai,
    ),
    query(
      'top 10 of 300 values',
      { measures: [aggregate('sum', 'amount')], ...topTen('city', 'sum') },
      'select city, fsum(amount) as s from orders group by 1 order by 2 desc limit 10',
    ),
    query(
      'top 10 of 1,000 values, filtered',
      {
        measures: [aggregate('sum', 'amount')],
        filters: [{ op: 'equals', column: id('channel'), value: 'web' }],
        ...topTen('product', 'sum'),
      },
      `select product, fsum(amount) as s from orders where channel = 'web' group by 1 order by 2 desc limit 10`,
    ),
    query(
      '90 days by day and channel',
      { dimensions: [time({ unit: 'day' }), value('channel')], period: last(90) },
      `select to_timestamp(slot * 3600)::date as d, channel, sum(n) from (
        select epoch_us(moment) // 3600000000 as slot, channel, count(*) as n from orders ${since(90)} group by all
      ) group by all order by 1, 2`,
    ),
    query(
      '7 days by day',
      { dimensions: [time({ unit: 'day' })], measures: [aggregate('sum', 'amount')], period: last(7) },
      `select to_timestamp(slot * 3600)::date as d, fsum(s) from (${hours('fsum(amount) as s', since(7))}) group by 1 order by 1`,
    ),
    query(
      '30 days compared with the previous 30',
      {
        measures: [aggregate('sum', 'amount')],
        period: { ...last(30), compare: { kind: 'previous' } },
        ...topTen('city', 'sum'),
      },
      `select city, fsum(amount) filter (moment >= date_trunc('day', now()) - to_days(29)) as v,
        fsum(amount) filter (moment < date_trunc('day', now()) - to_days(29)) as b
      from orders ${since(60)} group by 1 order by 2 desc limit 10`,
    ),
    query(
      'average and median by channel',
      { dimensions: [value('channel')], measures: [aggregate('average', 'amount'), aggregate('median', 'amount')] },
      'select channel, avg(amount), quantile_cont(amount, 0.5) from orders group by 1 order by 1',
    ),
    query(
      'histogram',
      { dimensions: [{ id: 'bin', kind: 'width', column: id('amount'), width: 50 }] },
      'select floor(amount / 50) * 50 as bin, count(*) from orders group by 1 order by 1',
    ),
    query(
      'city by channel, paid only, last year',
      {
        dimensions: [value('city'), value('channel')],
        filters: [{ op: 'equals', column: id('paid'), value: true }],
        period: last(365),
      },
      `select city, channel, count(*) from orders ${since(365)} and paid group by 1, 2 order by 1, 2`,
    ),
  ];
}

/** A DuckDB connection on the files of a dataset. */
export async function openRaw(dataset: Dataset, files: string[]): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2', memory_limit: '2GB' });
  const connection = await instance.connect();
  await connection.run(`set timezone = 'UTC'`);
  for (const [index, file] of files.entries()) await connection.run(`attach '${file}' as s${index} (read_only)`);
  const selectList = dataset.columns.map(({ id, name }) => `"${id}" as ${name}`).join(', ');
  const parts = files.map((_, index) => `select ${selectList} from s${index}.rows`);
  await connection.run(`create view orders as ${parts.join(' union all ')}`);
  return connection;
}
