import { Problem, type ErrorCode } from '#contract/errors.ts';
import { Refusal } from '#engine/engine.ts';
import { DatabaseFailure, type FailureReason } from '#engine/remote/failure.ts';

/** Turns a refusal of the engine into a Problem for the user; other errors are returned unchanged. */
export function engineProblemOf(cause: unknown, seconds: number): unknown {
  if (cause instanceof DatabaseFailure) return databaseProblemOf(cause);
  if (!(cause instanceof Refusal)) return cause;
  const { reason, message } = cause;
  if (reason === 'timeout') return new Problem('query_timeout', { limit: `${seconds} s` }, { cause });
  if (reason === 'cancelled') return new Problem('cancelled', {}, { cause });
  if (reason === 'crashed') return new Problem('query_crashed', {}, { cause });
  if (/no space left|disk full/i.test(message)) return new Problem('disk_full', {}, { cause });
  return new Problem('query_failed', { detail: detailOf(message) }, { cause });
}

// Paths of server files must not reach the user.
const detailOf = (message: string) =>
  message
    .split('\n')[0]!
    .replaceAll(/(?:\/[^\s"'/:]+){2,}/g, '…')
    .slice(0, 300);

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
function databaseProblemOf(cause: DatabaseFailure): Problem {
  const code = codes[cause.reason];
  const detail = code === 'connection_query_failed' ? { detail: cause.message.split('\n')[0]!.slice(0, 300) } : {};
  return new Problem(code, detail, { cause });
}
