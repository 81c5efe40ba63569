import { type ErrorCode, Problem } from '#contract/errors.ts';
import type { DatabaseFailure, FailureReason } from '#engine/remote/failure.ts';

const codes: Record<FailureReason, ErrorCode> = {
  refused: 'connection_refused',
  unreachable: 'connection_unreachable',
  timeout: 'connection_timeout',
  protocol: 'connection_protocol',
  certificate: 'connection_certificate',
  sign_in: 'connection_sign_in',
  database: 'connection_database_missing',
  denied: 'connection_denied',
  missing: 'connection_table_missing',
  parameters: 'connection_query_failed',
  too_many: 'connection_too_many',
  time_limit: 'query_timeout',
  lost: 'connection_lost',
  wrong: 'connection_query_failed',
};

/** The failure of a database as a Problem. The database's own message is included only if no code explains it. */
export function databaseProblemOf(cause: DatabaseFailure): Problem {
  const code = codes[cause.reason];
  const detail = code === 'connection_query_failed' ? { detail: cause.message.split('\n')[0]!.slice(0, 300) } : {};
  return new Problem(code, detail, { cause });
}
