import { desc, eq } from 'drizzle-orm';

import type { Dataset, Version } from '#contract/datasets/routes.ts';
import type { MemberContext } from '#server/context.ts';
import type { Database } from '#server/database/open.ts';
import { members, versions } from '#server/database/schema.ts';
import { lockDataset, publish } from './publish.ts';
import { listSegments, loadDataset, loadDatasetRow, requireVersion } from './read.ts';
import type { DatasetServices } from './services.ts';

export async function listVersions(db: Database, id: string): Promise<Version[]> {
  const dataset = await loadDatasetRow(db, id);
  const list = await db
    .select({ version: versions, by: members.name })
    .from(versions)
    .leftJoin(members, eq(members.id, versions.memberId))
    .where(eq(versions.datasetId, id))
    .orderBy(desc(versions.number))
    .limit(500);
  return list.map(({ version: { datasetId: _, memberId: __, createdAt, ...version }, by }) => ({
    ...version,
    by,
    createdAt: createdAt.toISOString(),
    current: version.number === dataset.version,
  }));
}

/** Makes an earlier version the newest: its segments are listed again, nothing is copied. */
export async function restoreVersion(
  ctx: MemberContext<DatasetServices>,
  { id, number }: { id: string; number: number },
): Promise<Dataset> {
  await loadDatasetRow(ctx.db, id);
  await ctx.db.transaction(async (tx) => {
    await lockDataset(tx, id);
    await requireVersion(tx, id, number);
    const add = await listSegments(tx, id, number);
    const memberId = ctx.identity.member.id;
    await publish(tx, id, { cause: 'restore', memberId, detail: String(number), add, remove: 'all' });
  });
  return loadDataset(ctx.db, id);
}
