import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';

import type { ConnectedColumn, ConnectedTable } from '#contract/connections/routes.ts';
import type { DatasetSummary } from '#contract/datasets/routes.ts';
import { Problem } from '#contract/errors.ts';
import { maxNameLength } from '#contract/text.ts';
import { roleFor } from '#domain/columns/column-kinds.ts';
import { numberedName, shortened } from '#domain/text/unique-names.ts';
import type { CatalogColumn, CatalogTable } from '#engine/remote/catalog.ts';
import { authorProblemOf } from '#engine/remote/person-sql.ts';
import type { RemoteTaskName, RemoteTasks } from '#engine/remote/tasks.ts';
import { signalOf } from '#server/context.ts';
import { throwNameTaken } from '#server/database/name-taken.ts';
import type { Queryable } from '#server/database/open.ts';
import { columns, datasets } from '#server/database/schema.ts';
import { listDatasets } from '#server/datasets/read.ts';
import { publishChange } from '#server/live/changes.ts';
import { engineProblemOf } from '#server/queue/engine-problem.ts';
import { requireMayConnect } from './may-connect.ts';
import type { ConnectionContext } from './services.ts';
import { findDatabase, loadConnectionRow } from './settings.ts';

const seconds = 30;
const maxDescriptionLength = 1_000;

type QualifiedName = { schema: string; name: string };
type DatabaseTask = Exclude<RemoteTaskName, 'disconnect'>;
type TaskInput<N extends DatabaseTask> = Omit<RemoteTasks[N]['input'], 'database'>;

/** Runs a task on the database of a connection; its failures become Problems. */
export async function runDatabaseTask<N extends 'tables' | 'columns' | 'describe'>(
  ctx: ConnectionContext,
  { id, name, input, signal = signalOf(ctx) }: { id: string; name: N; input: TaskInput<N>; signal?: AbortSignal },
): Promise<RemoteTasks[N]['output']> {
  const database = await findDatabase(ctx, id);
  try {
    const request = { database, ...input } as unknown as RemoteTasks[N]['input'];
    return await ctx.remote.run(name, request, { seconds, signal });
  } catch (cause) {
    throw engineProblemOf(name === 'describe' ? authorProblemOf(cause) : cause, seconds);
  }
}

const keyOf = (schema: string, name: string) => JSON.stringify([schema, name]);

/** The datasets of a connection by table. */
async function datasetsByTable(db: Queryable, application: string): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: datasets.id, connection: datasets.connection })
    .from(datasets)
    .where(and(eq(datasets.applicationId, application), isNotNull(datasets.connection), isNull(datasets.trashedAt)));
  return new Map(
    rows.flatMap(({ id, connection }) =>
      connection && 'table' in connection ? [[keyOf(connection.schema, connection.table), id]] : [],
    ),
  );
}

export async function listTables(ctx: ConnectionContext, id: string): Promise<ConnectedTable[]> {
  await requireMayConnect(ctx);
  const tables = await runDatabaseTask(ctx, { id, name: 'tables', input: {} });
  const existing = await datasetsByTable(ctx.db, id);
  return tables.map((table) => ({ ...table, dataset: existing.get(keyOf(table.schema, table.name)) ?? null }));
}

export async function listTableColumns(
  ctx: ConnectionContext,
  { id, schema, name }: QualifiedName & { id: string },
): Promise<ConnectedColumn[]> {
  await requireMayConnect(ctx);
  const list = await runDatabaseTask(ctx, { id, name: 'columns', input: { table: { schema, name } } });
  return list.map(({ isLocalTime: _, ...column }) => column);
}

type NewTable = { table: CatalogTable; columns: CatalogColumn[] };

/** Adds tables as datasets; those that are datasets already stay as they are. */
export async function addTables(
  ctx: ConnectionContext,
  { id, tables: names }: { id: string; tables: QualifiedName[] },
): Promise<DatasetSummary[]> {
  await requireMayConnect(ctx);
  const { kind } = await loadConnectionRow(ctx.db, id);
  const tables = await findTables(ctx, id, names);
  const added = await ctx.db.transaction(async (tx) => {
    const existing = await datasetsByTable(tx, id);
    const takenNames = new Set(await listNames(tx, id));
    const ids: string[] = [];
    for (const { table, columns: list } of tables) {
      const key = keyOf(table.schema, table.name);
      const name = freeName(table, takenNames);
      const dataset =
        existing.get(key) ??
        (await insertDataset(tx, {
          application: id,
          name,
          description: table.comment,
          rows: Math.max(0, table.rows ?? 0),
          connection: { kind, schema: table.schema, table: table.name },
          columns: list,
        }));
      existing.set(key, dataset);
      takenNames.add(name);
      ids.push(dataset);
    }
    await publishChange(tx, { kind: 'application', id });
    return new Set(ids);
  });
  const all = await listDatasets(ctx.db, and(eq(datasets.applicationId, id), isNull(datasets.trashedAt))!);
  return all.filter((dataset) => added.has(dataset.id));
}

/** The current tables of the database with these names, with their columns. */
async function findTables(ctx: ConnectionContext, id: string, names: QualifiedName[]): Promise<NewTable[]> {
  const catalog = await runDatabaseTask(ctx, { id, name: 'tables', input: {} });
  const byKey = new Map(catalog.map((table) => [keyOf(table.schema, table.name), table]));
  return Promise.all(
    names.map(async ({ schema, name }) => {
      const table = byKey.get(keyOf(schema, name));
      const list = table && (await runDatabaseTask(ctx, { id, name: 'columns', input: { table: { schema, name } } }));
      if (!table || !list || list.length === 0) throw new Problem('connection_table_missing');
      return { table, columns: list };
    }),
  );
}

/** The names of the datasets of an application. */
export const listNames = async (tx: Queryable, application: string): Promise<string[]> => {
  const rows = await tx
    .select({ name: datasets.name })
    .from(datasets)
    .where(and(eq(datasets.applicationId, application), isNull(datasets.trashedAt)));
  return rows.map(({ name }) => name);
};

/** The name of the table, with its schema or a number if that is taken. */
function freeName({ schema, name }: QualifiedName, takenNames: Set<string>): string {
  const candidates = [name, `${schema}.${name}`].map((each) => shortened(each.trim(), maxNameLength) || 'table');
  const free = candidates.find((each) => !takenNames.has(each));
  if (free !== undefined) return free;
  for (let number = 2; ; number++) {
    const numbered = numberedName(candidates[0]!, number, maxNameLength);
    if (!takenNames.has(numbered)) return numbered;
  }
}

type NewDataset = {
  application: string;
  name: string;
  description?: string;
  rows?: number;
  connection: NonNullable<DatasetSummary['connection']>;
  columns: CatalogColumn[];
};

/** Adds a dataset that reads a connected database. */
export async function insertDataset(
  tx: Queryable,
  { application, name, description = '', rows = 0, connection, columns: list }: NewDataset,
): Promise<string> {
  const id = randomUUID();
  await tx
    .insert(datasets)
    .values({
      id,
      applicationId: application,
      name,
      description: bothLanguages(description),
      version: 1,
      rows,
      connection,
    })
    .catch(throwNameTaken(name));
  await tx.insert(columns).values(list.map((column, position) => columnRowOf(column, { datasetId: id, position })));
  return id;
}

/** The row of a new column of a dataset. */
export const columnRowOf = (
  { name, type, isLocalTime, comment }: CatalogColumn,
  place: { datasetId: string; position: number },
) => ({
  ...place,
  id: randomUUID(),
  name,
  type,
  role: roleFor({ name, type }),
  description: bothLanguages(comment),
  storedName: name,
  isLocalTime,
});

/** A comment of the database as the text of both languages, because its language is unknown. */
const bothLanguages = (comment: string) => {
  const text = comment.trim().slice(0, maxDescriptionLength);
  return { en_US: text, zh_CN: text };
};
