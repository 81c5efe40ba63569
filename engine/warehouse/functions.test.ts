import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { foldIdentifier } from '#domain/text/identifier.ts';
import { hasTestClickhouse } from '#engine/testing/servers/clickhouse.ts';
import { openTestPersonSql, type TestPersonSql } from '#engine/testing/gate-fixture.ts';
import { aggregateFunctions, combinators, scalarFunctions, tableFunctions } from './allowed-functions.ts';
import { isAllowedFunction, isAllowedTableFunction } from './functions.ts';

type ServerFunction = { name: string; is_aggregate: number; categories: string; alias_to: string };

/** Categories without any allowed function. */
const closedCategories = new Set([
  'Dictionary',
  'Embedded Dictionary',
  'Introspection',
  'Machine Learning',
  'AI',
  'Encryption',
  'Bitmap',
  'Time Window',
]);

// Words of the syntax that the server's parser turns into functions.
const syntaxFunctions = new Set(['lambda', 'exists', 'grouping']);

describe.skipIf(!hasTestClickhouse)('functions of the server', () => {
  let warehouse: TestPersonSql;
  let functions: ServerFunction[];
  beforeAll(async () => {
    warehouse = await openTestPersonSql();
    const rows = await warehouse.server.execute(
      'select name, is_aggregate, categories, alias_to from system.functions',
    );
    functions = rows as ServerFunction[];
  });
  afterAll(() => warehouse.close());

  const codeOf = (sql: string) =>
    warehouse.gate(sql).then(
      () => 'passed',
      (error: { code?: string }) => error.code,
    );
  const foldedNames = (names: string[]) => new Set(names.map(foldIdentifier));

  test('every allowed function exists', () => {
    const names = foldedNames(functions.map(({ name }) => name));
    const absent = [...scalarFunctions, ...aggregateFunctions].filter((name) => !names.has(foldIdentifier(name)));
    expect(absent.filter((name) => !syntaxFunctions.has(name))).toEqual([]);
  });

  test('a function is on the lists or rejected', async () => {
    const listed = foldedNames([...scalarFunctions, ...aggregateFunctions]);
    const others = functions.filter(({ name }) => !listed.has(foldIdentifier(name)));
    expect(others.length).toBeGreaterThan(200);
    const passed: string[] = [];
    for (const { name } of others) {
      const codes = await Promise.all([codeOf(`select ${name}()`), codeOf(`select \`${name}\`(1)`)]);
      if (codes.some((code) => code === 'passed')) passed.push(name);
    }
    expect(passed).toEqual([]);
  });

  test('no function of a closed category is allowed by the name of another', () => {
    const aggregates = foldedNames(aggregateFunctions);
    const wrong = functions.filter(
      ({ name, is_aggregate, categories, alias_to }) =>
        isAllowedFunction(name) &&
        (closedCategories.has(categories) ||
          closedCategories.has(functions.find((each) => each.name === alias_to)?.categories ?? '') ||
          (is_aggregate === 0 && aggregates.has(foldIdentifier(name)))),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  test('an alias of the server is allowed only with the function that it stands for', () => {
    const wrong = functions.filter(
      ({ name, alias_to }) => alias_to !== '' && isAllowedFunction(name) && !isAllowedFunction(alias_to),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  test('table functions are on their list or rejected, alone and after IN', async () => {
    const rows = await warehouse.server.execute('select name from system.table_functions');
    const listed = foldedNames(tableFunctions);
    const passed: string[] = [];
    for (const name of rows.map((row) => String(row['name']))) {
      const isListed = listed.has(foldIdentifier(name));
      if (!isListed && (await codeOf(`select * from ${name}('x')`)) === 'passed') passed.push(name);
      if ((await codeOf(`select 1 in ${name}('x')`)) === 'passed') passed.push(`in ${name}`);
    }
    expect(passed).toEqual([]);
  });

  test('combinators of the server are on their list, except those of states', async () => {
    const rows = await warehouse.server.execute('select name from system.aggregate_function_combinators');
    const others = rows.map((row) => String(row['name'])).filter((name) => !combinators.includes(name));
    expect(others.toSorted()).toEqual(['Merge', 'Null', 'SimpleState', 'State']);
    for (const name of ['sumIf', 'countDistinctIf', 'quantileIf', 'sumArrayIf', 'SUMIF', 'uniqExactOrNull'])
      expect(isAllowedFunction(name)).toBe(true);
    for (const name of ['sumState', 'sumIfMerge', 'sumMergeIf', 'fileIf', `sum${'If'.repeat(10_000)}`])
      expect(isAllowedFunction(name)).toBe(false);
    expect(isAllowedTableFunction('NUMBERS')).toBe(true);
  });

  test('no function that is not allowed is called by its name alone', async () => {
    const others = functions.map(({ name }) => name).filter((name) => !isAllowedFunction(name));
    const succeeded: string[] = [];
    for (const name of others)
      await warehouse.answer(`select \`${name}\``).then(
        () => succeeded.push(name),
        () => undefined,
      );
    expect(succeeded).toEqual([]);
  });

  /** Calls of allowed functions with these arguments, if the server does not resolve the arguments as columns. */
  async function listTakers(lists: string[]): Promise<string[]> {
    const names = [...scalarFunctions, ...aggregateFunctions];
    const calls = names.flatMap((name) => lists.map((list) => `select ${name}(${list})`));
    const explain = (sql: string) =>
      warehouse.server.execute(`explain query tree ${sql}`).then(() => 'answered', String);
    const takers: string[] = [];
    while (calls.length > 0) {
      const batch = calls.splice(0, 50);
      const messages = await Promise.all(batch.map(explain));
      takers.push(...batch.filter((_, index) => !isAboutColumns(messages[index]!)));
    }
    return takers;
  }

  const isAboutColumns = (message: string) =>
    /Unknown expression|must be a constant String|Identifier '.+' cannot be resolved|is a table expression/.test(
      message,
    );

  // Newer servers accept the name of a function as an argument: arrayMap(upper, ['a']).
  test('no allowed function takes the name of a function', async () => {
    const takers = await listTakers(["upper, ['a']", "['a'], upper", "upper, map('a', 'b')"]);
    const codes = await Promise.all(takers.map(codeOf));
    expect(takers.filter((_, index) => codes[index] === 'passed')).toEqual([]);
    expect(takers).toContain("select arrayMap(upper, ['a'])");
  }, 120_000);

  test('no allowed function takes the name of a table that the gate does not list', async () => {
    const takers = await listTakers(['1, rows.hidden', 'rows.hidden, 1']);
    const isListed = (sql: string) =>
      warehouse.gate(sql).then(
        ({ tables }) => tables.some(({ schema, name }) => schema === 'rows' && name === 'hidden'),
        () => true,
      );
    const listed = await Promise.all(takers.map(isListed));
    expect(takers.filter((_, index) => !listed[index])).toEqual([]);
    expect(takers).toContain('select in(1, rows.hidden)');
  }, 120_000);
});
