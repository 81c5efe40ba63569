import { and, asc, count, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';

import type { Dataset, DatasetMetric, DatasetSummary } from '#contract/datasets/routes.ts';
import type { DatasetColumn } from '#domain/columns/column.ts';
import { textOfFormula } from '#domain/formula/formula-text.ts';
import { resolveCalculated } from '#domain/formula/resolve.ts';
import { Problem } from '#contract/errors.ts';
import { verifiedFirst } from '#display/words/verification.ts';
import type { ListedDataset } from '#contract/datasets/metrics.ts';
import type { Person } from '#server/access/audience.ts';
import { maySee } from '#server/access/conditions.ts';
import type { Queryable } from '#server/database/open.ts';
import {
  applications,
  calculatedColumns,
  columns,
  datasets,
  metrics,
  rejects,
  relations,
  segments,
  versions,
} from '#server/database/schema.ts';
import { loadFreshness } from './freshness.ts';
import { listVerifications, type Verifications } from './list-verifications.ts';

type DatasetRow = typeof datasets.$inferSelect;

/** The row of a dataset; not found if it or its application is in the trash. */
export async function loadDatasetRow(db: Queryable, id: string): Promise<DatasetRow> {
  const [row] = await db
    .select({ dataset: datasets })
    .from(datasets)
    .innerJoin(applications, eq(applications.id, datasets.applicationId))
    .where(and(eq(datasets.id, id), isNull(datasets.trashedAt), isNull(applications.trashedAt)));
  if (!row) throw new Problem('not_found');
  return row.dataset;
}

/** Not found if the application does not exist or is in the trash. */
export async function requireApplication(db: Queryable, id: string): Promise<void> {
  const [row] = await db
    .select({ id: applications.id })
    .from(applications)
    .where(and(eq(applications.id, id), isNull(applications.trashedAt)));
  if (!row) throw new Problem('not_found');
}

export async function loadDataset(db: Queryable, id: string): Promise<Dataset> {
  const row = await loadDatasetRow(db, id);
  const verifications = await listVerifications(db, [id]);
  const [list, metricList, freshnessOf, [rejectCount], [relation]] = await Promise.all([
    listAllColumns(db, id),
    listMetrics(db, id, verifications),
    loadFreshness(db, [id]),
    db.select({ n: count() }).from(rejects).where(eq(rejects.datasetId, id)),
    db
      .select({ id: relations.id })
      .from(relations)
      .where(or(eq(relations.datasetId, id), and(eq(relations.relatedId, id), eq(relations.cardinality, 'one_to_one'))))
      .limit(1),
  ]);
  return {
    ...summaryOf(row, verifications),
    ...freshnessOf(id),
    rejects: rejectCount!.n,
    columns: list,
    metrics: metricList,
    hasRelations: relation !== undefined,
    recipe: row.recipe,
    reading: row.reading,
    emptyRules: row.emptyRules,
  };
}

/** The calculated columns of a dataset, oldest first. */
export const listCalculated = (db: Queryable, datasetId: string) =>
  db
    .select()
    .from(calculatedColumns)
    .where(eq(calculatedColumns.datasetId, datasetId))
    .orderBy(asc(calculatedColumns.createdAt), asc(calculatedColumns.id));

/** The stored columns of a dataset, then the calculated ones, oldest first. */
export async function listAllColumns(db: Queryable, datasetId: string): Promise<DatasetColumn[]> {
  const stored = await listColumns(db, datasetId);
  const list = await listCalculated(db, datasetId);
  const named = [...stored, ...list];
  const calculated = resolveCalculated(stored, list).map(
    ({ datasetId: _, createdAt: __, expression, isBroken, ...column }) => ({
      ...column,
      calculation: { formula: textOfFormula(expression, named), isBroken },
    }),
  );
  return [...stored, ...calculated];
}

/** The stored columns of a dataset. */
export async function listColumns(db: Queryable, datasetId: string): Promise<DatasetColumn[]> {
  const list = await db.select().from(columns).where(eq(columns.datasetId, datasetId)).orderBy(asc(columns.position));
  return list.map(({ datasetId: _, position: __, storedName: ___, isLocalTime: ____, ...column }) => column);
}

/** The metrics of a dataset, oldest first. */
async function listMetrics(db: Queryable, datasetId: string, verifications: Verifications): Promise<DatasetMetric[]> {
  const list = await db.select().from(metrics).where(eq(metrics.datasetId, datasetId)).orderBy(asc(metrics.createdAt));
  return list.map(({ datasetId: _, createdAt: __, ...metric }) => ({
    ...metric,
    verification: verifications.get(metric.id) ?? null,
  }));
}

/** Datasets with their column and reject counts. */
export async function listDatasets(db: Queryable, condition: SQL): Promise<DatasetSummary[]> {
  const rows = await db.select().from(datasets).where(condition).orderBy(asc(datasets.createdAt), asc(datasets.name));
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const verifications = await listVerifications(db, ids);
  const [columnCounts, calculatedCounts, rejectCounts] = await Promise.all(
    [columns, calculatedColumns, rejects].map((table) =>
      db
        .select({ id: table.datasetId, n: count() })
        .from(table)
        .where(inArray(table.datasetId, ids))
        .groupBy(table.datasetId),
    ),
  );
  const freshnessOf = await loadFreshness(db, ids);
  const countIn = (counts: { id: string; n: number }[] | undefined, id: string) =>
    counts?.find((each) => each.id === id)?.n ?? 0;
  return rows.map((row) => ({
    ...summaryOf(row, verifications),
    ...freshnessOf(row.id),
    columns: countIn(columnCounts, row.id) + countIn(calculatedCounts, row.id),
    rejects: countIn(rejectCounts, row.id),
  }));
}

/**
 * Every dataset that the person may see and that is not in the trash, with the name of its application. Verified ones
 * come first.
 */
export async function listAllDatasets(db: Queryable, person: Person): Promise<ListedDataset[]> {
  const visible = await db
    .select({ id: applications.id, name: applications.name })
    .from(applications)
    .where(and(isNull(applications.trashedAt), maySee(person, 'application', applications.id)));
  if (visible.length === 0) return [];
  const names = new Map(visible.map(({ id, name }) => [id, name]));
  const list = await listDatasets(
    db,
    and(isNull(datasets.trashedAt), inArray(datasets.applicationId, [...names.keys()]))!,
  );
  return list
    .toSorted(verifiedFirst)
    .map((dataset) => ({ ...dataset, application: names.get(dataset.applicationId)! }));
}

function summaryOf(
  { createdAt, lastDataAt, trashedAt, recipe: _, reading: __, emptyRules: ___, ...row }: DatasetRow,
  verifications: Verifications,
) {
  return {
    ...row,
    verification: verifications.get(row.id) ?? null,
    createdAt: createdAt.toISOString(),
    lastDataAt: lastDataAt?.toISOString() ?? null,
    trashedAt: trashedAt?.toISOString() ?? null,
  };
}

/** The segments of a dataset at a version, in row order. */
export function listSegments(db: Queryable, datasetId: string, version: number) {
  return db
    .select({ file: segments.file, rows: segments.rows, bytes: segments.bytes })
    .from(segments)
    .where(
      and(
        eq(segments.datasetId, datasetId),
        lte(segments.first, version),
        or(isNull(segments.last), gt(segments.last, version)),
      ),
    )
    .orderBy(asc(segments.position));
}

export async function requireVersion(db: Queryable, datasetId: string, number: number): Promise<void> {
  const [row] = await db
    .select({ one: sql`1` })
    .from(versions)
    .where(and(eq(versions.datasetId, datasetId), eq(versions.number, number)));
  if (!row) throw new Problem('no_such_version');
}
