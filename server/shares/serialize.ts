import type { LocalizedText } from '#domain/columns/column.ts';
import type { ListedShare, Share } from '#contract/shares/routes.ts';
import { rightIn } from '#server/access/audience.ts';
import type { MemberContext } from '#server/context.ts';
import { members } from '#server/database/schema.ts';
import { isExpired, type ShareRow } from './active-share.ts';
import { isUsedUp } from './open-share.ts';
import type { ShareServices } from './services.ts';

type SerializeShareContext = MemberContext<ShareServices>;

/** Columns of the creator of a link. */
export const creatorColumns = {
  id: members.id,
  name: members.name,
  role: members.role,
  disabledAt: members.disabledAt,
};
export type ShareCreator = Pick<typeof members.$inferSelect, keyof typeof creatorColumns>;

async function stateOf(
  { access }: SerializeShareContext,
  row: ShareRow,
  by: ShareCreator | null,
): Promise<Share['state']> {
  const audience = await access.audience({ kind: 'dashboard', id: row.dashboardId });
  if (!by || by.disabledAt || !audience || !rightIn(audience, by)) return 'stopped';
  if (isExpired(row)) return 'expired';
  return isUsedUp(row) ? 'used_up' : 'open';
}

// A link shows what its creator may see, so other editors of the dashboard may not change or copy it.
const isOwn = ({ identity: { member } }: SerializeShareContext, { memberId }: Pick<ShareRow, 'memberId'>): boolean =>
  memberId === member.id || member.role === 'owner';

function pathOf(ctx: SerializeShareContext, row: ShareRow): string | null {
  const token = unsealToken(ctx, row);
  return token === undefined ? null : `/share/${token}`;
}

function unsealToken({ shareSecrets }: SerializeShareContext, { tokenSealed }: ShareRow): string | undefined {
  try {
    return shareSecrets.sealer.decrypt(tokenSealed);
  } catch {
    // Encrypted with an earlier secret of the installation: the link works, but its URL can no longer be shown.
    return undefined;
  }
}

export async function shareOf(ctx: SerializeShareContext, row: ShareRow, by: ShareCreator | null): Promise<Share> {
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

type SharedDashboardRow = { id: string; title: LocalizedText; trashedAt: Date | null };

/** A link with its dashboard. */
export async function listedOf(
  ctx: SerializeShareContext,
  row: ShareRow,
  { by, dashboard }: { by: ShareCreator | null; dashboard: SharedDashboardRow },
) {
  const share: ListedShare = {
    ...(await shareOf(ctx, row, by)),
    dashboard: { id: dashboard.id, title: dashboard.title, isTrashed: dashboard.trashedAt !== null },
  };
  return dashboard.trashedAt ? { ...share, state: 'stopped' as const } : share;
}
