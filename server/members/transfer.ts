import { eq } from 'drizzle-orm';

import { Problem } from '#contract/errors.ts';
import type { SharedKind } from '#contract/access.ts';
import type { Access } from '#server/access/access.ts';
import type { Context } from '#server/context.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import {
  alerts,
  applications,
  channels,
  charts,
  dashboards,
  members,
  reports,
  shares,
} from '#server/database/schema.ts';
import { tellChange } from '#server/live/changes.ts';
import { handOverParts, limitDelegated } from './delegated.ts';

/** What belongs to whoever made it. Histories are not among it: they say who did something, and that stays true. */
const made = {
  application: applications,
  dashboard: dashboards,
  chart: charts,
  alert: alerts,
  report: reports,
  channel: channels,
  share: shares,
};

type Thing = { kind: keyof typeof made; id: string };

/** Hands everything that a member made over to another, who may do with it from now on what its maker may. */
export async function transferThings(
  ctx: Context<{ db: Database; access: Access }>,
  { id: from, to }: { id: string; to: string },
): Promise<void> {
  const things = await ctx.db.transaction(async (tx) => {
    await requireMembers(tx, [from, to]);
    const moved: Thing[] = [];
    await limitDelegated(tx, ctx, from);
    await handOverParts(tx, ctx, { from, to });
    for (const [kind, table] of Object.entries(made)) {
      const own = eq(table.memberId, from);
      const rows = await tx.update(table).set({ memberId: to }).where(own).returning({ id: table.id });
      moved.push(...rows.map(({ id }) => ({ kind: kind as keyof typeof made, id })));
    }
    for (const table of [alerts, reports, shares])
      await tx.update(table).set({ editorId: to }).where(eq(table.editorId, from));
    for (const thing of moved) await tell(tx, thing, { from, to });
    return moved;
  });
  for (const { kind, id } of things) if (isShared(kind)) ctx.access.forget({ kind, id });
}

async function requireMembers(tx: Queryable, ids: string[]): Promise<void> {
  for (const id of ids) {
    const found = await tx.select({ id: members.id }).from(members).where(eq(members.id, id)).for('share');
    if (found.length === 0) throw new Problem('not_found');
  }
}

const isShared = (kind: string): kind is SharedKind => kind === 'dashboard' || kind === 'application';

async function tell(tx: Queryable, { kind, id }: Thing, { from, to }: { from: string; to: string }): Promise<void> {
  if (isShared(kind)) return tellChange(tx, { kind: 'access', thing: kind, id, lost: [from] });
  if (kind === 'alert' || kind === 'report')
    for (const member of [from, to]) await tellChange(tx, { kind, id, member });
  if (kind === 'channel') await tellChange(tx, { kind: 'channels' });
  if (kind === 'share') await tellShare(tx, id);
}

// Whoever looks through a link looks with the eyes of its new owner from now on.
async function tellShare(tx: Queryable, id: string): Promise<void> {
  const [share] = await tx.select({ dashboard: shares.dashboardId }).from(shares).where(eq(shares.id, id));
  if (share) await tellChange(tx, { kind: 'share', id, ...share });
}
