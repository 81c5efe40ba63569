import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openQueryRunner, type QueryRunner } from '#engine/testing/query-runner.ts';
import { relatedQueryOf, relatedSales, tablesToRelate, testRelatedQueries } from '#engine/testing/related-tables.ts';
import { readingOf } from './late-joins.ts';

const [sales, ...others] = tablesToRelate;
let runner: QueryRunner;
let runQuery: Awaited<ReturnType<QueryRunner['keep']>>;
beforeAll(async () => {
  runner = await openQueryRunner();
  runQuery = await runner.keep(relatedSales, sales!.rows, others);
});
afterAll(() => runner.close());

describe('relations joined to groups of rows where that is correct', () => {
  testRelatedQueries(150, (query) => runQuery(query));

  test('many of these queries join relations to groups', () => {
    const queries = Array.from({ length: 150 }, (_, index) => relatedQueryOf(1000 + index));
    const late = queries.filter((query) => readingOf(query, relatedSales).lateJoins.length > 0);
    expect(late.length).toBeGreaterThan(30);
    expect(late.some(({ top }) => top.kind === 'most')).toBe(true);
    expect(late.some(({ period }) => period.kind === 'during' && period.compare.kind !== 'none')).toBe(true);
  });
});

describe('relations joined to rows', () => {
  const salesOfUnknownSize = { ...relatedSales, rowCount: undefined };
  testRelatedQueries(50, (query) => runQuery(query, salesOfUnknownSize));
});
