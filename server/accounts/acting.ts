import { and, inArray, isNull } from 'drizzle-orm';

import type { Member } from '#contract/accounts.ts';
import type { Config } from '#server/config.ts';
import type { MemberContext } from '#server/context.ts';
import type { Queryable } from '#server/database/open.ts';
import { members } from '#server/database/schema.ts';
import { memberOf } from './members.ts';

/** Those who made things that the server does in their name, by id; who has gone or is disabled is not among them. */
export async function loadMakers(db: Queryable, made: { memberId: string | null }[]): Promise<Map<string, Member>> {
  const ids = [...new Set(made.flatMap(({ memberId }) => (memberId ? [memberId] : [])))];
  if (ids.length === 0) return new Map();
  const found = await db
    .select()
    .from(members)
    .where(and(inArray(members.id, ids), isNull(members.disabledAt)));
  return new Map(found.map((row) => [row.id, memberOf(row)]));
}

/** What is needed to read in the name of a member who is not there. */
export const asMember = <Services extends { config: Config }>(
  ctx: Services,
  member: Member,
): MemberContext<Services> => ({
  ...ctx,
  address: '',
  origin: ctx.config.publicUrl,
  userAgent: '',
  language: 'zh_CN',
  identity: { member, sessionId: '', token: '', scope: 'read', share: { person: member.id, kind: 'long' } },
});
