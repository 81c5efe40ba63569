import { Problem } from '#contract/errors.ts';
import { placeByBytes } from './statement.ts';

/** What DuckDB says with `errors_as_json`. */
type Complaint = { exception_type: string; exception_message: string; position?: string };

/** A question that needs more memory than it may have is no mistake of ours, whoever wrote the SQL. */
export function shortageOf(error: unknown): unknown {
  const type = complaintIn(error)?.exception_type;
  return type === 'Out of Memory' ? new Problem('query_too_large', {}, { cause: error }) : error;
}

/** What an error of a person's SQL means to the person. What is interrupted stays as it is. */
export function meaningOf(error: unknown, sql: string, before: number): unknown {
  const complaint = complaintIn(error);
  if (!complaint || complaint.exception_type.toLowerCase() === 'interrupt') return error;
  const { exception_message, position } = complaint;
  const at = position === undefined ? null : placeByBytes(sql)(Number(position) - before);
  return new Problem('sql_wrong', { detail: cleaned(exception_message), ...(at !== null && { at }) }, { cause: error });
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
