import { and, eq, inArray, notInArray } from 'drizzle-orm';
import { z } from 'zod';

import type { NewSession } from '#contract/accounts/routes.ts';
import { Problem } from '#contract/errors.ts';
import type { Database } from '#server/database/open.ts';
import { verifications, groupMembers, groups } from '#server/database/schema.ts';
import { createToken, hashOf } from '#server/hash.ts';
import { publishChange } from '#server/live/changes.ts';
import { admit } from './admission.ts';
import { decrypt, encrypt } from './encryption.ts';
import { limitAttempts } from './rate-limits.ts';
import { findOrCreateMember } from './oidc-account.ts';
import type { SignInContext } from './services.ts';

const cookie = 'shuju-oidc';
const seconds = 10 * 60;

/** State of a sign-in at the provider, encrypted in a cookie, so that only the same browser can finish it. */
const oidcFlowSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  until: z.number(),
  invitation: z.string().optional(),
  returnUrl: z.string().optional(),
});
type OidcFlow = z.infer<typeof oidcFlowSchema>;

function requireProvider({ oidc }: SignInContext) {
  if (!oidc) throw new Problem('not_found');
  return oidc;
}

/** Users see one generic error for any failure of the provider; the log gets the cause. */
function rethrow(ctx: SignInContext, cause: unknown): never {
  if (cause instanceof Problem && passedOnCodes.has(cause.code)) throw cause;
  ctx.log.warn({ err: cause }, 'signing in with the provider failed');
  throw new Problem('oidc_refused', {}, { cause });
}
const passedOnCodes = new Set<string>([
  'too_many_attempts',
  'sign_up_closed',
  'link_invalid',
  'account_disabled',
  'oidc_email',
  'not_found',
]);

type OidcBegin = { invitation?: string | undefined; returnUrl?: string | undefined };

/** URL of the provider's sign-in page; the state goes into a cookie. */
export async function beginOidc(ctx: SignInContext, { invitation, returnUrl }: OidcBegin): Promise<{ url: string }> {
  const provider = requireProvider(ctx);
  const { authorization_endpoint } = await provider.discover().catch((cause: unknown) => rethrow(ctx, cause));
  const flow: OidcFlow = {
    state: createToken(),
    nonce: createToken(),
    verifier: createToken(),
    redirectUri: `${ctx.config.origin ?? ctx.origin}/auth/oidc`,
    until: Date.now() + seconds * 1000,
    invitation,
    returnUrl,
  };
  ctx.cookies.set(cookie, encrypt(ctx.secret, JSON.stringify(flow)), seconds);
  const url = new URL(authorization_endpoint);
  const params = {
    client_id: ctx.config.oidc!.clientId,
    redirect_uri: flow.redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: hashOf(flow.verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  return { url: url.href };
}

type OidcFinish = { code: string; state: string };

/** Signs in a person who returns from the provider. It works once, in the same browser. */
export async function finishOidc(
  ctx: SignInContext,
  { code, state }: OidcFinish,
): Promise<NewSession & { returnUrl: string | null }> {
  const provider = requireProvider(ctx);
  return limitAttempts(ctx.limits, { address: ctx.address, account: `oidc:${hashOf(state)}` }, async () => {
    const flow = readFlow(ctx);
    if (!flow || flow.state !== state || !(await consumeState(ctx, flow))) throw new Problem('oidc_refused');
    const claims = await provider.redeem(code, flow);
    const member = await findOrCreateMember(ctx, claims, flow.invitation);
    await applyClaimedGroups(ctx.db, member.id, claims['groups']);
    return { ...(await admit(ctx, member)), returnUrl: flow.returnUrl ?? null };
  }).catch((cause: unknown) => rethrow(ctx, cause));
}

function readFlow(ctx: SignInContext): OidcFlow | undefined {
  const encrypted = ctx.cookies.read(cookie);
  const text = (encrypted && decrypt(ctx.secret, encrypted)) ?? 'null';
  const flow = oidcFlowSchema.safeParse(JSON.parse(text)).data;
  return flow && flow.until > Date.now() ? flow : undefined;
}

async function consumeState({ db }: SignInContext, { state, until }: OidcFlow): Promise<boolean> {
  const id = hashOf(`oidc:${state}`);
  const used = { id, identifier: `oidc:${id}`, value: '', expiresAt: new Date(until) };
  return (await db.insert(verifications).values(used).onConflictDoNothing().returning()).length > 0;
}

/**
 * Makes someone who signs in with an OpenID Connect provider a member of the groups that the claim `groups` lists, and
 * of no other group that they belonged to by an earlier claim.
 */
async function applyClaimedGroups(db: Database, memberId: string, claim: unknown): Promise<void> {
  const values = (Array.isArray(claim) ? claim : [claim]).filter((value) => typeof value === 'string');
  await db.transaction(async (tx) => {
    const claimed = await tx.select({ id: groups.id }).from(groups).where(inArray(groups.claim, values));
    const ids = claimed.map(({ id }) => id);
    const leftGroups = await tx
      .delete(groupMembers)
      .where(
        and(
          eq(groupMembers.memberId, memberId),
          eq(groupMembers.isClaimed, true),
          notInArray(groupMembers.groupId, ids),
        ),
      )
      .returning({ id: groupMembers.groupId });
    const joinedGroups =
      ids.length === 0
        ? []
        : await tx
            .insert(groupMembers)
            .values(ids.map((groupId) => ({ groupId, memberId, isClaimed: true })))
            .onConflictDoNothing()
            .returning({ id: groupMembers.groupId });
    if (leftGroups.length + joinedGroups.length === 0) return;
    await publishChange(tx, { kind: 'groups' });
    await publishChange(tx, { kind: 'row_scope', member: memberId });
  });
}
