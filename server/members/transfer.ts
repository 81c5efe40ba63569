import { eq } from 'drizzle-orm';

import { Problem } from '#contract/errors.ts';
import type { AccessControl } from '#server/access/access.ts';
import { isSharedKind } from '#server/access/shared-tables.ts';
import type { Context } from '#server/context.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import {
  alerts,
  applications,
  channels,
  charts,
  dashboards,
  extracts,
  folders,
  freshness,
  members,
  reports,
  shares,
} from '#server/database/schema.ts';
import { publishChange } from '#server/live/changes.ts';
import { handOverParts, limitDelegated } from './hand-over.ts';

/** Tables whose rows belong to their creator. Histories are not included: they record past actions of members. */
const ownedTables = {
  application: applications,
  dashboard: dashboards,
  folder: folders,
  chart: charts,
  alert: alerts,
  report: reports,
  extract: extracts,
  channel: channels,
  share: shares,
};

type OwnedItem = { kind: keyof typeof ownedTables; id: string };

/** Hands over all items that a member created to another member, who gets the rights of their creator. */
export async function transferItems(
  ctx: Context<{ db: Database; access: AccessControl }>,
  { id: from, to }: { id: string; to: string },
): Promise<void> {
  const items = await ctx.db.transaction(async (tx) => {
    await requireMembers(tx, [from, to]);
    const transferred: OwnedItem[] = [];
    await limitDelegated(tx, ctx, from);
    await handOverParts(tx, ctx, { from, to });
    for (const [kind, table] of Object.entries(ownedTables)) {
      const own = eq(table.memberId, from);
      const rows = await tx.update(table).set({ memberId: to }).where(own).returning({ id: table.id });
      transferred.push(...rows.map(({ id }) => ({ kind: kind as keyof typeof ownedTables, id })));
    }
    await tx.update(freshness).set({ memberId: to }).where(eq(freshness.memberId, from));
    for (const table of [alerts, extracts, reports, shares])
      await tx.update(table).set({ editorId: to }).where(eq(table.editorId, from));
    for (const item of transferred) await publishTransfer(tx, item, { from, to });
    return transferred;
  });
  for (const { kind, id } of items) if (isSharedKind(kind)) ctx.access.invalidate({ kind, id });
}

async function requireMembers(tx: Queryable, ids: string[]): Promise<void> {
  for (const id of ids) {
    const rows = await tx.select({ id: members.id }).from(members).where(eq(members.id, id)).for('share');
    if (rows.length === 0) throw new Problem('not_found');
  }
}

async function publishTransfer(
  tx: Queryable,
  { kind, id }: OwnedItem,
  { from, to }: { from: string; to: string },
): Promise<void> {
  if (isSharedKind(kind)) return publishChange(tx, { kind: 'access', thing: kind, id, lost: [from] });
  if (kind === 'alert' || kind === 'report')
    for (const member of [from, to]) await publishChange(tx, { kind, id, member });
  if (kind === 'channel') await publishChange(tx, { kind: 'channels' });
  if (kind === 'share') await publishShareChange(tx, id);
}

// Open pages of a public link reload, because the link now acts on behalf of its new owner.
async function publishShareChange(tx: Queryable, id: string): Promise<void> {
  const [share] = await tx.select({ dashboard: shares.dashboardId }).from(shares).where(eq(shares.id, id));
  if (share) await publishChange(tx, { kind: 'share', id, ...share });
}
