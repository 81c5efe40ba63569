import { afterAll, beforeAll } from 'vitest';

import type { Filter } from '#domain/query/query.ts';
import { randomTable, rowsOfRandomTable, testRandomQueries } from '#engine/testing/equal-queries.ts';
import { openQueryRunner, type QueryRunner } from '#engine/testing/query-runner.ts';

const cities = ['上海', "L'Aquila", 'Zürich'];
const filter: Filter = { op: 'in', column: 'c1', values: cities };
const model = { calculated: [], related: [], rowRule: { filter, zone: 'UTC' } };

let runner: QueryRunner;
let runQuery: Awaited<ReturnType<QueryRunner['keep']>>;
beforeAll(async () => {
  runner = await openQueryRunner();
  runQuery = await runner.keep({ ...randomTable, model }, rowsOfRandomTable);
});
afterAll(() => runner.close());

// A query with a row rule has the answer that it would have if the hidden rows did not exist.
testRandomQueries(40, (query) => runQuery(query), {
  rows: rowsOfRandomTable.filter(({ c1 }) => cities.includes(String(c1))),
});
