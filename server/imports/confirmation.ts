import { and, desc, eq, gte, sql } from 'drizzle-orm';

import { isSafeChange } from '#domain/query/column-types.ts';
import type { BrokenUse, ImportColumnChange, Confirmation, ImportAcceptance } from '#contract/imports/routes.ts';
import type { DatasetChange } from '#contract/datasets/uses.ts';
import { readJsonLines } from '#engine/files/json-lines.ts';
import type { RejectedRow } from '#engine/tables.ts';
import type { MemberContext } from '#server/context.ts';
import type { Queryable } from '#server/database/open.ts';
import { imports } from '#server/database/schema.ts';
import type { PreparedImport } from './plan.ts';
import type { ImportServices } from './uploads.ts';

/** Lists the uses that a dataset change breaks. Injected, because imports may not depend on dashboards and alerts. */
export type FindBrokenUses = (
  ctx: MemberContext<ImportServices>,
  input: { id: string; change: DatasetChange },
) => Promise<BrokenUse[]>;

export type LoadCounts = { rows: number; rejected: number; rejects: string };

const maxExamples = 5;

/** The first rejected rows. */
async function listExamples(file: string): Promise<RejectedRow[]> {
  const list: RejectedRow[] = [];
  for await (const row of readJsonLines<RejectedRow>(file)) {
    if (list.push(row) === maxExamples) break;
  }
  return list;
}

/** Losses of the import that the caller has not accepted yet; null if there are none. */
export async function confirmationOf(
  ctx: MemberContext<ImportServices> & { findBrokenUses: FindBrokenUses },
  plan: PreparedImport,
  { rows, rejected, rejects }: LoadCounts,
): Promise<Confirmation | null> {
  if (plan.mode === 'append') return null;
  const accepts = (acceptance: ImportAcceptance) => plan.accept.includes(acceptance);
  const columns = accepts('column_changes') ? [] : await listColumnChanges(ctx, plan);
  const losesRows = rejected > 0 && !accepts('rejected_rows');
  if (columns.length === 0 && !losesRows) return null;
  const nameOf = (id: string | null) => plan.columns.find((column) => column.id === id)?.name ?? null;
  const examples = rejected > 0 ? await listExamples(rejects) : [];
  return {
    rows,
    rejected,
    examples: examples.map(({ line, column, value }) => ({ line, column: nameOf(column), value: value.slice(0, 100) })),
    columns,
    duplicate: null,
  };
}

/** Columns in use that the file lacks, and columns whose new type cannot hold their old values. */
async function listColumnChanges(
  ctx: MemberContext<ImportServices> & { findBrokenUses: FindBrokenUses },
  { dataset, existingColumns, columns }: PreparedImport,
): Promise<ImportColumnChange[]> {
  const changes: ImportColumnChange[] = [];
  for (const { id, name, type: from } of existingColumns) {
    const to = columns.find((column) => column.id === id)?.type ?? null;
    if (to !== null && isSafeChange(from, to)) continue;
    const change: DatasetChange =
      to === null ? { kind: 'without_column', column: id } : { kind: 'type', column: id, type: to };
    const uses = await ctx.findBrokenUses(ctx, { id: dataset.id, change });
    if (to !== null || uses.length > 0) changes.push({ id, name, from, to, uses });
  }
  return changes;
}

type DuplicateImportRow = typeof imports.$inferSelect;

/** An earlier import that appended the same table of the same file, unless its rows were replaced since. */
export async function findDuplicate(
  db: Queryable,
  row: DuplicateImportRow,
  plan: PreparedImport,
): Promise<Confirmation | null> {
  if (plan.mode !== 'append' || plan.dataset.isNew || !row.hash || plan.accept.includes('duplicate_file')) return null;
  const loaded = and(eq(imports.datasetId, plan.dataset.id), eq(imports.state, 'done'));
  const [replaced] = await db
    .select({ at: imports.createdAt })
    .from(imports)
    .where(and(loaded, eq(imports.mode, 'replace')))
    .orderBy(desc(imports.createdAt))
    .limit(1);
  const [same] = await db
    .select({ file: imports.file, at: imports.finishedAt })
    .from(imports)
    .where(
      and(
        loaded,
        eq(imports.hash, row.hash),
        sql`${imports.request}->>'table' = ${String(row.request?.table ?? 0)}`,
        replaced && gte(imports.createdAt, replaced.at),
      ),
    )
    .orderBy(desc(imports.createdAt))
    .limit(1);
  if (!same?.at) return null;
  const { rows } = plan.table;
  return { rows, rejected: 0, examples: [], columns: [], duplicate: { file: same.file, at: same.at.toISOString() } };
}
