import { and, count, desc, eq, ne, sql } from 'drizzle-orm';

import { Problem } from '#contract/errors.ts';
import type { LinkedProvider } from '#contract/accounts/security.ts';
import type { Queryable } from '#server/database/open.ts';
import { credentials, members, passkeys } from '#server/database/schema.ts';
import { findPassword } from './passwords.ts';
import type { AccountMemberContext } from './services.ts';

const isProviderCredential = ({ identity }: AccountMemberContext) =>
  and(eq(credentials.memberId, identity.member.id), eq(credentials.providerId, 'oidc'));

/**
 * External providers that a member is linked to, newest first. Only the provider's address and the account id there are
 * stored.
 */
export async function listProviders(ctx: AccountMemberContext): Promise<LinkedProvider[]> {
  const rows = await ctx.db
    .select()
    .from(credentials)
    .where(isProviderCredential(ctx))
    .orderBy(desc(credentials.createdAt));
  return Promise.all(
    rows.map(async ({ id, accountId, createdAt }) => ({
      id,
      address: accountId.split(' ')[0]!,
      since: createdAt.toISOString(),
      isOnlyWay: !(await hasOtherSignInMethod(ctx, ctx.db, id)),
    })),
  );
}

/** Unlinks a provider, unless it is the only sign-in method. */
export const unlinkProvider = (ctx: AccountMemberContext, { id }: { id: string }): Promise<void> =>
  removeSignInMethod(ctx, id, (tx) =>
    tx
      .delete(credentials)
      .where(and(isProviderCredential(ctx), eq(credentials.id, id)))
      .returning(),
  );

/** Removes an own sign-in method. The row lock keeps at least one if two are removed at once. */
export async function removeSignInMethod(
  ctx: AccountMemberContext,
  id: string,
  remove: (tx: Queryable) => Promise<unknown[]>,
): Promise<void> {
  const { member } = ctx.identity;
  await ctx.db.transaction(async (tx) => {
    await tx.select({ id: members.id }).from(members).where(eq(members.id, member.id)).for('update');
    const removed = await remove(tx);
    if (removed.length === 0) throw new Problem('not_found');
    if (!(await hasOtherSignInMethod(ctx, tx, id))) throw new Problem('only_way_in');
  });
}

/** Whether another sign-in method remains: a password, a passkey, or the currently configured provider. */
async function hasOtherSignInMethod(ctx: AccountMemberContext, db: Queryable, without: string): Promise<boolean> {
  const { member } = ctx.identity;
  if (await findPassword(db, member.id)) return true;
  const others = and(eq(passkeys.memberId, member.id), ne(passkeys.id, without));
  const [keys] = await db.select({ n: count() }).from(passkeys).where(others);
  if (keys!.n > 0) return true;
  const { oidc } = ctx.config;
  if (!oidc) return false;
  const linked = and(
    isProviderCredential(ctx),
    ne(credentials.id, without),
    sql`starts_with(${credentials.accountId}, ${`${oidc.issuer} `})`,
  );
  const [links] = await db.select({ n: count() }).from(credentials).where(linked);
  return links!.n > 0;
}
