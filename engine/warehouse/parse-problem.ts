import { Problem } from '#contract/errors.ts';
import { DatabaseFailure } from '#engine/remote/failure.ts';
import { endOf, type SqlToken } from './tokens.ts';
import type { WrittenSql } from './write-sql.ts';

const tooDeep = /Maximum parse depth|AST is too (?:deep|big)|Stack size too large|Parser backtracks/i;
const syntaxError = /Syntax error[^:]*: failed at position (\d+)/;

type SentTokens = Omit<WrittenSql, 'text'> & { tokens: SqlToken[] };

/** The Problem for SQL that the server cannot parse; other failures stay as they are. */
export function parseProblemOf(cause: unknown, { tokens, starts, end }: SentTokens): unknown {
  // The printed tree of deeply nested SQL exceeds the limit of results.
  if (cause instanceof Problem)
    return cause.code === 'query_too_large' ? new Problem('sql_too_deep', {}, { cause }) : cause;
  if (!(cause instanceof DatabaseFailure) || cause.reason !== 'wrong') return cause;
  const { message } = cause;
  if (tooDeep.test(message)) return new Problem('sql_too_deep', {}, { cause });
  // The server counts bytes from 1.
  const byte = Number(syntaxError.exec(message)?.[1] ?? NaN) - 1;
  if (Number.isNaN(byte)) return new Problem('sql_wrong', { detail: message.slice(0, 500) }, { cause });
  const token = tokens[starts.findLastIndex((from) => from <= byte)];
  const original = expectationOf(message);
  if (!token || byte >= end)
    return new Problem('sql_unfinished', { at: endOf(tokens.at(-1)!), ...original }, { cause });
  return new Problem('sql_syntax', { value: token.text.slice(0, 200), at: token.at, ...original }, { cause });
}

/** What the server expected instead. The rest of its message quotes the rewritten SQL. */
function expectationOf(message: string): { original?: string } {
  const [expected] = /Expected .*/s.exec(message) ?? [];
  return expected === undefined
    ? {}
    : {
        original: expected
          .replace(/\(SYNTAX_ERROR\).*/s, '')
          .trim()
          .slice(0, 500),
      };
}
