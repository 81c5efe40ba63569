import { and, desc, eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';

import { Problem } from '#contract/errors.ts';
import type { Attestation, Passkey } from '#contract/accounts/passkeys.ts';
import { passkeys } from '#server/database/schema.ts';
import { createChallenge, useChallenge } from './challenges.ts';
import { requirePassword } from './passwords.ts';
import type { AccountMemberContext } from './services.ts';
import { siteOf } from './site.ts';
import { removeSignInMethod } from './sign-in-methods.ts';
import { loadWebauthn, type RegistrationResponse } from './webauthn.ts';

type PasskeyRow = typeof passkeys.$inferSelect;

const maxPasskeys = 20;
const purposeOf = (ctx: AccountMemberContext) => `passkey:${ctx.identity.member.id}`;

function passkeyOf({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey {
  return { id, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
}

const listRows = (ctx: AccountMemberContext) =>
  ctx.db.select().from(passkeys).where(eq(passkeys.memberId, ctx.identity.member.id)).orderBy(desc(passkeys.createdAt));

export async function listPasskeys(ctx: AccountMemberContext): Promise<Passkey[]> {
  return (await listRows(ctx)).map(passkeyOf);
}

/** WebAuthn options to create a passkey. */
export async function beginPasskey(ctx: AccountMemberContext, { password }: { password?: string | undefined }) {
  const { member } = ctx.identity;
  const { host } = siteOf(ctx);
  await requirePassword(ctx, password);
  const { secret } = ctx;
  const existing = await listRows(ctx);
  if (existing.length >= maxPasskeys) throw new Problem('passkeys_full');
  const { generateRegistrationOptions } = await loadWebauthn();
  const options = await generateRegistrationOptions({
    rpName: 'Shuju',
    rpID: host,
    userID: Buffer.from(member.id),
    userName: member.username,
    userDisplayName: member.name,
    challenge: createChallenge(secret, purposeOf(ctx)),
    excludeCredentials: existing.map(({ credentialId }) => ({ id: credentialId })),
    // Discoverable and with user verification, so that it replaces username, password and code.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { options: { ...options } };
}

export async function addPasskey(
  ctx: AccountMemberContext,
  { name, response }: { name: string; response: Attestation },
): Promise<Passkey> {
  const { origin, host } = siteOf(ctx);
  const { secret } = ctx;
  const { verifyRegistrationResponse } = await loadWebauthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: response as RegistrationResponse,
    expectedChallenge: (challenge) => useChallenge(ctx.db, { secret, purpose: purposeOf(ctx), challenge }),
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
  }).catch(rejectPasskey);
  if (!registrationInfo) throw new Problem('passkey_refused');
  const { id: credentialId, publicKey, counter, transports } = registrationInfo.credential;
  const [row] = await ctx.db
    .insert(passkeys)
    .values({
      id: randomUUID(),
      memberId: ctx.identity.member.id,
      name,
      credentialId,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: transports ?? [],
      host,
    })
    .onConflictDoNothing()
    .returning();
  if (!row) throw new Problem('passkey_refused');
  return passkeyOf(row);
}

/** Any error of the library means that the response is not a valid passkey. */
export function rejectPasskey(cause: unknown): never {
  if (cause instanceof Problem) throw cause;
  throw new Problem('passkey_refused', {}, { cause });
}

const isOwn = (ctx: AccountMemberContext, id: string) =>
  and(eq(passkeys.memberId, ctx.identity.member.id), eq(passkeys.id, id));

export async function renamePasskey(
  ctx: AccountMemberContext,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const renamed = await ctx.db.update(passkeys).set({ name }).where(isOwn(ctx, id)).returning();
  if (renamed.length === 0) throw new Problem('not_found');
}

export async function removePasskey(ctx: AccountMemberContext, { id }: { id: string }): Promise<void> {
  await removeSignInMethod(ctx, id, (tx) => tx.delete(passkeys).where(isOwn(ctx, id)).returning());
}
