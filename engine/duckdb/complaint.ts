import { Problem } from '#contract/errors.ts';
import { type Complaint as Said, mistakeOf } from './mistake.ts';
import { placeByBytes } from './statement.ts';

/** What DuckDB says with `errors_as_json`. */
type Complaint = { exception_type: string; exception_message: string; candidates?: string; position?: string };

/** A question that needs more memory than it may have is no mistake of ours, whoever wrote the SQL. */
export function shortageOf(error: unknown): unknown {
  const type = complaintIn(error)?.exception_type;
  return type === 'Out of Memory' ? new Problem('query_too_large', {}, { cause: error }) : error;
}

/** What an error of a person's SQL means to the person. What is interrupted stays as it is. */
export function meaningOf(error: unknown, sql: string, before: number): unknown {
  const complaint = complaintIn(error);
  if (!complaint || complaint.exception_type.toLowerCase() === 'interrupt') return error;
  const { exception_message: message, candidates, position } = complaint;
  const at = position === undefined ? null : placeByBytes(sql)(Number(position) - before);
  return wrongOf({ message, ...(candidates && { candidates }) }, { at, cause: error });
}

/** The Problem of a complaint: in our words if they are known, with what the engine said beside them. */
export function wrongOf(said: Said, { at, cause }: { at: number | null; cause?: unknown }): Problem {
  const original = cleaned(said.message);
  const { code, ...named } = mistakeOf(said) ?? { code: 'sql_wrong' as const, detail: original };
  const place = at === null ? {} : { at };
  return new Problem(code, { ...named, ...place, ...(code !== 'sql_wrong' && { original }) }, { cause });
}

function complaintIn(error: unknown): Complaint | undefined {
  if (error instanceof Problem || !(error instanceof Error)) return undefined;
  const { message } = error;
  const start = message.indexOf('{"exception_type"');
  if (start < 0) return undefined;
  try {
    return JSON.parse(message.slice(start)) as Complaint;
  } catch {
    return undefined;
  }
}

// The first line says what is wrong; the others guess, and know tables that the person does not.
const cleaned = (message: string) =>
  message
    .split('\n')[0]!
    .replaceAll(/\bmemory\.(main\.)?/g, '')
    .slice(0, 500);
