import { and, eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';

import { Problem } from '#contract/errors.ts';
import { valueLabels } from '#server/database/schema.ts';
import { loadCurrentSnapshot } from '#server/datasets/current-snapshot.ts';
import { publishDatasetEdit } from '#server/datasets/edit.ts';
import type { ExecutionContext } from '#server/execution/execution.ts';
import type { ColumnWithLabels } from '#server/execution/labelled-columns.ts';
import type { PlannedQuery } from '#server/execution/plan.ts';
import { readLabelColumns } from './label-columns.ts';

/** Time between two refreshes of a column, so that constant pushes do not keep the engine busy. */
const intervalMs = 10_000;
/** Connected tables have no versions: their labels are read again after this time. */
const connectedSeconds = 600;

function isOutdated({ readAt, dataset }: ColumnWithLabels, { datasets }: PlannedQuery): boolean {
  const origin = datasets.find(({ id }) => id === dataset);
  if (!readAt || !origin) return false;
  return origin.connection ? Date.now() / 1000 - readAt.seconds > connectedSeconds : readAt.version !== origin.version;
}

/**
 * Refreshes labels that come from other columns, if the rows have changed since. Answers do not wait for it: new values
 * are shown without labels until it is done; then open pages are notified.
 */
export function refreshInBackground(ctx: ExecutionContext, plan: PlannedQuery): void {
  const last = ctx.execution.labelsRefreshedAt;
  const now = Date.now();
  for (const labelled of plan.labels) {
    const { column } = labelled;
    if (!isOutdated(labelled, plan) || now - (last.get(column) ?? 0) < intervalMs) continue;
    last.set(column, now);
    refresh(ctx, labelled).catch((error: unknown) => {
      // The next answer tries again: the rows may be unreachable, or deleted, for now.
      if (!(error instanceof Problem)) ctx.log.warn({ err: error }, 'reading value labels from columns failed');
    });
  }
  for (const [column, at] of last) if (now - at > intervalMs) last.delete(column);
}

async function refresh(ctx: ExecutionContext, { dataset, column }: ColumnWithLabels): Promise<void> {
  const [row] = await ctx.db.select().from(valueLabels).where(eq(valueLabels.columnId, column));
  if (!row?.source) return;
  const snapshot = await loadCurrentSnapshot(ctx, dataset);
  const { signal } = new AbortController();
  const read = await readLabelColumns(ctx, snapshot, { column, source: row.source, signal });
  const isChanged = keyOf(read.labels) !== keyOf(row.labels) || read.ambiguous !== row.ambiguous;
  const updated = await ctx.db
    .update(valueLabels)
    .set({
      version: snapshot.version,
      refreshedAt: new Date(),
      ...(isChanged && { ...read, revision: randomUUID() }),
    })
    // Labels that a person saved meanwhile stay.
    .where(and(eq(valueLabels.columnId, column), eq(valueLabels.revision, row.revision)))
    .returning({ column: valueLabels.columnId });
  if (!isChanged || updated.length === 0) return;
  ctx.snapshots.invalidate();
  await publishDatasetEdit(ctx.db, dataset);
}

/** A key that is equal for equal labels, because the database does not preserve the order of the values. */
const keyOf = (labels: Record<string, Record<string, string>>): string =>
  JSON.stringify(
    Object.entries(labels)
      .map(([value, { en_US, zh_CN }]) => [value, en_US, zh_CN])
      .toSorted(([a], [b]) => (a! < b! ? -1 : 1)),
  );
