import { Problem } from '#contract/errors.ts';
import { Refusal } from '#engine/engine.ts';
import { DatabaseFailure } from '#engine/remote/failure.ts';
import { databaseProblemOf } from './database-problem.ts';

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
