import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import { and, desc, eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';

import { Problem } from '#contract/errors.ts';
import type { Attestation, Passkey } from '#contract/passkeys.ts';
import type { MemberContext } from '#server/context.ts';
import { passkeys } from '#server/database/schema.ts';
import { createChallenge, useChallenge } from './challenges.ts';
import { requirePassword } from './passwords.ts';
import type { Services } from './services.ts';
import { siteOf } from './site.ts';
import { removeWay } from './ways.ts';

type Ctx = MemberContext<Services>;
type Row = typeof passkeys.$inferSelect;

const most = 20;
const purposeOf = (ctx: Ctx) => `passkey:${ctx.identity.member.id}`;

function passkeyOf({ id, name, createdAt, lastUsedAt }: Row): Passkey {
  return { id, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
}

const listRows = (ctx: Ctx) =>
  ctx.db.select().from(passkeys).where(eq(passkeys.memberId, ctx.identity.member.id)).orderBy(desc(passkeys.createdAt));

export async function listPasskeys(ctx: Ctx): Promise<Passkey[]> {
  return (await listRows(ctx)).map(passkeyOf);
}

/** What the browser needs to make a passkey. */
export async function beginPasskey(ctx: Ctx, { password }: { password?: string | undefined }) {
  const { member } = ctx.identity;
  const { host } = siteOf(ctx);
  await requirePassword(ctx, password);
  const { secret } = await ctx.auth.$context;
  const known = await listRows(ctx);
  if (known.length >= most) throw new Problem('passkeys_full');
  const options = await generateRegistrationOptions({
    rpName: 'Shuju',
    rpID: host,
    userID: Buffer.from(member.id),
    userName: member.username,
    userDisplayName: member.name,
    challenge: createChallenge(secret, purposeOf(ctx)),
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    // It is found without a username, and the device asks who holds it: so it takes the place of password and code.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { options: { ...options } };
}

export async function addPasskey(
  ctx: Ctx,
  { name, response }: { name: string; response: Attestation },
): Promise<Passkey> {
  const { origin, host } = siteOf(ctx);
  const { secret } = await ctx.auth.$context;
  const { registrationInfo } = await verifyRegistrationResponse({
    response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: (challenge) => useChallenge(ctx.db, { secret, purpose: purposeOf(ctx), challenge }),
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
  }).catch(refuse);
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

/** Whatever the library says of what was sent, it is not a passkey that we take. */
export function refuse(cause: unknown): never {
  if (cause instanceof Problem) throw cause;
  throw new Problem('passkey_refused', {}, { cause });
}

const isOwn = (ctx: Ctx, id: string) => and(eq(passkeys.memberId, ctx.identity.member.id), eq(passkeys.id, id));

export async function renamePasskey(ctx: Ctx, { id, name }: { id: string; name: string }): Promise<void> {
  const renamed = await ctx.db.update(passkeys).set({ name }).where(isOwn(ctx, id)).returning();
  if (renamed.length === 0) throw new Problem('not_found');
}

export async function removePasskey(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await removeWay(ctx, id, (tx) => tx.delete(passkeys).where(isOwn(ctx, id)).returning());
}
