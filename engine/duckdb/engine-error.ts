import { Problem } from '#contract/errors.ts';
import { type EngineMessage, mistakeOf } from './sql-mistakes.ts';
import { charOffsetByBytes } from './statement.ts';

/** An error message of DuckDB with `errors_as_json`. */
type EngineErrorJson = { exception_type: string; exception_message: string; candidates?: string; position?: string };

/** Running out of memory is a problem of the query and not a bug, also for compiled SQL. */
export function memoryProblemOf(error: unknown): unknown {
  const type = engineErrorIn(error)?.exception_type;
  return type === 'Out of Memory' ? new Problem('query_too_large', {}, { cause: error }) : error;
}

/** Turns an error of a person's SQL into a Problem. Interrupts stay as they are. */
export function sqlProblemOf(error: unknown, sql: string, offset: number): unknown {
  const engineError = engineErrorIn(error);
  if (!engineError || engineError.exception_type.toLowerCase() === 'interrupt') return error;
  const { exception_message: message, candidates, position } = engineError;
  const at = position === undefined ? null : charOffsetByBytes(sql)(Number(position) - offset);
  return problemOfMessage({ message, ...(candidates && { candidates }) }, { at, cause: error });
}

/** The Problem for an engine message: a known mistake if it is one, with the engine's own message as `original`. */
export function problemOfMessage(
  engineMessage: EngineMessage,
  { at, cause }: { at: number | null; cause?: unknown },
): Problem {
  const original = cleanMessage(engineMessage.message);
  const { code, ...named } = mistakeOf(engineMessage) ?? { code: 'sql_wrong' as const, detail: original };
  const position = at === null ? {} : { at };
  return new Problem(code, { ...named, ...position, ...(code !== 'sql_wrong' && { original }) }, { cause });
}

function engineErrorIn(error: unknown): EngineErrorJson | undefined {
  if (error instanceof Problem || !(error instanceof Error)) return undefined;
  const { message } = error;
  const start = message.indexOf('{"exception_type"');
  if (start < 0) return undefined;
  try {
    return JSON.parse(message.slice(start)) as EngineErrorJson;
  } catch {
    // A message that only looks like JSON.
    return undefined;
  }
}

// The first line states the error; the others guess, and mention tables that the person does not know.
const cleanMessage = (message: string) =>
  message
    .split('\n')[0]!
    .replaceAll(/\bmemory\.(main\.)?/g, '')
    .slice(0, 500);
