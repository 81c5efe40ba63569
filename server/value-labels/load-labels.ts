import { eq } from 'drizzle-orm';

import type { Language } from '#domain/language.ts';
import type { ValueLabels } from '#domain/query/query.ts';
import { distinctLabelsOf } from '#domain/query/value-labels.ts';
import { valueLabels } from '#server/database/schema.ts';
import type { SnapshotLabels } from '#server/datasets/snapshot.ts';
import type { ExecutionServices } from '#server/execution/execution.ts';
import type { PlannedQuery } from '#server/execution/plan.ts';

export type LabelServices = Pick<ExecutionServices, 'db' | 'execution'>;

/** The labels of a column, with equal labels made distinct. Empty if they were removed in the meantime. */
export async function loadLabels(
  { db, execution: { labels } }: LabelServices,
  { column, revision }: Pick<SnapshotLabels, 'column' | 'revision'>,
): Promise<ValueLabels> {
  const cached = labels.get(revision);
  if (cached) return cached;
  const [row] = await db.select().from(valueLabels).where(eq(valueLabels.columnId, column));
  if (!row) return {};
  const distinct = distinctLabelsOf(row.labels);
  labels.set(row.revision, distinct);
  return distinct;
}

/** The texts of values in a file, by column of the answer. */
export async function labelTextsOf(
  ctx: LabelServices,
  { labels }: Pick<PlannedQuery, 'labels'>,
  language: Language,
): Promise<Record<string, Record<string, string>>> {
  const entries = labels.map(async (each) => {
    const own = Object.entries(await loadLabels(ctx, each));
    return [each.name, Object.fromEntries(own.map(([key, label]) => [key, label[language]]))] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
