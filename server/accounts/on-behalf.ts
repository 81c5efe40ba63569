import { and, inArray, isNull } from 'drizzle-orm';

import type { Member, Role } from '#contract/accounts/routes.ts';
import type { Config } from '#server/config.ts';
import type { ActingMember, MemberContext } from '#server/context.ts';
import type { Queryable } from '#server/database/open.ts';
import { members } from '#server/database/schema.ts';
import { memberOf } from './members.ts';

/** Members on whose behalf the server acts, by id; removed and disabled members are left out. */
export async function loadCreators(db: Queryable, items: { memberId: string | null }[]): Promise<Map<string, Member>> {
  const ids = [...new Set(items.flatMap(({ memberId }) => (memberId ? [memberId] : [])))];
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(members)
    .where(and(inArray(members.id, ids), isNull(members.disabledAt)));
  return new Map(rows.map((row) => [row.id, memberOf(row)]));
}

const roles: Role[] = ['viewer', 'editor', 'owner'];

/** A member limited to what another member may see as well, who cannot change anything. */
export function limitMember(member: Member, other: Member): ActingMember {
  const role = roles[Math.min(roles.indexOf(member.role), roles.indexOf(other.role))]!;
  return { ...member, role, people: [member, other].map((each) => ({ id: each.id, role: each.role })) };
}

/** Context to read on behalf of a member who is not signed in. */
export const asMember = <Services extends { config: Config }>(
  ctx: Services,
  member: ActingMember,
): MemberContext<Services> => ({
  ...ctx,
  address: '',
  origin: ctx.config.publicUrl,
  userAgent: '',
  language: 'zh_CN',
  identity: { member, sessionId: '', token: '', scope: 'read', share: { person: member.id, kind: 'long' } },
});
