import { afterAll, beforeAll } from 'vitest';

import { randomTable, rowsOfRandomTable, testRandomQueries } from '#engine/testing/equal-queries.ts';
import { testRandomFormulas } from '#engine/testing/equal-formulas.ts';
import { openQueryRunner, type QueryRunner } from '#engine/testing/query-runner.ts';

let runner: QueryRunner;
let runQuery: Awaited<ReturnType<QueryRunner['keep']>>;
beforeAll(async () => {
  runner = await openQueryRunner();
  runQuery = await runner.keep(randomTable, rowsOfRandomTable);
});
afterAll(() => runner.close());

testRandomQueries(150, (query) => runQuery(query));

testRandomFormulas(60, (query, table) => runQuery(query, table));
