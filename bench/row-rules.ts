import { isDeepStrictEqual } from 'node:util';

import type { ApiInput } from '#contract/api.ts';
import { share } from '#server/testing/access.ts';
import { createClient } from '#server/testing/client.ts';
import { createMember } from '#server/testing/product.ts';
import { specOf, resultOf, rowsOf, sqlOf } from '#server/testing/queries.ts';
import { everyone, ruleOf, setRules } from '#server/testing/row-rules.ts';
import { type Measurement, medianOf, timeOf } from './measurement.ts';
import { createOrders } from './orders.ts';
import { createOwner, startProduct, withDirectory } from './product.ts';

const rows = Number(process.env.BENCH_ROWS ?? 5_000_000);
const rounds = 21;
const cities = Array.from({ length: 30 }, (_, index) => `city ${index}`);

type RowRuleSpec = ApiInput<'POST /queries'>['ask'];
type RuleComparison = { name: string; plain: RowRuleSpec; filtered: RowRuleSpec };

/**
 * Queries of a member whom a row rule limits to some cities, compared with the same queries with an explicit filter.
 */
export async function measureRowRules(): Promise<Measurement[]> {
  return withDirectory(async (directory) => {
    const server = await startProduct(directory);
    const { authorization } = await createOwner(server.url);
    const owner = authorization!.replace('Bearer ', '');
    const { dataset } = await createOrders({ url: server.url, token: owner, directory }, rows);
    const client = createClient(server.url);
    const { token: member } = await createMember(client, owner, 'editor');
    await share(client, owner, ['application', dataset.applicationId], { everyone: 'view' });
    const columnOf = (name: string) => dataset.columns.find((column) => column.name === name)!.id;
    await setRules(client, owner, dataset.id, [ruleOf(everyone, columnOf('city'), cities)]);
    const run = (spec: RowRuleSpec, token: string) => resultOf(client, spec, { token, fresh: true });
    const measurements: Measurement[] = [];
    for (const { name, plain, filtered } of comparisonsOf(dataset.id, columnOf)) {
      const answers = [await run(plain, member), await run(filtered, owner)].map(rowsOf);
      if (!isDeepStrictEqual(answers[0], answers[1])) throw new Error(`${name}: the results differ`);
      // In alternation, so that other load on the machine slows both down.
      const times = { rule: [] as number[], filter: [] as number[] };
      for (let round = 0; round < rounds; round++) {
        times.filter.push(await timeOf(() => run(filtered, owner)));
        times.rule.push(await timeOf(() => run(plain, member)));
      }
      const [rule, filter] = [medianOf(times.rule), medianOf(times.filter)];
      console.log(`${name}: filter ${filter.toFixed(0)} ms, rule ${rule.toFixed(0)} ms`);
      measurements.push({
        name,
        value: (rule - 5) / filter,
        unit: 'times the explicit filter, after subtracting 5 ms',
        atMost: 1.05,
      });
    }
    await server.stop();
    return measurements;
  });
}

function comparisonsOf(dataset: string, columnOf: (name: string) => string): RuleComparison[] {
  const dimensions = [{ id: 'd', kind: 'value' as const, column: columnOf('product') }];
  const measures = [{ id: 'm', formula: { kind: 'sum' as const, column: columnOf('amount') }, show: 'value' as const }];
  const plain = specOf(dataset, { dimensions, measures });
  const sqlWhere = (where: string) =>
    sqlOf(`select product, round(sum(amount), 2) as s from orders ${where} group by all order by all`);
  const list = cities.map((city) => `'${city}'`).join(', ');
  return [
    {
      name: 'a row rule, structured query',
      plain,
      filtered: { ...plain, filters: [{ op: 'in', column: columnOf('city'), values: cities }] },
    },
    { name: 'a row rule, SQL', plain: sqlWhere(''), filtered: sqlWhere(`where city in (${list})`) },
  ];
}
