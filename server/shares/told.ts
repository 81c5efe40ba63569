import type { Texts } from '#contract/datasets.ts';
import type { ListedShare, Share } from '#contract/shares.ts';
import { rightIn } from '#server/access/audience.ts';
import type { MemberContext } from '#server/context.ts';
import { members } from '#server/database/schema.ts';
import { isExpired, type ShareRow } from './alive.ts';
import { isUsedUp } from './open.ts';
import type { Services } from './services.ts';

type Ctx = MemberContext<Services>;

/** What is read of whoever made a link. */
export const maker = { id: members.id, name: members.name, role: members.role, disabledAt: members.disabledAt };
export type Maker = Pick<typeof members.$inferSelect, keyof typeof maker>;

async function stateOf({ access }: Ctx, row: ShareRow, by: Maker | null): Promise<Share['state']> {
  const audience = await access.audience({ kind: 'dashboard', id: row.dashboardId });
  if (!by || by.disabledAt || !audience || !rightIn(audience, by)) return 'stopped';
  if (isExpired(row)) return 'expired';
  return isUsedUp(row) ? 'used_up' : 'open';
}

// Who has a link sees what its maker may see, so it is not for everyone who may edit the dashboard.
export const isOwn = ({ identity: { member } }: Ctx, { memberId }: Pick<ShareRow, 'memberId'>): boolean =>
  memberId === member.id || member.role === 'owner';

function pathOf(ctx: Ctx, row: ShareRow): string | null {
  const token = unsealed(ctx, row);
  return token === undefined ? null : `/share/${token}`;
}

// What was sealed with another secret of the installation still works, but cannot be copied again.
function unsealed({ shareSecrets }: Ctx, { tokenSealed }: ShareRow): string | undefined {
  try {
    return shareSecrets.sealer.unseal(tokenSealed);
  } catch {
    return undefined;
  }
}

export async function shareOf(ctx: Ctx, row: ShareRow, by: Maker | null): Promise<Share> {
  const { id, name, passwordHash, expiresAt, maxViews, views, seenAt, start, zone, allows, sites, createdAt } = row;
  const canChange = isOwn(ctx, row);
  return {
    id,
    name,
    by: by && { id: by.id, name: by.name },
    canChange,
    path: canChange ? pathOf(ctx, row) : null,
    state: await stateOf(ctx, row, by),
    hasPassword: passwordHash !== null,
    expiresAt: expiresAt?.toISOString() ?? null,
    maxViews,
    views,
    seenAt: seenAt?.toISOString() ?? null,
    start: canChange ? start : null,
    zone,
    allows,
    sites,
    createdAt: createdAt.toISOString(),
  };
}

type Place = { id: string; title: Texts; trashedAt: Date | null };

/** A link with the dashboard that it leads to. */
export async function listedOf(ctx: Ctx, row: ShareRow, { by, place }: { by: Maker | null; place: Place }) {
  const share: ListedShare = {
    ...(await shareOf(ctx, row, by)),
    dashboard: { id: place.id, title: place.title, isTrashed: place.trashedAt !== null },
  };
  return place.trashedAt ? { ...share, state: 'stopped' as const } : share;
}
