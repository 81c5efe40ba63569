import { eq, inArray } from 'drizzle-orm';

import type { Verification } from '#contract/datasets/verification.ts';
import type { Queryable } from '#server/database/open.ts';
import { members, verificationMarks } from '#server/database/schema.ts';

/** Marks by the id of their dataset or metric. */
export type Verifications = Map<string, Verification>;

/** The marks of datasets and of their metrics. */
export async function listVerifications(db: Queryable, datasetIds: string[]): Promise<Verifications> {
  if (datasetIds.length === 0) return new Map();
  const rows = await db
    .select({ mark: verificationMarks, by: members.name })
    .from(verificationMarks)
    .leftJoin(members, eq(members.id, verificationMarks.memberId))
    .where(inArray(verificationMarks.datasetId, datasetIds));
  return new Map(
    rows.map(({ mark: { datasetId, metricId, createdAt, note }, by }) => [
      metricId ?? datasetId,
      { by, at: createdAt.toISOString(), note },
    ]),
  );
}
