import { and, eq, isNull } from 'drizzle-orm';

import { loadCreators } from '#server/accounts/on-behalf.ts';
import { rightOf } from '#server/access/rights.ts';
import type { Queryable } from '#server/database/open.ts';
import { applications, members } from '#server/database/schema.ts';
import type { DatasetServices } from '#server/datasets/services.ts';

type LateDataset = { dataset: string; application: string; setter: string | null };

/**
 * Who is notified of late data: the member who set the expectation, else the creator of the application, as long as they
 * may still see the data; else the owners of the installation.
 */
export async function listRecipients(
  tx: Queryable,
  ctx: DatasetServices,
  { dataset, application, setter }: LateDataset,
): Promise<string[]> {
  const [creator] = await tx
    .select({ memberId: applications.memberId })
    .from(applications)
    .where(eq(applications.id, application));
  const candidates = [setter, creator?.memberId ?? null];
  const active = await loadCreators(
    tx,
    candidates.map((memberId) => ({ memberId })),
  );
  for (const id of candidates) {
    const member = active.get(id ?? '');
    const right = member && (await rightOf(ctx, member, { kind: 'dataset', id: dataset }));
    // The newest row may be one that row rules hide from those who may only view the dataset.
    if (right === 'edit' || (right && !(await ctx.rowRules.rulesOf(dataset)))) return [member!.id];
  }
  const isOwner = and(eq(members.role, 'owner'), isNull(members.disabledAt));
  return (await tx.select({ id: members.id }).from(members).where(isOwner)).map(({ id }) => id);
}
