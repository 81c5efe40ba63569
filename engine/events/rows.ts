import type { BodyFormat } from './frames.ts';

/** What stands in the place of a line that is no JSON. */
export class Unreadable {
  constructor(
    readonly near: string,
    readonly line: number,
  ) {}
}

/** The text of a body, without the mark that some programs put before it. */
export function textOf(body: Buffer): string {
  const text = body.toString();
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** The rows in the body of a push. The door and the log's reader count them alike. */
export function rowsOf(text: string, format: BodyFormat): unknown[] {
  if (format === 'lines') return linesOf(text);
  const value = parseJson(text);
  if (format === 'messages') return messagesOf(value);
  return Array.isArray(value) ? value : [value];
}

function linesOf(text: string): unknown[] {
  const rows: unknown[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    try {
      rows.push(parseJson(line));
    } catch (error) {
      rows.push(error);
    }
  }
  return rows;
}

/** A batch of messages, or one alone. */
function messagesOf(value: unknown): unknown[] {
  const { batch } = (value ?? {}) as { batch?: unknown };
  return Array.isArray(batch) ? batch : [value];
}

/** The dataset of a message by its type, as in the warehouses of those who speak this API. */
export const datasetByType: Record<string, string> = {
  track: 'tracks',
  page: 'pages',
  screen: 'screens',
  identify: 'identifies',
  group: 'groups',
  alias: 'aliases',
};

/** The dataset of a message in a batch. */
export function datasetOf(message: unknown): string | undefined {
  const { type } = message as { type?: unknown };
  return typeof type === 'string' && Object.hasOwn(datasetByType, type) ? datasetByType[type] : undefined;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Unreadable);

/** Reads JSON; throws `Unreadable`. Whole numbers that a double cannot hold stay the digits that they are. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return /\d{16}/.test(text) ? JSON.parse(keepDigits(text)) : value;
  } catch (error) {
    throw unreadableAt(text, error as Error);
  }
}

const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

// Only for what is known to be JSON: a quote that is never closed would be looked for again and again.
function keepDigits(text: string): string {
  return text.replace(token, (found) =>
    /^-?\d{16,}$/.test(found) && !Number.isSafeInteger(Number(found)) ? `"${found}"` : found,
  );
}

// Where JSON.parse stopped: it names a position, or quotes what is around it, or came to the end.
function unreadableAt(text: string, { message }: Error): Unreadable {
  const position = /position (\d+)/.exec(message)?.[1];
  const quoted = /, (?:\.{3})?"(.*?)"(?:\.{3})? is not valid JSON$/s.exec(message)?.[1];
  const place = position ? Number(position) : quoted ? text.indexOf(quoted) + quoted.length / 2 : text.length;
  const near = text.slice(Math.max(0, place - 12), place + 12).replaceAll(/\s+/g, ' ');
  return new Unreadable(near, text.slice(0, place).split('\n').length);
}
