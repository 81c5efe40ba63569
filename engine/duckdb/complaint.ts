import { Problem } from '#contract/errors.ts';
import { placeByBytes } from './statement.ts';

/** What DuckDB says with `errors_as_json`. */
type Complaint = { exception_type: string; exception_message: string; position?: string };

/** What an error of a person's SQL means to the person. What is interrupted, or is no error of the SQL, stays as it is. */
export function meaningOf(error: unknown, statement: string, before: number): unknown {
  if (error instanceof Problem || !(error instanceof Error)) return error;
  const complaint = complaintIn(error.message);
  if (!complaint) return error;
  const { exception_type, exception_message, position } = complaint;
  if (exception_type === 'Interrupt' || exception_type === 'INTERRUPT') return error;
  if (exception_type === 'Out of Memory') return new Problem('query_too_large', {}, { cause: error });
  const at = position === undefined ? null : placeByBytes(statement)(Number(position) - before);
  const detail = cleaned(exception_message);
  return new Problem('sql_wrong', { detail, ...(at !== null && { at }) }, { cause: error });
}

export function complaintIn(message: string): Complaint | undefined {
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
