import type { Readable } from 'node:stream';
import { parseError } from '@clickhouse/client';

import type { ResultRow } from './collect-rows.ts';
import { instantOf, type TextConverter, textConverters } from './values.ts';

/** The format of results: JSON keeps null apart from text, and each row is a line. */
export const rowFormat = 'JSONCompactEachRowWithNamesAndTypes';

/**
 * The rows of a result as text, in batches. An error after the first rows is in the body, after status 200, and
 * depending on the version of the server in a line of its own or in the middle of a row. So anything but a whole row is
 * an error.
 */
export async function* rowsOfStream(stream: Readable): AsyncGenerator<ResultRow[]> {
  let rest = '';
  let isBroken = false;
  try {
    for await (const chunk of stream.setEncoding('utf8')) {
      rest += chunk as string;
      if (isBroken && rest.length < maxErrorLength) continue;
      if (isBroken) break;
      const batch = takeRows(rest);
      yield batch.rows;
      ({ rest, isBroken } = batch);
    }
  } catch (error) {
    // After an error newer servers also break the connection.
    throw errorIn(rest) ?? error;
  }
  if (rest !== '') throw errorIn(rest) ?? new Error('The result ended in the middle of a row.');
}

/** The rows at the start of a text, and the rest: an incomplete row, or text that is not a row. */
function takeRows(text: string): { rows: ResultRow[]; rest: string; isBroken: boolean } {
  const rows: ResultRow[] = [];
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
    const row = cellsOf(text.slice(start, end));
    if (!row) return { rows, rest: text.slice(start), isBroken: true };
    rows.push(row);
    start = end + 1;
  }
  return { rows, rest: text.slice(start), isBroken: false };
}

const maxErrorLength = 100_000;

/** The error that the server wrote into the body. */
function errorIn(text: string): Error | null {
  const from = text.search(/Code: \d+/);
  return from === -1 ? null : parseError(text.slice(from));
}

const stringPattern = String.raw`"(?:[^"\\]|\\.)*"`;
const nestedStart = /[[{]/y;
const plainCell = new RegExp(`(${stringPattern}|[-+.\\w]+)([,\\]])`, 'y');
const nestedPart = new RegExp(`${stringPattern}|[^"[\\]{}]+|[[\\]{}]`, 'y');

/**
 * The cells of a row as text; undefined if the line is not a row. JSON.parse would lose digits of numbers, which not
 * every server writes in quotes.
 */
function cellsOf(line: string): ResultRow | undefined {
  if (line === '[]') return [];
  if (!line.startsWith('[') || !line.endsWith(']')) return undefined;
  const cells: ResultRow = [];
  let position = 1;
  while (position < line.length) {
    if (line[position] === ' ') position++;
    const end = nestedEnd(line, position);
    if (end === -1) return undefined;
    if (end > position) {
      cells.push(line.slice(position, end));
      if (line[end] !== ',' && line[end] !== ']') return undefined;
      position = end + 1;
      continue;
    }
    plainCell.lastIndex = position;
    const [whole, token] = plainCell.exec(line) ?? [];
    if (whole === undefined) return undefined;
    cells.push(textOf(token!));
    position += whole.length;
  }
  return cells;
}

function textOf(token: string): string | null {
  if (token === 'null') return null;
  if (!token.startsWith('"')) return token;
  return token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1);
}

/** Where an array or object that starts here ends; here itself if none starts, and -1 if it does not end. */
function nestedEnd(line: string, start: number): number {
  nestedStart.lastIndex = start;
  if (!nestedStart.test(line)) return start;
  let depth = 0;
  for (nestedPart.lastIndex = start; ;) {
    const [part] = nestedPart.exec(line) ?? [];
    if (part === undefined) return -1;
    if (part === '[' || part === '{') depth++;
    if (part === ']' || part === '}') depth--;
    if (depth === 0) return nestedPart.lastIndex;
  }
}

const { integer, number, date, json, text } = textConverters;

const converters: [pattern: RegExp, converter: TextConverter][] = [
  [/^U?Int\d+$/, integer],
  [/^Bool$/, { type: 'boolean', convert: (value) => value === 'true' || value === '1' }],
  [/^(Float|BFloat16|Decimal)/, number],
  [/^Date(32)?$/, date],
  [/^(Array|Tuple|Map|Nested|JSON|Object)\b/, json],
  [/^(Point|Ring|LineString|MultiLineString|Polygon|MultiPolygon)$/, json],
];

const wrapper = /^(?:Nullable|LowCardinality|SimpleAggregateFunction)\((?:\w+(?:\([^()]*\))?, )?(.*)\)$/s;
const timeType = /^DateTime(?:64)?\b(?:.*'(.+)')?/;

/** The converter for a ClickHouse type. Times are instants; the server writes those without a zone in its own. */
export function converterOf(type: string, serverZone: string): TextConverter {
  const inside = wrapper.exec(type)?.[1];
  if (inside !== undefined) return converterOf(inside, serverZone);
  const time = timeType.exec(type);
  if (time) return { type: 'time', convert: (value) => instantOf(value, time[1] ?? serverZone) };
  return converters.find(([pattern]) => pattern.test(type))?.[1] ?? text;
}
