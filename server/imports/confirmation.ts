import { and, desc, eq, gte, sql } from 'drizzle-orm';

import { isSafeChange } from '#contract/column-types.ts';
import type { BrokenUse, ColumnChange, Confirmation, ImportAcceptance } from '#contract/imports.ts';
import type { DatasetChange } from '#contract/uses.ts';
import { readJsonLines } from '#engine/files/lines.ts';
import type { RejectedRow } from '#engine/tables.ts';
import type { MemberContext } from '#server/context.ts';
import type { Queryable } from '#server/database/open.ts';
import { imports } from '#server/database/schema.ts';
import type { Plan } from './plan.ts';
import type { Services } from './uploads.ts';

/** Finds what stops working if a dataset changes. Dashboards and alerts come after imports, so it is handed in. */
export type FindBrokenUses = (
  ctx: MemberContext<Services>,
  input: { id: string; change: DatasetChange },
) => Promise<BrokenUse[]>;

export type Loaded = { rows: number; rejected: number; rejects: string };

const examplesShown = 5;

/** The first rows that do not fit. */
async function listExamples(file: string): Promise<RejectedRow[]> {
  const list: RejectedRow[] = [];
  for await (const row of readJsonLines<RejectedRow>(file)) {
    if (list.push(row) === examplesShown) break;
  }
  return list;
}

/** What loading would lose without the caller's acceptance; null if that is nothing. */
export async function confirmationOf(
  ctx: MemberContext<Services> & { findBrokenUses: FindBrokenUses },
  plan: Plan,
  { rows, rejected, rejects }: Loaded,
): Promise<Confirmation | null> {
  if (plan.mode === 'append') return null;
  const accepts = (what: ImportAcceptance) => plan.accept.includes(what);
  const columns = accepts('column_changes') ? [] : await listChanges(ctx, plan);
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

/** Columns in use that the file has no values for, and columns that get a type which does not hold what they had. */
async function listChanges(
  ctx: MemberContext<Services> & { findBrokenUses: FindBrokenUses },
  { dataset, known, columns }: Plan,
): Promise<ColumnChange[]> {
  const changes: ColumnChange[] = [];
  for (const { id, name, type: from } of known) {
    const to = columns.find((column) => column.id === id)?.type ?? null;
    if (to !== null && isSafeChange(from, to)) continue;
    const change: DatasetChange =
      to === null ? { kind: 'without_column', column: id } : { kind: 'type', column: id, type: to };
    const uses = await ctx.findBrokenUses(ctx, { id: dataset.id, change });
    if (to !== null || uses.length > 0) changes.push({ id, name, from, to, uses });
  }
  return changes;
}

type ImportRow = typeof imports.$inferSelect;

/** An earlier import that appended the same table of the same file, unless the rows were replaced since. */
export async function findDuplicate(db: Queryable, row: ImportRow, plan: Plan): Promise<Confirmation | null> {
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
