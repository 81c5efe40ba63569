import { and, eq, isNull } from 'drizzle-orm';

import { loadCreators } from '#server/accounts/on-behalf.ts';
import { rightOf } from '#server/access/rights.ts';
import type { Queryable } from '#server/database/open.ts';
import { applications, members } from '#server/database/schema.ts';
import type { DatasetServices } from '#server/datasets/services.ts';

type LateDataset = { dataset: string; application: string; setter: string | null };

/**
 * The members to notify of late data: the one who set the expectation, else the creator of the application, if they may
 * still see the data; else the owners of the installation.
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
    // Row rules may hide the newest row from members who may only view the dataset.
    if (right === 'edit' || (right && !(await ctx.rowRules.rulesOf(dataset)))) return [member!.id];
  }
  const isOwner = and(eq(members.role, 'owner'), isNull(members.disabledAt));
  return (await tx.select({ id: members.id }).from(members).where(isOwner)).map(({ id }) => id);
}
