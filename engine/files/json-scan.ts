import { createReadStream } from 'node:fs';

import { Problem } from '#contract/errors.ts';
import { limits } from './limits.ts';

/** A value of a JSON text as it stands there, and the line it begins in. */
export type Piece = { text: string; line: number };

/** Where rows are: members of an array, by its number among all opening brackets, or (null) values of the text itself. */
export type Level = number | null;

const [quote, backslash, newline] = [34, 92, 10];
const isOpening = (byte: number) => byte === 91 || byte === 123;
const isClosing = (byte: number) => byte === 93 || byte === 125;
// A byte order mark may stand before any value: files are often concatenated.
const isMark = (byte: number) => byte === 0xef || byte === 0xbb || byte === 0xbf;
const isBetween = (byte: number) => byte === 44 || byte === 32 || (byte >= 9 && byte <= 13) || isMark(byte);

/**
 * Cuts a JSON text into the values at a level. Nothing is parsed: brackets and quotes are followed, so that nothing
 * too deep or too large gets any further.
 */
export async function* cutJson(file: string, level: Level): AsyncGenerator<Piece[]> {
  const follow = createFollower(level);
  let parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    const bytes = chunk as Buffer;
    const pieces: Piece[] = [];
    const keep = (from: number, to: number) => {
      parts.push(Buffer.from(bytes.subarray(from, to)));
      size += to - from;
    };
    const rest = follow.push(bytes, (from, to, line) => {
      keep(from, to);
      pieces.push({ text: Buffer.concat(parts).toString('utf8'), line });
      parts = [];
      size = 0;
    });
    if (rest !== null) keep(rest, bytes.length);
    if (size > limits.line) throw new Problem('line_too_long', { line: follow.line(), limit: '16 MB' });
    yield pieces;
  }
  const line = follow.finish();
  if (line !== null) yield [{ text: Buffer.concat(parts).toString('utf8'), line }];
}

type Found = (from: number, to: number, line: number) => void;

/** Hears of every bracket that opens or closes. */
type BracketListener = { open: (byte: number) => void; close: () => void };

/** Follows brackets and quotes through the bytes of a text, and says where values at a level begin and end. */
export function createFollower(level: Level, listener?: BracketListener) {
  let depth = 0;
  let opening = 0;
  let rowDepth = level === null ? 0 : undefined;
  let line = 1;
  let isQuoted = false;
  let isEscaped = false;
  let begun: number | null = null;

  function close(): void {
    if (--depth < 0) throw malformed(line, 'a bracket closes that was never opened');
    // What follows the array of rows is no row.
    if (rowDepth !== undefined && depth < rowDepth) rowDepth = undefined;
    listener?.close();
  }

  function open(byte: number): void {
    listener?.open(byte);
    if (opening++ === level) rowDepth = depth + 1;
    if (++depth > limits.depth) throw new Problem('too_deep', { limit: String(limits.depth), line });
  }

  function push(bytes: Buffer, found: Found): number | null {
    let from = 0;
    const end = (place: number) => {
      found(from, place, begun!);
      begun = null;
    };
    for (let place = 0; place < bytes.length; place++) {
      const byte = bytes[place]!;
      if (byte === newline) line++;
      if (isQuoted) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) isQuoted = false;
        continue;
      }
      if (depth === rowDepth) {
        if (begun !== null && (isBetween(byte) || isClosing(byte))) end(place);
        else if (begun === null && !isBetween(byte) && !isClosing(byte)) {
          begun = line;
          from = place;
        }
      }
      if (byte === quote) isQuoted = true;
      else if (isOpening(byte)) open(byte);
      else if (isClosing(byte)) close();
    }
    return begun === null ? null : from;
  }

  function finish(): number | null {
    if (isQuoted || depth > 0) throw malformed(line, 'the text ends before it is complete');
    return begun;
  }

  return { push, finish, line: () => begun ?? line };
}

const malformed = (line: number, detail: string) => new Problem('json_malformed', { line, detail });

// A number would lose the last digits of a long id.
const literal = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;
const keepLong = (found: string) => (/^-?\d{16,}$/.test(found) ? `"${found}"` : found);

/** Parses a piece; what is wrong with it is told with its line. */
export function parsePiece({ text, line }: Piece): unknown {
  try {
    return JSON.parse(/\d{16}/.test(text) ? text.replaceAll(literal, keepLong) : text);
  } catch (cause) {
    throw new Problem('json_malformed', { line, detail: detailOf(cause) }, { cause });
  }
}

// The library shows the text itself, which may be of any length and language.
const detailOf = (error: unknown) =>
  (error as Error).message.replace(/[,.]? *("|\.\.\.).*$/s, '').replaceAll(/[^ -~]/g, '') || 'unexpected character';
