import { createLocalJWKSet, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';

import { Problem } from '#contract/errors.ts';
import type { Config } from '#server/config.ts';
import { type Egress, type OutsideRequest, sendOut } from '#server/egress/request.ts';

export type OidcSettings = NonNullable<Config['oidc']>;
type Keys = ReturnType<typeof createLocalJWKSet>;

const hour = 60 * 60 * 1000;
/** Keys that are not known yet are asked for, but not more often than this. */
const pause = 30_000;
// What signs with a key that only the provider holds; a secret that we hold too would prove nothing.
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

const discoverySchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
});
export type Discovery = z.infer<typeof discoverySchema>;
const tokensSchema = z.object({ id_token: z.string(), access_token: z.string().optional() });
const keysSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

/** What a provider says of who signed in there. */
export type Claims = JWTPayload & { sub: string };

export type OidcProvider = {
  name: string;
  discover: () => Promise<Discovery>;
  /** Turns a code into what the provider says of a person; refuses whatever it did not say to us, now. */
  redeem: (code: string, asked: { verifier: string; nonce: string; redirectUri: string }) => Promise<Claims>;
};

export function openOidc(settings: OidcSettings, egress: Egress): OidcProvider {
  const askFor = async <T extends z.ZodType>(schema: T, request: OutsideRequest): Promise<z.output<T>> => {
    const answer = await sendOut(egress, request);
    const parsed = schema.safeParse(answer.status === 200 ? jsonOf(answer.body) : undefined);
    if (!parsed.success) throw new Problem('oidc_refused', {}, { cause: parsed.error });
    return parsed.data;
  };

  const discover = remembered(hour, async () => {
    const url = `${settings.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const found = await askFor(discoverySchema, { url });
    if (found.issuer !== settings.issuer) throw new Problem('oidc_refused');
    return found;
  });
  const loadKeys = async (): Promise<Keys> =>
    createLocalJWKSet(await askFor(keysSchema, { url: (await discover()).jwks_uri }));
  const knownKeys = remembered(hour, loadKeys);
  const newKeys = remembered(pause, loadKeys);

  async function verify(token: string): Promise<Claims> {
    const { issuer, clientId: audience } = settings;
    const rules = { issuer, audience, algorithms, requiredClaims: ['exp', 'iat', 'sub', 'nonce'], clockTolerance: 60 };
    const { payload } = await jwtVerify(token, await knownKeys(), rules).catch(async (error: { code?: string }) => {
      if (error.code !== 'ERR_JWKS_NO_MATCHING_KEY') throw error;
      return jwtVerify(token, await newKeys(), rules);
    });
    return payload as Claims;
  }

  return {
    name: settings.name,
    discover,
    async redeem(code, { verifier, nonce, redirectUri }) {
      const discovery = await discover();
      const tokens = await askFor(tokensSchema, tokenRequest(settings, discovery, { code, verifier, redirectUri }));
      const claims = await verify(tokens.id_token);
      const isForOthers = claims['azp'] !== undefined && claims['azp'] !== settings.clientId;
      if (claims['nonce'] !== nonce || isForOthers) throw new Problem('oidc_refused');
      const { userinfo_endpoint: url } = discovery;
      if (claims['email'] !== undefined || !url || !tokens.access_token) return claims;
      const headers = { authorization: `Bearer ${tokens.access_token}` };
      const more = await askFor(z.looseObject({ sub: z.literal(claims.sub) }), { url, headers });
      return { ...more, ...claims };
    },
  };
}

type Redeeming = { code: string; verifier: string; redirectUri: string };

function tokenRequest(
  { clientId, clientSecret }: OidcSettings,
  { token_endpoint: url, token_endpoint_auth_methods_supported: ways = ['client_secret_basic'] }: Discovery,
  { code, verifier, redirectUri }: Redeeming,
): OutsideRequest {
  const isBasic = ways.includes('client_secret_basic');
  const secret = isBasic ? {} : { client_id: clientId, client_secret: clientSecret };
  const pair = [clientId, clientSecret].map((each) => encodeURIComponent(each)).join(':');
  const grant = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri };
  return {
    url,
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(isBasic && { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }),
    },
    body: new URLSearchParams({ ...grant, ...secret }).toString(),
  };
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/** Asks once for all who want it, and again after a while; a failure is not remembered. */
function remembered<T>(milliseconds: number, load: () => Promise<T>): () => Promise<T> {
  let known: { value: Promise<T>; until: number } | undefined;
  return () => {
    if (known && known.until > Date.now()) return known.value;
    const value = load();
    const mine = (known = { value, until: Date.now() + milliseconds });
    value.catch(() => known === mine && (known = undefined));
    return value;
  };
}
