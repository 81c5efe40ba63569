import pino, { type Logger } from 'pino';

export const silentLog: Logger = pino({ level: 'silent' });

type LogLine = { level: number; msg: string; err?: { message: string } };

/** A logger whose lines a test can read. */
export function recordLog(): { log: Logger; lines: LogLine[] } {
  const lines: LogLine[] = [];
  return { log: pino({}, { write: (text: string) => void lines.push(JSON.parse(text) as LogLine) }), lines };
}
