import { and, count, desc, eq, ne, sql } from 'drizzle-orm';

import { Problem } from '#contract/errors.ts';
import type { Provider } from '#contract/security.ts';
import type { MemberContext } from '#server/context.ts';
import type { Queryable } from '#server/database/open.ts';
import { credentials, members, passkeys } from '#server/database/schema.ts';
import { findPassword } from './passwords.ts';
import type { Services } from './services.ts';

type Ctx = MemberContext<Services>;

const isElsewhere = ({ identity }: Ctx) =>
  and(eq(credentials.memberId, identity.member.id), eq(credentials.providerId, 'oidc'));

/** Where a member can sign in as well, the newest first. What is kept of it is the provider's address and who they are there. */
export async function listProviders(ctx: Ctx): Promise<Provider[]> {
  const rows = await ctx.db.select().from(credentials).where(isElsewhere(ctx)).orderBy(desc(credentials.createdAt));
  return Promise.all(
    rows.map(async ({ id, accountId, createdAt }) => ({
      id,
      address: accountId.split(' ')[0]!,
      since: createdAt.toISOString(),
      isOnlyWay: !(await hasWay(ctx, ctx.db, id)),
    })),
  );
}

/** Ends signing in elsewhere, unless there is no other way in. */
export const unlinkProvider = (ctx: Ctx, { id }: { id: string }): Promise<void> =>
  removeWay(ctx, id, (tx) =>
    tx
      .delete(credentials)
      .where(and(isElsewhere(ctx), eq(credentials.id, id)))
      .returning(),
  );

/** Removes a way in that is one's own. Of two that are removed at once, the last one stays. */
export async function removeWay(ctx: Ctx, id: string, remove: (tx: Queryable) => Promise<unknown[]>): Promise<void> {
  const { member } = ctx.identity;
  await ctx.db.transaction(async (tx) => {
    await tx.select({ id: members.id }).from(members).where(eq(members.id, member.id)).for('update');
    const removed = await remove(tx);
    if (removed.length === 0) throw new Problem('not_found');
    if (!(await hasWay(ctx, tx, id))) throw new Problem('only_way_in');
  });
}

/** Whether there is a way in beside one: a password, a passkey, or the provider that is set up now. */
async function hasWay(ctx: Ctx, db: Queryable, without: string): Promise<boolean> {
  const { member } = ctx.identity;
  if (await findPassword(db, member.id)) return true;
  const others = and(eq(passkeys.memberId, member.id), ne(passkeys.id, without));
  const [keys] = await db.select({ n: count() }).from(passkeys).where(others);
  if (keys!.n > 0) return true;
  const { oidc } = ctx.config;
  if (!oidc) return false;
  const linked = and(
    isElsewhere(ctx),
    ne(credentials.id, without),
    sql`starts_with(${credentials.accountId}, ${`${oidc.issuer} `})`,
  );
  const [links] = await db.select({ n: count() }).from(credentials).where(linked);
  return links!.n > 0;
}
