import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';

import type { Dataset, datasetRoutes } from '#contract/datasets.ts';
import { Problem } from '#contract/errors.ts';
import type { ColumnType } from '#contract/query.ts';
import { misfitsOf } from '#engine/duckdb/page.ts';
import type { Database } from '#server/database/open.ts';
import { columns, datasets } from '#server/database/schema.ts';
import { tellChange } from '#server/live/changes.ts';
import { loadDataset, loadRow } from './read.ts';
import { ask } from './rows.ts';
import type { Asking, Services } from './services.ts';
import { loadSnapshot } from './snapshot.ts';

type Routes = typeof datasetRoutes;
type DatasetEdit = z.output<Routes['PATCH /datasets/:id']['input']>;
type ColumnEdit = z.output<Routes['PATCH /datasets/:id/columns/:column']['input']>;

/** Only what is named is changed. */
const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;

export async function editDataset({ db }: Services, { id, ...fields }: DatasetEdit): Promise<Dataset> {
  await loadRow(db, id);
  const changes = given(fields);
  if (Object.keys(changes).length > 0) await db.update(datasets).set(changes).where(eq(datasets.id, id));
  return tellEdited(db, id);
}

export async function editColumn(ctx: Asking, { id, column, ...fields }: ColumnEdit): Promise<Dataset> {
  const dataset = await loadDataset(ctx.db, id);
  const before = dataset.columns.find((each) => each.id === column);
  if (!before) throw new Problem('not_found');
  if (fields.type && fields.type !== before.type) await requireFit(ctx, id, before, fields.type);
  const changes = given(fields);
  if (Object.keys(changes).length > 0) {
    await ctx.db
      .update(columns)
      .set(changes)
      .where(and(eq(columns.id, column), eq(columns.datasetId, id)));
  }
  return tellEdited(ctx.db, id);
}

// A type under which values would vanish is refused, with one of them.
async function requireFit(
  ctx: Asking,
  id: string,
  column: { id: string; name: string },
  type: ColumnType,
): Promise<void> {
  const { source } = await loadSnapshot(ctx, id);
  const { values } = await ask(ctx, misfitsOf(source, column.id, type));
  if (Number(values[0]![0]) === 0) return;
  throw new Problem('type_does_not_fit', { column: column.name, value: String(values[1]![0]) });
}

/** Tells everyone that a dataset is described differently now. */
export async function tellEdited(db: Database, id: string): Promise<Dataset> {
  const dataset = await loadDataset(db, id);
  const { applicationId, version, rows } = dataset;
  await tellChange(db, { kind: 'dataset', id, application: applicationId, version, rows });
  return dataset;
}
