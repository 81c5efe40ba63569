import { vi } from 'vitest';
import { z } from 'zod';

import { api } from '#contract/api.ts';
import { listRoutes, staleHeaderOf } from '#contract/route.ts';
import { staleHeader } from '#contract/shell.ts';

type TestAnswer = { status: number; body: object };
type AnsweredCall = { key: string; body: unknown; query?: Record<string, string> };

const isFailure = (answer: object): answer is TestAnswer => 'status' in answer && 'body' in answer;

/**
 * Answers the calls of a component to the server, by method and path: with a body, with a status and a body, or with a
 * text of JSON lines. Returns the calls so far. Ends with `vi.restoreAllMocks`.
 */
export function answerCalls(answers: Record<string, () => object | string | Promise<object | string>>): AnsweredCall[] {
  const calls: AnsweredCall[] = [];
  const originalFetch = window.fetch.bind(window);
  vi.spyOn(window, 'fetch').mockImplementation(async (input, options = {}) => {
    const { method = 'GET', body } = options;
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    // Texts come from the real server.
    if (!url.pathname.startsWith('/api/')) return originalFetch(input, options);
    const key = `${method} ${url.pathname.replace(/^\/api/, '')}`;
    const sent: unknown = typeof body === 'string' ? JSON.parse(body) : undefined;
    const query = Object.fromEntries(url.searchParams);
    calls.push({ key, body: sent, ...(url.search && { query }) });
    for (const field of unknownFieldsOf(key, { ...query, ...(sent as object) }))
      reportError(new Error(`${key} has no field ${field}, so the server rejects it.`));
    const answer = (await Promise.race([answers[key]?.(), abortOf(options)])) ?? {
      status: 404,
      body: { code: 'not_found' },
    };
    if (typeof answer === 'string') return new Response(answer);
    const { status, body: content } = isFailure(answer) ? answer : { status: 200, body: answer };
    return Response.json(content, { status, headers: { [staleHeader]: staleKeysIn(key) } });
  });
  return calls;
}

const findRoute = (key: string) => listRoutes(api).find(([each]) => patternOf(each).test(key)) ?? [];

/** The query keys that the server says a call makes stale. */
function staleKeysIn(key: string): string {
  const [pattern, route] = findRoute(key);
  return pattern && route ? staleHeaderOf(route, patternOf(pattern).exec(key)!.groups ?? {}) : '';
}

/** Fields that the route of a call does not have. */
function unknownFieldsOf(key: string, sent: object): string[] {
  const [, route] = findRoute(key);
  const schema = route?.input;
  return schema instanceof z.ZodObject ? Object.keys(sent).filter((field) => !(field in schema.shape)) : [];
}

const patternOf = (key: string) => new RegExp(`^${key.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);

/** Rejects once the request is aborted, as fetch does. */
const abortOf = ({ signal }: RequestInit) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
