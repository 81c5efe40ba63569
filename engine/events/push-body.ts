import type { BodyFormat } from './frames.ts';

/** Placeholder for a line that is not JSON. */
export class UnreadableLine {
  constructor(
    readonly near: string,
    readonly line: number,
  ) {}
}

/** The text of a body, without a byte order mark. */
export function textOf(body: Buffer): string {
  const text = body.toString();
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** The rows in the body of a push. Ingestion and sealing both use it, so that row indexes agree. */
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

/** A batch of messages, or a single one. */
function messagesOf(value: unknown): unknown[] {
  const { batch } = (value ?? {}) as { batch?: unknown };
  return Array.isArray(batch) ? batch : [value];
}

/** The dataset of a message by its type, with the table names that warehouses use for this API. */
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
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof UnreadableLine);

/** Parses JSON; throws `UnreadableLine`. Integers that a double cannot represent become texts. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return /\d{16}/.test(text) ? JSON.parse(keepDigits(text)) : value;
  } catch (error) {
    throw unreadableAt(text, error as Error);
  }
}

const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

// Only for valid JSON: with an unclosed quote the regular expression would be quadratic.
function keepDigits(text: string): string {
  return text.replace(token, (literal) =>
    /^-?\d{16,}$/.test(literal) && !Number.isSafeInteger(Number(literal)) ? `"${literal}"` : literal,
  );
}

// Where JSON.parse stopped: its message has a position, a quotation, or neither at the end of the text.
function unreadableAt(text: string, { message }: Error): UnreadableLine {
  const position = /position (\d+)/.exec(message)?.[1];
  const quoted = /, (?:\.{3})?"(.*?)"(?:\.{3})? is not valid JSON$/s.exec(message)?.[1];
  const offset = position ? Number(position) : quoted ? text.indexOf(quoted) + quoted.length / 2 : text.length;
  const near = text.slice(Math.max(0, offset - 12), offset + 12).replaceAll(/\s+/g, ' ');
  return new UnreadableLine(near, text.slice(0, offset).split('\n').length);
}
