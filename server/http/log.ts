import pino, { type Logger } from 'pino';

/** The log: one line of JSON an event, on standard error; `close` writes down what is still in memory. */
export function openLog(level: string): { log: Logger; close: () => void } {
  const output = pino.destination({ dest: 2, sync: false });
  const log = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: eventOf } },
    output,
  );
  return { log, close: () => output.flushSync() };
}

// Of a failed query its text but never its values, and of any error only what names the fault: the rest may be secret.
function eventOf(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, query } = error as { code?: unknown; query?: unknown };
  return {
    type: error.name,
    message: typeof query === 'string' ? query : error.message,
    ...(typeof code === 'string' && { code }),
    stack: error.stack?.split('\n').filter((line) => line.startsWith('    at ')),
    ...(error.cause !== undefined && { cause: eventOf(error.cause) }),
  };
}
