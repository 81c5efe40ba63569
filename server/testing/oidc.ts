import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

const client = { id: 'shuju', secret: 'a secret of the client' };

/** Settings of an installation that uses a provider. */
export const oidcSettings = (issuer: string) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: client.id,
  OIDC_CLIENT_SECRET: client.secret,
  OIDC_NAME: 'Acme',
  PRIVATE_ADDRESSES: 'allow',
});

async function listen(server: http.Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export type TestProvider = {
  issuer: string;
  allow: (redirectUri: string) => void;
  /** Sets the claim `groups` of a name. */
  setGroups: (login: string, groups: string[]) => void;
  close: () => Promise<void>;
};

/** A real provider where any name can sign in and has the email `name@example.com`. */
export async function openProvider(): Promise<TestProvider> {
  let handle: http.RequestListener = (_, answer) => answer.writeHead(503).end();
  const server = http.createServer((request, answer) => handle(request, answer));
  const issuer = await listen(server);
  const groupsOf = new Map<string, string[]>();
  const open = (redirectUri: string) => {
    const provider = new Provider(issuer, {
      clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [redirectUri] }],
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['name', 'preferred_username', 'groups'],
      },
      cookies: { keys: ['a key of the cookies'] },
      findAccount: (_: unknown, id: string) => ({
        accountId: id,
        claims: () => ({
          sub: id,
          email: `${id}@example.com`,
          email_verified: true,
          name: `Someone called ${id}`,
          preferred_username: id,
          groups: groupsOf.get(id),
        }),
      }),
    });
    handle = provider.callback();
  };
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((done) => server.close(() => done()));
  };
  return { issuer, allow: open, setGroups: (login, groups) => void groupsOf.set(login, groups), close };
}

/** Follows the pages of the provider like a browser; returns the final redirect. */
export async function signInAt(url: string, login: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let at = url;
  let body: string | undefined;
  for (let step = 0; step < 12; step++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }) };
    const answer = await fetch(at, {
      redirect: 'manual',
      headers,
      ...(body !== undefined && { method: 'POST', body }),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
      cookies.set(name!, value!);
    }
    body = undefined;
    const location = answer.headers.get('location');
    if (!location) {
      const page = await answer.text();
      const isLogin = page.includes('name="login"');
      body = new URLSearchParams(
        isLogin ? { prompt: 'login', login, password: 'any' } : { prompt: 'consent' },
      ).toString();
      continue;
    }
    const next = new URL(location, at);
    if (next.searchParams.has('code')) return next;
    at = next.href;
  }
  throw new Error('the provider did not redirect back');
}

export type DishonestProvider = {
  issuer: string;
  /** Claims that override the correct ones in the next token. */
  setClaims: (claims: Record<string, unknown>) => void;
  replies: Record<string, http.RequestListener>;
  close: () => Promise<void>;
};

/** A provider that returns arbitrary claims and responses. */
export async function openDishonestProvider(): Promise<DishonestProvider> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256' };
  let overrides: Record<string, unknown> = {};
  const json = (answer: http.ServerResponse, body: unknown) =>
    void answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const replies: DishonestProvider['replies'] = {};
  const honest: DishonestProvider['replies'] = {
    '/.well-known/openid-configuration': (_, answer) =>
      json(answer, {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
      }),
    '/keys': (_, answer) => json(answer, { keys: [jwk] }),
    '/token': (_, answer) => void sendToken(answer),
  };
  const sendToken = async (answer: http.ServerResponse) => {
    const now = Math.floor(Date.now() / 1000);
    const usual = { iss: issuer, aud: client.id, sub: 'liar', iat: now, exp: now + 60, email_verified: true };
    const token = await new SignJWT({ ...usual, email: 'liar@example.com', ...overrides })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .sign(privateKey);
    json(answer, { id_token: token });
  };
  const server = http.createServer((request, answer) => {
    const path = request.url!.split('?')[0]!;
    (replies[path] ?? honest[path] ?? ((_, end) => end.writeHead(404).end()))(request, answer);
  });
  const issuer = await listen(server);
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((done) => server.close(() => done()));
  };
  return { issuer, setClaims: (claims) => (overrides = claims), replies, close };
}
