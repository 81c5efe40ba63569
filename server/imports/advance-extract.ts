import { and, eq, sql } from 'drizzle-orm';

import { Problem } from '#contract/errors.ts';
import type { Queryable } from '#server/database/open.ts';
import { extracts, type imports } from '#server/database/schema.ts';
import { publishChange } from '#server/live/changes.ts';
import type { PreparedImport } from './plan.ts';

/**
 * Saves how far an extract has been loaded, in the transaction that publishes its rows: a crash neither loses nor
 * doubles rows. Throws if the extract was deleted or has started another import since.
 */
export async function advanceExtract(
  tx: Queryable,
  { id, extractId, extractRun }: typeof imports.$inferSelect,
  { dataset, columns }: PreparedImport,
): Promise<void> {
  if (!extractId || !extractRun) return;
  const { keys, lastValue } = extractRun;
  const targets = Object.fromEntries(columns.map((column) => [keys[column.source]!, column.id]));
  const [advanced] = await tx
    .update(extracts)
    .set({
      datasetId: dataset.id,
      failure: null,
      targets: sql`${extracts.targets} || ${JSON.stringify(targets)}::jsonb`,
      ...(lastValue !== null && { lastValue }),
    })
    .where(and(eq(extracts.id, extractId), eq(extracts.importId, id)))
    .returning({ application: extracts.applicationId });
  if (!advanced) throw new Problem('cancelled');
  await publishChange(tx, { kind: 'extract', id: extractId, application: advanced.application });
}
