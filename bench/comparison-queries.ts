import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

import type { ApiInput } from '#contract/api.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import type { Formula, Grain } from '#domain/query/query.ts';

type BenchSpec = Extract<ApiInput<'POST /queries'>['ask'], { kind: 'query' }>;

/** A query as a dashboard sends it, and hand-written DuckDB SQL for it. */
export type ComparedQuery = { name: string; spec: BenchSpec; zone: string; raw: string };

const shanghai = 'Asia/Shanghai';
/** Days begin eight hours earlier there, all year. */
const dayInShanghai = `make_timestamp((slot * 3600 + 28800) * 1000000)`;
const hours = (select: string, where = '') =>
  `select epoch_us(moment) // 3600000000 as slot, ${select} from orders ${where} group by 1`;

export function comparedQueriesOf(dataset: Dataset): ComparedQuery[] {
  const id = (name: string) => dataset.columns.find((column) => column.name === name)!.id;
  const value = (name: string) => ({ id: name, kind: 'value' as const, column: id(name) });
  const time = (grain: Grain) => ({ id: 'time', kind: 'time' as const, column: id('moment'), grain });
  const measure = (name: string, formula: Formula) => ({ id: name, formula, show: 'value' as const });
  const of = (kind: 'sum' | 'average' | 'median' | 'distinct', column: string) =>
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
    query('the whole', { measures: [count, of('sum', 'amount')] }, 'select count(*), sum(amount) from orders'),
    query(
      'by day',
      { dimensions: [time({ unit: 'day' })], measures: [of('sum', 'amount')] },
      `select to_timestamp(slot * 3600)::date as d, sum(s) from (${hours('sum(amount) as s')}) group by 1 order by 1`,
    ),
    query(
      'by month in another zone',
      { dimensions: [time({ unit: 'month' })], measures: [of('sum', 'amount')] },
      `select date_trunc('month', ${dayInShanghai}) as m, sum(s) from (${hours('sum(amount) as s')}) group by 1 order by 1`,
      shanghai,
    ),
    query(
      'the ten largest of three hundred',
      { measures: [of('sum', 'amount')], ...topTen('city', 'sum') },
      'select city, sum(amount) as s from orders group by 1 order by 2 desc limit 10',
    ),
    query(
      'the ten largest of a thousand, filtered',
      {
        measures: [of('sum', 'amount')],
        filters: [{ op: 'equals', column: id('channel'), value: 'web' }],
        ...topTen('product', 'sum'),
      },
      `select product, sum(amount) as s from orders where channel = 'web' group by 1 order by 2 desc limit 10`,
    ),
    query(
      'ninety days by day and channel',
      { dimensions: [time({ unit: 'day' }), value('channel')], period: last(90) },
      `select to_timestamp(slot * 3600)::date as d, channel, sum(n) from (
        select epoch_us(moment) // 3600000000 as slot, channel, count(*) as n from orders ${since(90)} group by all
      ) group by all order by 1, 2`,
    ),
    query(
      'seven days by day',
      { dimensions: [time({ unit: 'day' })], measures: [of('sum', 'amount')], period: last(7) },
      `select to_timestamp(slot * 3600)::date as d, sum(s) from (${hours('sum(amount) as s', since(7))}) group by 1 order by 1`,
    ),
    query(
      'thirty days against the thirty before',
      {
        measures: [of('sum', 'amount')],
        period: { ...last(30), compare: { kind: 'previous' } },
        ...topTen('city', 'sum'),
      },
      `select city, sum(amount) filter (moment >= date_trunc('day', now()) - to_days(29)) as v,
        sum(amount) filter (moment < date_trunc('day', now()) - to_days(29)) as b
      from orders ${since(60)} group by 1 order by 2 desc limit 10`,
    ),
    query(
      'average and median by channel',
      { dimensions: [value('channel')], measures: [of('average', 'amount'), of('median', 'amount')] },
      'select channel, avg(amount), quantile_cont(amount, 0.5) from orders group by 1 order by 1',
    ),
    query(
      'a histogram',
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
