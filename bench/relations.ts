import type { DuckDBConnection } from '@duckdb/node-api';

import type { Dataset } from '#contract/datasets/routes.ts';
import { type Client, createClient } from '#server/testing/client.ts';
import { loadFile } from '#server/testing/data.ts';
import { resultOf } from '#server/testing/queries.ts';
import { openRaw } from './comparison-queries.ts';
import { type Measurement, timeOf } from './measurement.ts';
import { createOrders } from './orders.ts';
import { createOwner, startProduct, withDirectory } from './product.ts';

const rows = Number(process.env.BENCH_ROWS ?? 5_000_000);
const buyers = 1_000_000;
const products = 1_000;
const vips = 1_000;
const rounds = 41;
const levels = ['gold', 'silver', 'bronze', 'new'];
const groupCount = 20;

type RelationBench = { client: Client; token: string; orders: Dataset };

/** Queries on orders related to products and to a million customers, compared with the best hand-written SQL. */
export async function measureRelations(): Promise<Measurement[]> {
  return withDirectory(async (directory) => {
    const product = await startProduct(directory);
    const { authorization } = await createOwner(product.url);
    const token = authorization!.replace('Bearer ', '');
    const { dataset: orders, files } = await createOrders({ url: product.url, token, directory }, rows);
    const client = createClient(product.url);
    const bench = { client, token, orders };
    const productLines = Array.from({ length: products }, (_, index) => `product ${index},group ${index % groupCount}`);
    const buyerLines = Array.from({ length: buyers }, (_, index) => `${index},${levels[index % levels.length]!}`);
    await relate(
      bench,
      'product',
      await loadFile(client, token, 'products.csv', `product,group\n${productLines.join('\n')}\n`),
    );
    await relate(
      bench,
      'buyer',
      await loadFile(client, token, 'customers.csv', `buyer,level\n${buyerLines.join('\n')}\n`),
    );
    const vipLines = Array.from({ length: vips }, (_, index) => `${index * 7},${levels[index % levels.length]!}`);
    await relate(bench, 'buyer', await loadFile(client, token, 'vips.csv', `buyer,level\n${vipLines.join('\n')}\n`));
    const raw = await openRaw(orders, files);
    await createRawTables(raw);
    const measurements = await compare(bench, raw);
    raw.closeSync();
    await product.stop();
    return measurements;
  });
}

async function relate({ client, token, orders }: RelationBench, key: string, related: Dataset): Promise<void> {
  const idOf = (dataset: Dataset) => dataset.columns.find(({ name }) => name === key)!.id;
  const { status, body } = await client.call(
    'POST /datasets/:id/relations',
    {
      id: orders.id,
      related: related.id,
      label: { en_US: '', zh_CN: '' },
      cardinality: 'many_to_one',
      keys: [{ column: idOf(orders), relatedColumn: idOf(related) }],
    },
    { token },
  );
  if (status !== 200) throw new Error(JSON.stringify(body));
}

async function createRawTables(raw: DuckDBConnection): Promise<void> {
  const names = levels.map((level) => `'${level}'`).join(', ');
  await raw.run(`create temp table customers as
    select range::bigint as buyer, [${names}][1 + range % ${levels.length}] as level from range(${buyers})`);
  await raw.run(`create temp table products as
    select 'product ' || range as product, 'group ' || (range % ${groupCount}) as "group" from range(${products})`);
  await raw.run(`create temp table vips as
    select (range * 7)::bigint as buyer, [${names}][1 + range % ${levels.length}] as level from range(${vips})`);
}

/** Hand-written SQL in two variants: joined before or after aggregation. */
const joinedSql = (columns: string) =>
  `select ${columns}, sum(amount) from orders left join products using (product) left join customers using (buyer)
   group by all order by all`;
const comparisons = [
  {
    name: 'sales by product group',
    columns: ['products › group'],
    raw: [
      'select "group", sum(amount) from orders left join products using (product) group by 1 order by 1',
      `select "group", sum(s) from (select product, sum(amount) as s from orders group by 1)
       left join products using (product) group by 1 order by 1`,
    ],
  },
  {
    name: 'sales by customer level',
    columns: ['customers › level'],
    raw: [
      'select level, sum(amount) from orders left join customers using (buyer) group by 1 order by 1',
      `select level, sum(s) from (select buyer, sum(amount) as s from orders group by 1)
       left join customers using (buyer) group by 1 order by 1`,
    ],
  },
  {
    name: 'sales by product group and customer level',
    columns: ['products › group', 'customers › level'],
    raw: [
      joinedSql('"group", level'),
      `select "group", level, sum(s) from (
        select product, level, sum(amount) as s from orders left join customers using (buyer) group by all
      ) left join products using (product) group by all order by all`,
    ],
  },
  {
    name: 'sales by the level of the few customers who have one',
    columns: ['vips › level'],
    raw: [
      'select level, sum(amount) from orders left join vips using (buyer) group by 1 order by 1',
      `select level, sum(s) from (select buyer, sum(amount) as s from orders group by 1)
       left join vips using (buyer) group by 1 order by 1`,
    ],
  },
];

async function compare({ client, token, orders }: RelationBench, raw: DuckDBConnection): Promise<Measurement[]> {
  const { body: related } = await client.call('GET /datasets/:id/related-columns', { id: orders.id }, { token });
  const amount = orders.columns.find(({ name }) => name === 'amount')!.id;
  const measures = [{ id: 'sum', formula: { kind: 'sum' as const, column: amount }, show: 'value' as const }];
  const measurements: Measurement[] = [];
  for (const { name, columns, raw: statements } of comparisons) {
    const dimensions = columns.map((label, index) => ({
      id: `d${index}`,
      kind: 'value' as const,
      column: related.find((column) => column.label.en_US === label)!.id,
    }));
    const spec = { kind: 'query' as const, dataset: orders.id, measures, dimensions };
    const own = statements.map((): number[] => []);
    const ours: number[] = [];
    for (let round = 0; round < rounds; round++) {
      for (const [index, sql] of statements.entries())
        own[index]!.push(await timeOf(async () => (await raw.runAndReadAll(sql)).getColumnsJson()));
      ours.push(await timeOf(() => resultOf(client, spec, { token, fresh: true })));
    }
    // The best round was disturbed least.
    const [best, bestOwn] = [Math.min(...ours.slice(1)), Math.min(...own.flatMap((times) => times.slice(1)))];
    console.log(`${name}: DuckDB ${bestOwn.toFixed(0)} ms, ours ${best.toFixed(0)} ms`);
    measurements.push({
      name,
      value: (best - 5) / bestOwn,
      unit: 'times DuckDB, after subtracting 5 ms',
      atMost: 1.15,
    });
  }
  return measurements;
}
