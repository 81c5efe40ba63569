import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

import { catalogue, messageOf } from '#contract/error-catalogue.ts';
import { type ErrorBody, type ErrorCode, Problem } from '#contract/errors.ts';
import { languageOf } from '#domain/language.ts';

// Error codes for requests that Fastify or Node reject.
const codeByStatus: Record<number, ErrorCode> = {
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'too_large',
  414: 'uri_too_long',
  415: 'unsupported_media_type',
  431: 'headers_too_large',
  503: 'unavailable',
};

/** Converts any thrown value to a Problem; `internal` for bugs. */
function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const databaseCode = databaseCodeOf(error);
  if (databaseCode) return new Problem(databaseCode, {}, { cause: error });
  const status = (error as Partial<FastifyError>)?.statusCode ?? 500;
  if (status >= 500 && status !== 503) return new Problem('internal', {}, { cause: error });
  return new Problem(codeByStatus[status] ?? 'malformed_request', {}, { cause: error });
}

const diskFull = /^(ENOSPC|EDQUOT|53100)$/;
// Error codes of pg when the database is unreachable, and of PostgreSQL while it stops, starts, is read-only, lacks
// memory or connections, or times out on a lock.
const unavailable =
  /^(ECONN\w+|ENOENT|ENOTFOUND|EPIPE|ETIMEDOUT|08\w{3}|25006|40001|40P01|53\w{3}|55P03|57014|57P0\d|58\w{3})$/;
const unavailableMessage =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error/i;

function databaseCodeOf(error: unknown): 'disk_full' | 'unavailable' | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '' } = error as { code?: string };
  if (diskFull.test(code)) return 'disk_full';
  return unavailable.test(code) || unavailableMessage.test(error.message) ? 'unavailable' : databaseCodeOf(error.cause);
}

function logProblem(error: unknown, request: FastifyRequest): Problem {
  const problem = problemOf(error);
  if (catalogue[problem.code].status >= 500) request.log.error({ err: error, traceId: request.id }, 'a request failed');
  return problem;
}

// Links in emails open a page instead of a JSON error.
const errorPages: Partial<Record<ErrorCode, string>> = { letter_link_dead: '/auth/letters?file' };
const isNavigation = ({ method, headers }: FastifyRequest) =>
  method === 'GET' && (headers.accept ?? '').includes('text/html');

/** Sends an error response: a stable code, a message in the client's language and the request id. */
export function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = logProblem(error, request);
  const page = errorPages[problem.code];
  if (page && isNavigation(request)) return reply.header('cache-control', 'no-store').redirect(page, 303);
  if (problem.params.retryAfter) reply.header('retry-after', problem.params.retryAfter);
  if (problem.code === 'unauthenticated') reply.header('www-authenticate', 'Bearer');
  const body = bodyOf(problem, request.id, request.headers['accept-language']);
  return reply.code(catalogue[problem.code].status).header('cache-control', 'no-store').send(body);
}

/** Error as a JSON line, for failures after other lines have been sent. */
export function failureOf(error: unknown, request: FastifyRequest): { kind: 'error'; error: ErrorBody } {
  const problem = logProblem(error, request);
  return { kind: 'error', error: bodyOf(problem, request.id, request.headers['accept-language']) };
}

export function bodyOf(problem: Problem, requestId: string, acceptLanguage?: string): ErrorBody {
  const message = messageOf(problem.code, { ...problem.params, requestId }, languageOf(acceptLanguage));
  const { at, original } = problem.params;
  return { code: problem.code, message, requestId, ...(at !== undefined && { at }), ...(original && { original }) };
}
