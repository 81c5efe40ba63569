import { Problem } from '#contract/errors.ts';
import { DatabaseFailure } from '#engine/remote/failure.ts';
import { mistakeOf } from './sql-mistakes.ts';
import { tokensOf } from './tokens.ts';

/** Turns a failure of a person's SQL into a Problem; others are returned unchanged. */
export function personProblemOf(cause: unknown, sql: string): unknown {
  if (!(cause instanceof DatabaseFailure)) return cause;
  const { message, reason } = cause;
  if (/^(?:\(total\) |\(for \w+\) |Query )?Memory limit/i.test(message))
    return new Problem('query_too_large', {}, { cause });
  const mistake = mistakeOf(message);
  const position = positionOf(mistake?.value, sql);
  // Otherwise a table of the product is missing.
  const isMissing = (reason === 'missing' && mistake) || (reason === 'database' && position.at !== undefined);
  if (reason !== 'wrong' && !isMissing) return cause;
  const original = cleanMessage(message);
  if (!mistake) return new Problem('sql_wrong', { detail: original }, { cause });
  const { code, ...named } = mistake;
  // Its message reveals whether a table of that name exists.
  const messageParams = code === 'sql_column_unknown' ? {} : { original };
  return new Problem(code, { ...named, ...position, ...messageParams }, { cause });
}

// The rest of a message shows the SQL that was sent, with internal names.
const cleanMessage = (message: string) =>
  message
    .replace(/(?:[:.]\s*|\s)(?:In scope|In query|while executing|While processing)\b.*/is, '')
    .replace(/ for subquery\b.*/s, ' for subquery')
    .replaceAll(/\b__table\d+\./g, '')
    .trim()
    .slice(0, 500);

/** The position of a column or function that the server names without a position. */
function positionOf(name: string | undefined, sql: string): { at?: number } {
  const tokens = tokensOf(sql);
  const parts = name?.split('.') ?? [];
  const first = tokens.findIndex((_, index) =>
    parts.every((part, offset) => tokens[index + offset * 2]?.text === part),
  );
  const token = parts.length === 0 ? undefined : (tokens[first] ?? tokens.find(({ text }) => text === parts.at(-1)));
  return token === undefined ? {} : { at: token.at };
}
