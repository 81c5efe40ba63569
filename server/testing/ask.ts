import type { ApiKey, Input } from '#contract/api.ts';
import type { AnswerLine } from '#contract/asks.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { requireNamed } from './failures.ts';
import type { Ask, Result } from '#contract/query.ts';
import { type Client, type Extra, requestOf } from './client.ts';

type QueryAsk = Extract<Input<'POST /queries'>['ask'], { kind: 'query' }>;

/** A question about a dataset that counts rows, with whatever else it is told. */
export const askOf = (dataset: string, told: Partial<QueryAsk> = {}): QueryAsk => ({
  kind: 'query',
  dataset,
  measures: [{ id: 'n', formula: { kind: 'count' }, show: 'value' }],
  ...told,
});

export const sqlOf = (sql: string, params: Extract<Ask, { kind: 'sql' }>['params'] = []) => ({
  kind: 'sql' as const,
  sql,
  params,
});

type LinesAnswer<Line> = { status: number; headers: Headers; lines: Line[]; error: ErrorBody };

/** Calls a route that gives lines: its status, and the lines or what was refused. */
export async function callLines<Line>(
  client: Client,
  key: ApiKey,
  input: object,
  extra: Extra,
): Promise<LinesAnswer<Line>> {
  const { status, headers, body } = await client.call(key, input, extra);
  const text = body as unknown;
  const told = typeof text === 'string' ? text.split('\n').filter(Boolean) : [];
  const lines = told.map((line) => JSON.parse(line) as Line & { error?: Partial<ErrorBody> });
  for (const { error } of lines) if (error) requireNamed(key, error);
  return { status, headers, lines, error: body };
}

type Options = Omit<Input<'POST /queries'>, 'ask' | 'zone'> & Extra & { zone?: string };

/** Asks a question and gives the last of what was answered: the result, or the error with its status. */
export async function ask(client: Client, question: Input<'POST /queries'>['ask'], options: Options) {
  const { token, headers, zone = 'UTC', ...input } = options;
  const extra = { token, ...(headers && { headers }) };
  const answered = await callLines<AnswerLine>(client, 'POST /queries', { ask: question, zone, ...input }, extra);
  const last = answered.lines.at(-1);
  if (last?.kind === 'result') return { status: answered.status, result: last.result, error: undefined };
  return { status: answered.status, error: last?.kind === 'error' ? last.error : answered.error, result: undefined };
}

/** The answer to a question, which must be there. */
export async function resultOf(client: Client, question: Input<'POST /queries'>['ask'], options: Options) {
  const { result, error } = await ask(client, question, options);
  if (!result) throw new Error(JSON.stringify(error));
  return result;
}

/** The values of an answer row by row. */
export const rowsOf = ({ values }: Pick<Result, 'values'>) =>
  (values[0] ?? []).map((_, row) => values.map((column) => column[row]));

/** Calls a route that gives lines and stays with it: the lines as they come, and a way to leave. */
export async function openLines<Line>(
  client: Client,
  key: ApiKey,
  { input, token }: { input: object; token: string },
): Promise<{ lines: () => AsyncGenerator<Line>; leave: () => void }> {
  const leaving = new AbortController();
  const { path, init } = requestOf(key, input);
  const headers = {
    ...(await client.browserHeaders()),
    'content-type': 'application/json',
    authorization: `Bearer ${token}`,
  };
  const { signal } = leaving;
  const answer = fetch(`${client.url}${path}`, { ...init, headers, signal });
  // Who leaves has no answer, and needs none.
  answer.catch(() => undefined);
  return { lines: () => linesOf<Line>(answer), leave: () => leaving.abort() };
}

export const openAsk = (client: Client, input: Input<'POST /queries'>, token: string) =>
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

/** A question that takes longer than anyone waits. */
export const endless = (mark = 0) =>
  sqlOf(`select sum(a.range * b.range + ${mark}) as n from range(10000000) a, range(10000000) b`);
