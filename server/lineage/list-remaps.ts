import { and, desc, eq, gt, lt, type SQL } from 'drizzle-orm';

import { Problem } from '#contract/errors.ts';
import { type Remap, undoDays } from '#contract/lineage/remaps.ts';
import type { Identity } from '#server/context.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { members, remaps } from '#server/database/schema.ts';

type RemapRow = typeof remaps.$inferSelect;
type RemapReader = { db: Queryable; identity: Identity };

const oldest = () => new Date(Date.now() - undoDays * 24 * 60 * 60_000);

/** The editor who made a replacement and owners can undo it. */
export const mayUndo = ({ identity: { member } }: RemapReader, row: Pick<RemapRow, 'memberId' | 'undoneAt'>): boolean =>
  row.undoneAt === null && (member.role === 'owner' || (member.role === 'editor' && row.memberId === member.id));

async function selectRemaps(ctx: RemapReader, condition: SQL | undefined): Promise<Remap[]> {
  const rows = await ctx.db
    .select({ row: remaps, by: members.name })
    .from(remaps)
    .leftJoin(members, eq(members.id, remaps.memberId))
    .where(condition)
    .orderBy(desc(remaps.createdAt))
    .limit(100);
  return rows.map(({ row, by }) => ({
    id: row.id,
    at: row.createdAt.toISOString(),
    by,
    to: row.mapping.to === row.mapping.from ? null : row.mapping.to,
    pairs: row.pairs,
    changed: row.entries.length,
    undoneAt: row.undoneAt?.toISOString() ?? null,
    mayUndo: mayUndo(ctx, row),
  }));
}

/** The recent replacements of columns of a dataset, including those that were undone. */
export const listRemaps = (ctx: RemapReader, { id }: { id: string }): Promise<Remap[]> =>
  selectRemaps(ctx, and(eq(remaps.datasetId, id), gt(remaps.createdAt, oldest())));

export async function loadRemap(ctx: RemapReader, id: string): Promise<Remap> {
  const [remap] = await selectRemaps(ctx, eq(remaps.id, id));
  if (!remap) throw new Problem('not_found');
  return remap;
}

export async function removeOldRemaps({ db }: { db: Database }): Promise<void> {
  await db.delete(remaps).where(lt(remaps.createdAt, oldest()));
}
