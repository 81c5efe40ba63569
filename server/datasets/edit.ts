import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';

import type { Dataset, datasetRoutes } from '#contract/datasets/routes.ts';
import { Problem } from '#contract/errors.ts';
import type { ColumnType } from '#domain/query/query.ts';
import { columnMisfitsOf } from '#engine/row-pages.ts';
import type { Database } from '#server/database/open.ts';
import { calculatedColumns, columns, datasets } from '#server/database/schema.ts';
import { publishChange } from '#server/live/changes.ts';
import { markChanged } from './freshness.ts';
import { lockDataset } from './publish.ts';
import { loadDataset, loadDatasetRow } from './read.ts';
import { queryEngine } from './query-engine.ts';
import { removeOutdatedMarks } from './outdated-marks.ts';
import type { DatasetContext, DatasetServices } from './services.ts';
import { loadSnapshot } from './snapshot.ts';

type DatasetRoutes = typeof datasetRoutes;
type DatasetEdit = z.output<DatasetRoutes['PATCH /datasets/:id']['input']>;
type ColumnPatch = z.output<DatasetRoutes['PATCH /datasets/:id/columns/:column']['input']>;

/** Undefined fields are left unchanged. */
const definedFieldsOf = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;

export async function editDataset({ db }: DatasetServices, { id, ...fields }: DatasetEdit): Promise<Dataset> {
  await loadDatasetRow(db, id);
  const changes = definedFieldsOf(fields);
  if (Object.keys(changes).length > 0) await db.update(datasets).set(changes).where(eq(datasets.id, id));
  return publishDatasetEdit(db, id);
}

export async function editColumn(ctx: DatasetContext, { id, column, ...fields }: ColumnPatch): Promise<Dataset> {
  const dataset = await loadDataset(ctx.db, id);
  const before = dataset.columns.find((each) => each.id === column);
  if (!before) throw new Problem('not_found');
  if (fields.type && fields.type !== before.type) {
    if (before.calculation) throw new Problem('type_of_formula');
    await requireFit(ctx, id, before, fields.type);
  }
  const { type, ...settings } = fields;
  const changes = definedFieldsOf(before.calculation ? settings : fields);
  const table = before.calculation ? calculatedColumns : columns;
  await ctx.db.transaction(async (tx) => {
    await lockDataset(tx, id);
    if (Object.keys(changes).length > 0)
      await tx
        .update(table)
        .set(changes)
        .where(and(eq(table.id, column), eq(table.datasetId, id)));
    if (type ?? fields.format) await markChanged(tx, id);
    await removeOutdatedMarks(tx, id);
  });
  return publishDatasetEdit(ctx.db, id);
}

// A type that would lose values is refused, with an example value.
async function requireFit(
  ctx: DatasetContext,
  id: string,
  column: { id: string; name: string },
  type: ColumnType,
): Promise<void> {
  const { source } = await loadSnapshot(ctx, id);
  if (source.at === 'connection') throw new Problem('type_of_database');
  const { values } = await queryEngine(ctx, columnMisfitsOf(source, column.id, type));
  if (Number(values[0]![0]) === 0) return;
  throw new Problem('type_does_not_fit', { column: column.name, value: String(values[1]![0]) });
}

/** Publishes a change of a dataset's settings to open pages. */
export async function publishDatasetEdit(db: Database, id: string): Promise<Dataset> {
  const dataset = await loadDataset(db, id);
  const { applicationId, version } = dataset;
  await publishChange(db, { kind: 'dataset', id, application: applicationId, version });
  return dataset;
}
