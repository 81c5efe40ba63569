import { eq } from 'drizzle-orm';

import { Problem } from '#contract/errors.ts';
import { members } from '#server/database/schema.ts';
import type { ConnectionContext } from './services.ts';

export const isOwner = ({ identity }: ConnectionContext) => identity.member.role === 'owner';

/** Owners may connect databases, and editors with the permission of an owner, which is read from the database. */
export async function mayConnect(ctx: ConnectionContext): Promise<boolean> {
  if (isOwner(ctx)) return true;
  const [member] = await ctx.db
    .select({ mayConnect: members.mayConnect })
    .from(members)
    .where(eq(members.id, ctx.identity.member.id));
  return ctx.identity.member.role === 'editor' && member?.mayConnect === true;
}

export async function requireMayConnect(ctx: ConnectionContext): Promise<void> {
  if (!(await mayConnect(ctx))) throw new Problem('connection_not_allowed');
}
