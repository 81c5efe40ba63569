import { Problem } from '#contract/errors.ts';
import { databaseDialects } from '#engine/sql/source.ts';
import type { DatabaseKind } from '#domain/databases.ts';
import type { CatalogColumn, CatalogContext } from './catalog.ts';
import { checkLimits, type DatabaseColumn } from './driver.ts';
import { DatabaseFailure, type FailureReason } from './failure.ts';

const maxNameLength = 255;
const maxColumns = 2_000;
const maxDetailLength = 500;

/** The SQL of a person without the semicolons at its end, so that it can be a subquery. */
export function trimStatement(sql: string): string {
  let end = sql.length;
  while (end > 0 && /[\s;]/.test(sql[end - 1]!)) end--;
  return sql.slice(0, end).trimStart();
}

/**
 * A query for columns of a person's SQL, as a subquery, so that it can only be a query itself. It begins in the first
 * line, so that errors name the lines of its author, and may end with a comment.
 */
export const selectFrom = (sql: string, limit: number, columns = '*') =>
  `select ${columns} from (${sql}\n) as t limit ${limit}`;

/**
 * The columns of a person's SQL. Fails unless it is valid as a subquery, where only queries are allowed, and also on
 * its own: `select 1) a, (select 2` is valid only as a subquery.
 */
export async function describeSql(
  { client, signal }: Pick<CatalogContext, 'client' | 'signal'>,
  { kind, sql }: { kind: DatabaseKind; sql: string },
): Promise<CatalogColumn[]> {
  const query = async (text: string) => (await client.query({ sql: text, params: [], ...checkLimits }, signal)).columns;
  const listed = await query(selectFrom(sql, 0));
  await client.check(sql, signal);
  requireNames(listed);
  const { quote } = databaseDialects[kind];
  // Compiled queries read columns by their names, which some databases generate for the result only.
  const columns = await query(selectFrom(sql, 0, listed.map(({ name }) => `t.${quote(name)}`).join(', ')));
  return columns.map(({ type, isLocalTime }, index) => ({
    name: listed[index]!.name,
    type,
    isLocalTime,
    declared: '',
    comment: '',
  }));
}

function requireNames(columns: DatabaseColumn[]): void {
  if (columns.length > maxColumns) throw new Problem('too_many_columns', { limit: String(maxColumns) });
  const names = new Set<string>();
  for (const [index, { name }] of columns.entries()) {
    if (name.trim() === '' || name.length > maxNameLength)
      throw new Problem('connection_sql_column_unnamed', { value: String(index + 1) });
    if (names.has(name)) throw new Problem('connection_sql_column_twice', { column: name });
    names.add(name);
  }
  if (names.size === 0) throw new Problem('sql_not_select');
}

// SQL of Trino can name a catalog that does not exist.
const reasonsOfSql = new Set<FailureReason>(['wrong', 'missing', 'denied', 'parameters', 'database']);
const isOfSql = (cause: unknown): cause is DatabaseFailure =>
  cause instanceof DatabaseFailure && reasonsOfSql.has(cause.reason);

/** A failure of SQL for its author, with the message of the database; others are returned unchanged. */
export function authorProblemOf(cause: unknown): unknown {
  if (!isOfSql(cause)) return cause;
  if (cause.reason === 'parameters') return new Problem('connection_sql_parameters', {}, { cause });
  return new Problem('connection_sql_wrong', { detail: cause.message.trim().slice(0, maxDetailLength) }, { cause });
}

/** The same for people who only see results: messages of the database may contain values. */
export const viewerProblemOf = (cause: unknown): unknown =>
  isOfSql(cause) && cause.reason !== 'database' ? new Problem('connection_sql_failed', {}, { cause }) : cause;
