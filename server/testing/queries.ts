import type { ApiKey, ApiInput } from '#contract/api.ts';
import type { AnswerLine } from '#contract/queries/routes.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { requireDocumented } from './failures.ts';
import type { QuerySpec, Result } from '#domain/query/query.ts';
import { type Client, type CallOptions, requestOf } from './client.ts';

type QuerySpecInput = Extract<ApiInput<'POST /queries'>['ask'], { kind: 'query' }>;

/** A query that counts the rows of a dataset, with optional fields. */
export const specOf = (dataset: string, fields: Partial<QuerySpecInput> = {}): QuerySpecInput => ({
  kind: 'query',
  dataset,
  measures: [{ id: 'n', formula: { kind: 'count' }, show: 'value' }],
  ...fields,
});

export const sqlOf = (sql: string, params: Extract<QuerySpec, { kind: 'sql' }>['params'] = []) => ({
  kind: 'sql' as const,
  sql,
  params,
});

type LinesResponse<Line> = { status: number; headers: Headers; lines: Line[]; error: ErrorBody };

/** Calls a streaming route; returns its status, and the lines or the error. */
export async function callLines<Line>(
  client: Client,
  key: ApiKey,
  input: object,
  extra: CallOptions,
): Promise<LinesResponse<Line>> {
  const { status, headers, body } = await client.call(key, input, extra);
  const text = body as unknown;
  const jsonLines = typeof text === 'string' ? text.split('\n').filter(Boolean) : [];
  const lines = jsonLines.map((line) => JSON.parse(line) as Line & { error?: Partial<ErrorBody> });
  for (const { error } of lines) if (error) requireDocumented(key, error);
  return { status, headers, lines, error: body };
}

type QueryCallOptions = Omit<ApiInput<'POST /queries'>, 'ask' | 'zone'> & CallOptions & { zone?: string };

/** Runs a query and returns its last line: the result, or the error with its status. */
export async function runQuery(client: Client, spec: ApiInput<'POST /queries'>['ask'], options: QueryCallOptions) {
  const { token, headers, zone = 'UTC', ...input } = options;
  const extra = { token, ...(headers && { headers }) };
  const response = await callLines<AnswerLine>(client, 'POST /queries', { ask: spec, zone, ...input }, extra);
  const last = response.lines.at(-1);
  if (last?.kind === 'result') return { status: response.status, result: last.result, error: undefined };
  return { status: response.status, error: last?.kind === 'error' ? last.error : response.error, result: undefined };
}

/** Result of a query; throws if there is none. */
export async function resultOf(client: Client, spec: ApiInput<'POST /queries'>['ask'], options: QueryCallOptions) {
  const { result, error } = await runQuery(client, spec, options);
  if (!result) throw new Error(JSON.stringify(error));
  return result;
}

/** Values of a result by row. */
export const rowsOf = ({ values }: Pick<Result, 'values'>) =>
  (values[0] ?? []).map((_, row) => values.map((column) => column[row]));

/** Calls a streaming route; returns the lines as they come, and a function that disconnects. */
export async function openLines<Line>(
  client: Client,
  key: ApiKey,
  { input, token }: { input: object; token: string },
): Promise<{ lines: () => AsyncGenerator<Line>; disconnect: () => void }> {
  const controller = new AbortController();
  const { path, init } = requestOf(key, input);
  const headers = {
    ...(await client.browserHeaders()),
    'content-type': 'application/json',
    authorization: `Bearer ${token}`,
  };
  const { signal } = controller;
  const answer = fetch(`${client.url}${path}`, { ...init, headers, signal });
  // A disconnected client expects no response.
  answer.catch(() => undefined);
  return { lines: () => linesOf<Line>(answer), disconnect: () => controller.abort() };
}

export const openQuery = (client: Client, input: ApiInput<'POST /queries'>, token: string) =>
  openLines<AnswerLine>(client, 'POST /queries', { input, token });

async function* linesOf<Line>(answer: Promise<Response>): AsyncGenerator<Line> {
  const { body } = await answer;
  let rest = '';
  for await (const piece of body!.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop()!;
    for (const line of lines) yield JSON.parse(line) as Line;
  }
}

/** A query that never finishes within a timeout. */
export const endlessQuery = (mark = 0) =>
  sqlOf(`select sum(a.range * b.range + ${mark}) as n from range(10000000) a, range(10000000) b`);
