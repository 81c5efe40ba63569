import type { ColumnType, Scalar } from '#domain/query/query.ts';
import type { Dialect } from '#engine/sql/dialect.ts';
import type { QueryTable } from '#engine/sql/scope.ts';
import type { TestServer } from './server.ts';

/** Creates a table on a server and inserts rows, whose cells are named by column ids. */
export async function insertRows(
  server: TestServer,
  { quote }: Dialect,
  { name, columns }: QueryTable,
  rows: Record<string, Scalar>[],
  types: Record<ColumnType, string>,
  options = '',
): Promise<void> {
  const list = columns.map((column) => `${quote(column.name)} ${types[column.type]}`);
  await server.execute(`create table ${quote(name)} (${list.join(', ')}) ${options}`);
  const tuples = rows.map((row) => `(${columns.map(({ id, type }) => literalOf(row[id]!, type)).join(', ')})`);
  await server.execute(`insert into ${quote(name)} values ${tuples.join(', ')}`);
}

function literalOf(value: Scalar, type: ColumnType): string {
  if (value === null || typeof value !== 'string') return String(value);
  // Without T and Z, which MySQL and ClickHouse do not read; all test servers are in UTC.
  const text = type === 'time' ? value.replace('T', ' ').replace('Z', '') : value;
  return `'${text.replaceAll("'", "''")}'`;
}
