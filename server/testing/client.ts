import { type Api, api, type ApiKey, type Input, type Output } from '#contract/api.ts';
import type { Admission } from '#contract/accounts.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { methodOf, pathOf } from '#contract/route.ts';
import { apiPrefix } from '#contract/shell.ts';
import { requireNamed } from './failures.ts';

export type Answer<T> = { status: number; headers: Headers; body: T & ErrorBody };

export type Client = {
  /** Calls a route as a browser would, with the anti-forgery cookie and header. */
  call: <K extends ApiKey>(key: K, input: Input<K>, extra?: Extra) => Promise<Answer<Output<K>>>;
  /** Sends anything at all to an address below the server. */
  send: (path: string, init?: RequestInit) => Promise<Answer<unknown>>;
  /** The headers of a browser that has the page open. */
  browserHeaders: () => Promise<Record<string, string>>;
  url: string;
};

export type Extra = { token?: string | undefined; headers?: Record<string, string> };

/** Talks to a running server over HTTP. */
export function createClient(url: string): Client {
  let xsrf: string | undefined;

  async function send(path: string, init: RequestInit = {}): Promise<Answer<unknown>> {
    const response = await fetch(`${url}${path}`, { redirect: 'manual', ...init });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson ? JSON.parse(text) : text) as Answer<unknown>['body'],
    };
  }

  async function browserHeaders(): Promise<Record<string, string>> {
    xsrf ??= await loadXsrf(url);
    return { cookie: `XSRF-TOKEN=${xsrf}`, 'x-xsrf-token': xsrf };
  }

  async function call<K extends ApiKey>(
    key: K,
    input: Input<K>,
    { token, headers = {} }: Extra = {},
  ): Promise<Answer<Output<K>>> {
    const { path, init } = requestOf(key, input);
    const answer = await send(path, {
      ...init,
      headers: {
        ...(init.body && { 'content-type': 'application/json' }),
        ...(await browserHeaders()),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
    });
    if (answer.status >= 400) requireNamed(key, answer.body ?? {});
    return answer as Answer<Output<K>>;
  }

  return { call, send, browserHeaders, url };
}

type Credentials = Input<'POST /auth/signin'>;

/** Signs in someone of whom no code is asked. */
export async function signIn(
  client: Pick<Client, 'call'>,
  credentials: Credentials,
  extra?: Extra,
): Promise<Admission> {
  const { body } = await client.call('POST /auth/signin', credentials, extra);
  if (!('token' in body)) throw new Error(`not signed in: ${JSON.stringify(body)}`);
  return body;
}

async function loadXsrf(url: string): Promise<string> {
  const response = await fetch(`${url}${apiPrefix}/installation`);
  return /XSRF-TOKEN=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')![1]!;
}

/** The request for a route: its parameters in the path, the rest in the query or the body. */
export function requestOf(key: keyof Api, input: object): { path: string; init: RequestInit & { body?: string } } {
  const rest: Record<string, unknown> = { ...input };
  const path = `${apiPrefix}${pathOf(key)}`.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  const method = methodOf(key);
  if (method !== 'GET' && method !== 'DELETE') return { path, init: { method, body: JSON.stringify(rest) } };
  const { where = {}, ...named } = rest as Record<string, string> & { where?: Record<string, string | string[]> };
  const conditions = Object.entries(where ?? {}).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  const query = new URLSearchParams([...Object.entries(named), ...conditions]).toString();
  return { path: query ? `${path}?${query}` : path, init: { method } };
}

export const apiKeys = Object.keys(api) as ApiKey[];
