import { and, eq, inArray } from 'drizzle-orm';

import type { SchemaChanges } from '#contract/connections/routes.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { Problem } from '#contract/errors.ts';
import { roleFor } from '#domain/columns/column-kinds.ts';
import { uniqueNames } from '#domain/text/unique-names.ts';
import type { CatalogColumn } from '#engine/remote/catalog.ts';
import { columns, datasets, valueLabels } from '#server/database/schema.ts';
import { publishDatasetEdit } from '#server/datasets/edit.ts';
import { markChanged } from '#server/datasets/freshness.ts';
import { removeOutdatedMarks } from '#server/datasets/outdated-marks.ts';
import { lockDataset } from '#server/datasets/publish.ts';
import { loadDatasetRow } from '#server/datasets/read.ts';
import { describeAllowed } from './describe-sql.ts';
import type { ConnectionContext } from './services.ts';
import { columnRowOf, runDatabaseTask } from './tables.ts';

type StoredColumnRow = typeof columns.$inferSelect;
type TableColumns = { current: CatalogColumn[]; stored: StoredColumnRow[] };

/** The current columns of the table or SQL of a dataset, and the stored columns of the dataset. */
async function loadColumns(ctx: ConnectionContext, id: string): Promise<TableColumns> {
  const { connection, applicationId } = await loadDatasetRow(ctx.db, id);
  if (!connection) throw new Problem('not_found');
  if ('sql' in connection) return withStored(ctx, id, await describeAllowed(ctx, applicationId, connection.sql));
  const table = { schema: connection.schema, name: connection.table };
  const current = await runDatabaseTask(ctx, { id: applicationId, name: 'columns', input: { table } });
  if (current.length === 0) throw new Problem('connection_table_missing');
  return withStored(ctx, id, current);
}

/** Adds the stored columns of a dataset to current columns. */
export async function withStored(ctx: ConnectionContext, id: string, current: CatalogColumn[]): Promise<TableColumns> {
  const stored = await ctx.db.select().from(columns).where(eq(columns.datasetId, id)).orderBy(columns.position);
  return { current, stored };
}

const isNamed = (name: string | null) => (column: CatalogColumn) => column.name === name;

export const findSchemaChanges = async (ctx: ConnectionContext, id: string): Promise<SchemaChanges> =>
  changesOf(await loadColumns(ctx, id));

export function changesOf({ current, stored }: TableColumns): SchemaChanges {
  const names = new Set(stored.map(({ storedName }) => storedName));
  return {
    added: current.filter(({ name }) => !names.has(name)).map(({ isLocalTime: _, ...column }) => column),
    missing: stored
      .filter(({ storedName }) => !current.some(isNamed(storedName)))
      .map(({ id: column, name, type }) => ({ column, name, type })),
    changed: stored.flatMap(({ id: column, name, storedName, type }) => {
      const now = current.find(isNamed(storedName));
      return now && now.type !== type ? [{ column, name, from: type, to: now.type }] : [];
    }),
  };
}

type SchemaUpdate = { id: string; renames: Record<string, string> };

/** Updates the columns of a dataset to those of its table or SQL. */
export const updateSchema = async (ctx: ConnectionContext, { id, renames }: SchemaUpdate): Promise<Dataset> =>
  replaceColumns(ctx, { id, renames, ...(await loadColumns(ctx, id)) });

type ReplacedColumns = SchemaUpdate &
  TableColumns & {
    /** The new SQL of the dataset, if it changes. */
    connection?: NonNullable<Dataset['connection']>;
  };

/** Replaces the columns of a dataset. Renamed columns keep their ids, so that their dependents keep working. */
export async function replaceColumns(
  ctx: ConnectionContext,
  { id, renames, current, stored, connection }: ReplacedColumns,
): Promise<Dataset> {
  const targetOf = (column: StoredColumnRow) =>
    current.find(isNamed(column.storedName)) ?? current.find(isNamed(renames[column.id] ?? null));
  const remaining = stored.filter((column) => targetOf(column) !== undefined);
  const matchedNames = new Set(remaining.map((column) => targetOf(column)!.name));
  if (matchedNames.size < remaining.length)
    throw new Problem('columns_clash', { column: repeatedNameOf(remaining.map((each) => targetOf(each)!.name)) });
  await ctx.db.transaction(async (tx) => {
    await lockDataset(tx, id);
    if (connection) await tx.update(datasets).set({ connection }).where(eq(datasets.id, id));
    const removed = stored.filter((column) => !remaining.includes(column)).map((column) => column.id);
    if (removed.length > 0) {
      await tx.delete(columns).where(and(eq(columns.datasetId, id), inArray(columns.id, removed)));
      await tx.delete(valueLabels).where(inArray(valueLabels.columnId, removed));
    }
    for (const column of remaining) {
      const { name, type, isLocalTime } = targetOf(column)!;
      const role = type === column.type ? {} : { role: roleFor({ name: column.name, type }), format: 'plain' as const };
      const position = current.findIndex(isNamed(name));
      await tx
        .update(columns)
        .set({ storedName: name, type, isLocalTime, position, ...role })
        .where(eq(columns.id, column.id));
    }
    const added = current.filter(({ name }) => !matchedNames.has(name));
    // A renamed column keeps its name in the dataset, which a new column may have in the table.
    const names = uniqueNames([...remaining, ...added].map(({ name }) => name)).slice(remaining.length);
    const rows = added.map((column, index) => {
      const position = current.findIndex(isNamed(column.name));
      return { ...columnRowOf(column, { datasetId: id, position }), name: names[index]! };
    });
    if (rows.length > 0) await tx.insert(columns).values(rows);
    await markChanged(tx, id);
    await removeOutdatedMarks(tx, id);
  });
  return publishDatasetEdit(ctx.db, id);
}

const repeatedNameOf = (names: string[]) => names.find((name, index) => names.indexOf(name) < index)!;
