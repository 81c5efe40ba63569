import { type Api, api, type ApiKey, type ApiInput, type ApiOutput } from '#contract/api.ts';
import type { NewSession } from '#contract/accounts/routes.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { methodOf, pathOf } from '#contract/route.ts';
import { apiPrefix } from '#contract/shell.ts';
import { requireDocumented } from './failures.ts';

export type TestResponse<T> = { status: number; headers: Headers; body: T & ErrorBody };

export type Client = {
  /** Calls a route like a browser, with anti-forgery cookie and header. */
  call: <K extends ApiKey>(key: K, input: ApiInput<K>, extra?: CallOptions) => Promise<TestResponse<ApiOutput<K>>>;
  /** Sends any request to the server. */
  send: (path: string, init?: RequestInit) => Promise<TestResponse<unknown>>;
  /** Headers of a browser that has the page open. */
  browserHeaders: () => Promise<Record<string, string>>;
  url: string;
};

export type CallOptions = { token?: string | undefined; headers?: Record<string, string> };

/** HTTP client for a running server. */
export function createClient(url: string): Client {
  let xsrf: string | undefined;

  async function send(path: string, init: RequestInit = {}): Promise<TestResponse<unknown>> {
    const response = await fetch(`${url}${path}`, { redirect: 'manual', ...init });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson ? JSON.parse(text) : text) as TestResponse<unknown>['body'],
    };
  }

  async function browserHeaders(): Promise<Record<string, string>> {
    xsrf ??= await loadXsrf(url);
    return { cookie: `XSRF-TOKEN=${xsrf}`, 'x-xsrf-token': xsrf };
  }

  async function call<K extends ApiKey>(
    key: K,
    input: ApiInput<K>,
    { token, headers = {} }: CallOptions = {},
  ): Promise<TestResponse<ApiOutput<K>>> {
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
    if (answer.status >= 400) requireDocumented(key, answer.body ?? {});
    return answer as TestResponse<ApiOutput<K>>;
  }

  return { call, send, browserHeaders, url };
}

type SignInInput = ApiInput<'POST /auth/signin'>;

/** Signs in a member without two-step verification. */
export async function signIn(
  client: Pick<Client, 'call'>,
  credentials: SignInInput,
  extra?: CallOptions,
): Promise<NewSession> {
  const { body } = await client.call('POST /auth/signin', credentials, extra);
  if (!('token' in body)) throw new Error(`not signed in: ${JSON.stringify(body)}`);
  return body;
}

async function loadXsrf(url: string): Promise<string> {
  const response = await fetch(`${url}${apiPrefix}/installation`);
  return /XSRF-TOKEN=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')![1]!;
}

/** Request of a route: parameters in the path, the rest in the query or the body. */
export function requestOf(key: keyof Api, input: object): { path: string; init: RequestInit & { body?: string } } {
  const rest: Record<string, unknown> = { ...input };
  const path = `${apiPrefix}${pathOf(key)}`.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  const method = methodOf(key);
  const isStream = 'body' in api[key] && api[key].body === 'stream';
  if (method !== 'GET' && method !== 'DELETE' && !isStream)
    return { path, init: { method, body: JSON.stringify(rest) } };
  const { where = {}, ...named } = rest as Record<string, string> & { where?: Record<string, string | string[]> };
  const conditions = Object.entries(where ?? {}).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  const query = new URLSearchParams([...Object.entries(named), ...conditions]).toString();
  return { path: query ? `${path}?${query}` : path, init: { method, ...(isStream && { body: '' }) } };
}

export const apiKeys = Object.keys(api) as ApiKey[];
