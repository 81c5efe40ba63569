import { createLocalJWKSet, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';

import { Problem } from '#contract/errors.ts';
import type { Config } from '#server/config.ts';
import { type Egress, type OutsideRequest, sendOut } from '#server/egress/request.ts';

export type OidcSettings = NonNullable<Config['oidc']>;
type ProviderKeys = ReturnType<typeof createLocalJWKSet>;

const hour = 60 * 60 * 1000;
/** Minimum interval between reloads of the provider's keys after an unknown key, in milliseconds. */
const keyReloadMs = 30_000;
// Asymmetric algorithms only: a shared secret would not prove that the provider signed.
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

const discoverySchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
});
type Discovery = z.infer<typeof discoverySchema>;
const tokensSchema = z.object({ id_token: z.string(), access_token: z.string().optional() });
const keysSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

/** Verified claims of the provider about a member. */
export type Claims = JWTPayload & { sub: string };

export type OidcProvider = {
  name: string;
  discover: () => Promise<Discovery>;
  /** Exchanges a code for claims; rejects any token that was not issued to us now. */
  redeem: (code: string, flow: { verifier: string; nonce: string; redirectUri: string }) => Promise<Claims>;
};

export function openOidc(settings: OidcSettings, egress: Egress): OidcProvider {
  const fetchParsed = async <T extends z.ZodType>(schema: T, request: OutsideRequest): Promise<z.output<T>> => {
    const answer = await sendOut(egress, request);
    const parsed = schema.safeParse(answer.status === 200 ? jsonOf(answer.body) : undefined);
    if (!parsed.success) throw new Problem('oidc_refused', {}, { cause: parsed.error });
    return parsed.data;
  };

  const discover = cached(hour, async () => {
    const url = `${settings.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const discovery = await fetchParsed(discoverySchema, { url });
    if (discovery.issuer !== settings.issuer) throw new Problem('oidc_refused');
    return discovery;
  });
  const loadKeys = async (): Promise<ProviderKeys> =>
    createLocalJWKSet(await fetchParsed(keysSchema, { url: (await discover()).jwks_uri }));
  const cachedKeys = cached(hour, loadKeys);
  const reloadKeys = cached(keyReloadMs, loadKeys);

  async function verify(token: string): Promise<Claims> {
    const { issuer, clientId: audience } = settings;
    const rules = { issuer, audience, algorithms, requiredClaims: ['exp', 'iat', 'sub', 'nonce'], clockTolerance: 60 };
    const { payload } = await jwtVerify(token, await cachedKeys(), rules).catch(async (error: { code?: string }) => {
      if (error.code !== 'ERR_JWKS_NO_MATCHING_KEY') throw error;
      return jwtVerify(token, await reloadKeys(), rules);
    });
    return payload as Claims;
  }

  return {
    name: settings.name,
    discover,
    async redeem(code, { verifier, nonce, redirectUri }) {
      const discovery = await discover();
      const tokens = await fetchParsed(
        tokensSchema,
        tokenRequest(settings, discovery, { code, verifier, redirectUri }),
      );
      const claims = await verify(tokens.id_token);
      const isForOthers = claims['azp'] !== undefined && claims['azp'] !== settings.clientId;
      if (claims['nonce'] !== nonce || isForOthers) throw new Problem('oidc_refused');
      const { userinfo_endpoint: url } = discovery;
      if (claims['email'] !== undefined || !url || !tokens.access_token) return claims;
      const headers = { authorization: `Bearer ${tokens.access_token}` };
      const more = await fetchParsed(z.looseObject({ sub: z.literal(claims.sub) }), { url, headers });
      return { ...more, ...claims };
    },
  };
}

type CodeExchange = { code: string; verifier: string; redirectUri: string };

function tokenRequest(
  { clientId, clientSecret }: OidcSettings,
  { token_endpoint: url, token_endpoint_auth_methods_supported: authMethods = ['client_secret_basic'] }: Discovery,
  { code, verifier, redirectUri }: CodeExchange,
): OutsideRequest {
  const isBasic = authMethods.includes('client_secret_basic');
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
    // The caller rejects a response without JSON.
    return undefined;
  }
}

/** Caches a load for some time and shares it among concurrent callers; failures are not cached. */
function cached<T>(milliseconds: number, load: () => Promise<T>): () => Promise<T> {
  let current: { value: Promise<T>; until: number } | undefined;
  return () => {
    if (current && current.until > Date.now()) return current.value;
    const value = load();
    const entry = (current = { value, until: Date.now() + milliseconds });
    // The caller gets the failure; the next call loads again.
    value.catch(() => current === entry && (current = undefined));
    return value;
  };
}
