import { and, eq } from 'drizzle-orm';

import type { NewSession } from '#contract/accounts/routes.ts';
import { Problem } from '#contract/errors.ts';
import type { Assertion } from '#contract/accounts/passkeys.ts';
import { passkeys } from '#server/database/schema.ts';
import { admit } from './admission.ts';
import { createChallenge, useChallenge } from './challenges.ts';
import { limitAttempts } from './rate-limits.ts';
import { loadMember } from './members.ts';
import { rejectPasskey } from './passkeys.ts';
import type { AccountContext } from './services.ts';
import { siteOf } from './site.ts';
import { type AuthenticationResponse, loadWebauthn } from './webauthn.ts';

const purpose = 'signin';

/** WebAuthn options to find any passkey of this site. */
export async function beginPasskeySignIn(ctx: AccountContext) {
  const { host } = siteOf(ctx);
  const { secret } = ctx;
  const { generateAuthenticationOptions } = await loadWebauthn();
  const challenge = createChallenge(secret, purpose);
  return {
    options: { ...(await generateAuthenticationOptions({ rpID: host, challenge, userVerification: 'required' })) },
  };
}

/** Signs in with a passkey alone: the device has verified the user. */
export async function signInByPasskey(ctx: AccountContext, { response }: { response: Assertion }): Promise<NewSession> {
  const account = `passkey:${response.id.slice(0, 100)}`;
  return limitAttempts(ctx.limits, { address: ctx.address, account }, async () => {
    const memberId = await verify(ctx, response);
    return admit(ctx, await loadMember(ctx.db, memberId));
  });
}

async function verify(ctx: AccountContext, response: Assertion): Promise<string> {
  const { origin, host } = siteOf(ctx);
  const own = and(eq(passkeys.credentialId, response.id), eq(passkeys.host, host));
  const [passkey] = await ctx.db.select().from(passkeys).where(own);
  if (!passkey) throw new Problem('passkey_refused');
  const { secret } = ctx;
  const { verifyAuthenticationResponse } = await loadWebauthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as AuthenticationResponse,
    expectedChallenge: (challenge) => useChallenge(ctx.db, { secret, purpose, challenge }),
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: Buffer.from(passkey.publicKey, 'base64url'),
      counter: passkey.counter,
    },
  }).catch(rejectPasskey);
  if (!verified) throw new Problem('passkey_refused');
  const used = { counter: authenticationInfo.newCounter, lastUsedAt: new Date() };
  await ctx.db.update(passkeys).set(used).where(eq(passkeys.id, passkey.id));
  return passkey.memberId;
}
