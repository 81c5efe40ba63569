import { desc, eq, inArray } from 'drizzle-orm';

import { Problem } from '#contract/errors.ts';
import type { Import } from '#contract/imports/routes.ts';
import { loadApplication } from '#server/applications/list.ts';
import type { Caller } from '#server/context.ts';
import { imports, members } from '#server/database/schema.ts';
import { findRowScope, requireAllRows, type RowReader } from '#server/row-rules/row-scope.ts';
import { failureOf, type ImportServices } from './uploads.ts';

type ImportReader = ImportServices & Caller & RowReader;

const selectImports = ({ db }: ImportServices) =>
  db.select({ row: imports, by: members.name }).from(imports).leftJoin(members, eq(members.id, imports.memberId));

/** Only imports of datasets whose rows the reader may all see, because their counts include all rows. */
export async function listImports(ctx: ImportReader, applicationId: string): Promise<Import[]> {
  await loadApplication(ctx.db, applicationId);
  const list = await selectImports(ctx)
    .where(eq(imports.applicationId, applicationId))
    .orderBy(desc(imports.createdAt))
    .limit(200);
  const datasetIds = [...new Set(list.flatMap(({ row }) => row.datasetId ?? []))];
  const scopes = await Promise.all(datasetIds.map((id) => findRowScope(ctx, id)));
  const restricted = new Set(datasetIds.filter((_, index) => scopes[index]));
  return list.filter(({ row }) => !restricted.has(row.datasetId ?? '')).map(({ row, by }) => importOf(ctx, row, by));
}

/** Imports in the order of the given ids. */
export async function listImportsBy(ctx: ImportServices & Caller, ids: string[]): Promise<Import[]> {
  const rows = await selectImports(ctx).where(inArray(imports.id, ids));
  const list = rows.toSorted((a, b) => ids.indexOf(a.row.id) - ids.indexOf(b.row.id));
  return list.map(({ row, by }) => importOf(ctx, row, by));
}

export async function loadImport(ctx: ImportReader, id: string): Promise<Import> {
  const [match] = await selectImports(ctx).where(eq(imports.id, id));
  if (!match) throw new Problem('not_found');
  if (match.row.datasetId !== null) await requireAllRows(ctx, match.row.datasetId);
  return importOf(ctx, match.row, match.by);
}

function importOf(ctx: ImportServices & Caller, row: typeof imports.$inferSelect, by: string | null): Import {
  const {
    uploadId: _,
    memberId: __,
    hash: ___,
    request: ____,
    extractId: _____,
    extractRun: ______,
    createdAt,
    finishedAt,
    failure,
    ...rest
  } = row;
  const running = ctx.jobs.get(row.id);
  return {
    ...rest,
    ...(running && row.state === 'loading' && { rows: running.rows, percent: Math.floor(running.percent) }),
    by,
    failure: failureOf(failure, ctx),
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
