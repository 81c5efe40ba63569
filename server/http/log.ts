import pino, { type Logger } from 'pino';

/** Logger: one JSON line per event on standard error; `close` flushes it. */
export function openLog(level: string): { log: Logger; close: () => void } {
  const output = pino.destination({ dest: 2, sync: false });
  const log = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: serializeError } },
    output,
  );
  return { log, close: () => output.flushSync() };
}

// Logs the text of a failed query but never its values, and only the fields of an error that identify it: the rest may
// be secret.
function serializeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, query } = error as { code?: unknown; query?: unknown };
  return {
    type: error.name,
    message: typeof query === 'string' ? query : error.message,
    ...(typeof code === 'string' && { code }),
    stack: error.stack?.split('\n').filter((line) => line.startsWith('    at ')),
    ...(error.cause !== undefined && { cause: serializeError(error.cause) }),
  };
}
