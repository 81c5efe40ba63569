import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';

import type { Admission } from '#contract/accounts.ts';
import { Problem } from '#contract/errors.ts';
import type { Context, Cookies } from '#server/context.ts';
import { verifications } from '#server/database/schema.ts';
import { admit } from './admission.ts';
import { limitAttempts } from './limits.ts';
import { findOrMakeMember } from './oidc-account.ts';
import type { Services } from './services.ts';

type Ctx = Context<Services> & { cookies: Cookies };

const cookie = 'shuju-oidc';
const seconds = 10 * 60;

/** What is kept, sealed, in the browser that goes to the provider, so that only the same one can come back. */
const journeySchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  until: z.number(),
  invitation: z.string().optional(),
  returnUrl: z.string().optional(),
});
type Journey = z.infer<typeof journeySchema>;

const random = () => randomBytes(32).toString('base64url');
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

function requireProvider({ oidc }: Ctx) {
  if (!oidc) throw new Problem('not_found');
  return oidc;
}

/** Whatever the provider does wrong, people at the door read one sentence, and whoever runs the server the reason. */
function tell(ctx: Ctx, cause: unknown): never {
  if (cause instanceof Problem && mine.has(cause.code)) throw cause;
  ctx.log.warn({ err: cause }, 'signing in elsewhere failed');
  throw new Problem('oidc_refused', {}, { cause });
}
const mine = new Set<string>([
  'too_many_attempts',
  'sign_up_closed',
  'link_invalid',
  'account_disabled',
  'oidc_email',
  'not_found',
]);

type Begin = { invitation?: string | undefined; returnUrl?: string | undefined };

/** Where to go to sign in, and what to bring back from there. */
export async function beginOidc(ctx: Ctx, { invitation, returnUrl }: Begin): Promise<{ url: string }> {
  const provider = requireProvider(ctx);
  const { authorization_endpoint } = await provider.discover().catch((cause: unknown) => tell(ctx, cause));
  const journey: Journey = {
    state: random(),
    nonce: random(),
    verifier: random(),
    redirectUri: `${ctx.config.origin ?? ctx.origin}/auth/oidc`,
    until: Date.now() + seconds * 1000,
    invitation,
    returnUrl,
  };
  const { secret } = await ctx.auth.$context;
  ctx.cookies.keep(cookie, await symmetricEncrypt({ key: secret, data: JSON.stringify(journey) }), seconds);
  const url = new URL(authorization_endpoint);
  const asked = {
    client_id: ctx.config.oidc!.clientId,
    redirect_uri: journey.redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    state: journey.state,
    nonce: journey.nonce,
    code_challenge: hashOf(journey.verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  return { url: url.href };
}

type Finish = { code: string; state: string };

/** Lets in whoever comes back from the provider, in the browser that went there, once. */
export async function finishOidc(ctx: Ctx, { code, state }: Finish): Promise<Admission & { returnUrl: string | null }> {
  const provider = requireProvider(ctx);
  return limitAttempts(ctx.limits, { address: ctx.address, account: `oidc:${hashOf(state)}` }, async () => {
    const journey = await readJourney(ctx);
    if (!journey || journey.state !== state || !(await useUp(ctx, journey))) throw new Problem('oidc_refused');
    const claims = await provider.redeem(code, journey);
    const member = await findOrMakeMember(ctx, claims, journey.invitation);
    return { ...(await admit(ctx, member)), returnUrl: journey.returnUrl ?? null };
  }).catch((cause: unknown) => tell(ctx, cause));
}

async function readJourney(ctx: Ctx): Promise<Journey | undefined> {
  const sealed = ctx.cookies.read(cookie);
  if (!sealed) return undefined;
  const { secret } = await ctx.auth.$context;
  const text = await symmetricDecrypt({ key: secret, data: sealed }).catch(() => 'null');
  const journey = journeySchema.safeParse(JSON.parse(text)).data;
  return journey && journey.until > Date.now() ? journey : undefined;
}

async function useUp({ db }: Ctx, { state, until }: Journey): Promise<boolean> {
  const id = hashOf(`oidc:${state}`);
  const used = { id, identifier: `oidc:${id}`, value: '', expiresAt: new Date(until) };
  return (await db.insert(verifications).values(used).onConflictDoNothing().returning()).length > 0;
}
