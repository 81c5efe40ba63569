import type { SchemaChanges } from '#contract/connections/routes.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { Problem } from '#contract/errors.ts';
import type { ConnectionSource } from '#engine/engine.ts';
import { trimStatement } from '#engine/remote/person-sql.ts';
import { publishDatasetEdit } from '#server/datasets/edit.ts';
import { loadDatasetRow } from '#server/datasets/read.ts';
import { describeAllowed, loadAllowingSql } from './describe-sql.ts';
import { requireMayConnect } from './may-connect.ts';
import { changesOf, replaceColumns, withStored } from './schema-changes.ts';
import type { ConnectionContext } from './services.ts';
import { insertDataset, listNames } from './tables.ts';

type ConnectionSql = { id: string; sql: string };
type SqlSource = Extract<ConnectionSource, { sql: string }>;

/** The source of a query on the result of SQL that is not a dataset yet; the caller must be allowed to run it. */
export async function loadSqlSource(ctx: ConnectionContext, { id, sql }: ConnectionSql): Promise<SqlSource> {
  await requireMayConnect(ctx);
  const { kind } = await loadAllowingSql(ctx, id);
  const asOf = new Date().toISOString();
  return { at: 'connection', connection: id, kind, sql: trimStatement(sql), name: 'sql', columns: [], asOf };
}

/** Adds the result of SQL as a dataset. */
export async function addSqlDataset(
  ctx: ConnectionContext,
  { id: application, name, sql }: ConnectionSql & { name: string },
): Promise<Dataset> {
  await requireMayConnect(ctx);
  const { kind } = await loadAllowingSql(ctx, application);
  const connection = { kind, sql: trimStatement(sql) };
  const columns = await describeAllowed(ctx, application, connection.sql);
  const id = await ctx.db.transaction(async (tx) => {
    if ((await listNames(tx, application)).includes(name)) throw new Problem('name_taken', { value: name });
    return insertDataset(tx, { application, name, connection, columns });
  });
  return publishDatasetEdit(ctx.db, id);
}

/** The new connection of a dataset of SQL, with the columns of the new SQL and those that are stored. */
async function loadChangedColumns(ctx: ConnectionContext, { id, sql }: ConnectionSql) {
  await requireMayConnect(ctx);
  const { connection, applicationId } = await loadDatasetRow(ctx.db, id);
  if (!connection || !('sql' in connection)) throw new Problem('not_found');
  const changed = { kind: connection.kind, sql: trimStatement(sql) };
  const current = await describeAllowed(ctx, applicationId, changed.sql);
  return { connection: changed, ...(await withStored(ctx, id, current)) };
}

/** How the columns of a dataset would change with new SQL. */
export const findSqlChanges = async (ctx: ConnectionContext, input: ConnectionSql): Promise<SchemaChanges> =>
  changesOf(await loadChangedColumns(ctx, input));

/** Changes the SQL of a dataset. */
export const changeSql = async (
  ctx: ConnectionContext,
  { id, sql, renames }: ConnectionSql & { renames: Record<string, string> },
): Promise<Dataset> => replaceColumns(ctx, { id, renames, ...(await loadChangedColumns(ctx, { id, sql })) });
