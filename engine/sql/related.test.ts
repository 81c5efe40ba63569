import { afterAll, beforeAll } from 'vitest';

import { openQueryRunner, type QueryRunner } from '#engine/testing/query-runner.ts';
import { relatedSales, tablesToRelate, testRelatedQueries } from '#engine/testing/related-tables.ts';

const [sales, ...others] = tablesToRelate;
let runner: QueryRunner;
let ask: Awaited<ReturnType<QueryRunner['keep']>>;
beforeAll(async () => {
  runner = await openQueryRunner();
  ask = await runner.keep(relatedSales, sales!.rows, others);
});
afterAll(() => runner.close());

testRelatedQueries(150, (query) => ask(query));
