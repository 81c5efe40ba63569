import { vi } from 'vitest';

type TestAnswer = { status: number; body: object };
type AnsweredCall = { key: string; body: unknown };

const isFailure = (answer: object): answer is TestAnswer => 'status' in answer && 'body' in answer;

/**
 * Answers the calls of a component to the server, by method and path: with a body, or with a status and a body. Returns
 * the calls so far. Ends with `vi.restoreAllMocks`.
 */
export function answerCalls(answers: Record<string, () => object | Promise<object>>): AnsweredCall[] {
  const calls: AnsweredCall[] = [];
  const fetchReally = window.fetch.bind(window);
  vi.spyOn(window, 'fetch').mockImplementation(async (input, options = {}) => {
    const { method = 'GET', body } = options;
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    // Texts come from the real server.
    if (!url.pathname.startsWith('/api/')) return fetchReally(input, options);
    const key = `${method} ${url.pathname.replace(/^\/api/, '')}`;
    calls.push({ key, body: typeof body === 'string' ? JSON.parse(body) : undefined });
    const answer = (await answers[key]?.()) ?? { status: 404, body: { code: 'not_found' } };
    const { status, body: content } = isFailure(answer) ? answer : { status: 200, body: answer };
    return Response.json(content, { status });
  });
  return calls;
}
