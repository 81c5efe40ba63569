import { createReadStream } from 'node:fs';

import { Problem } from '#contract/errors.ts';
import { limits } from './limits.ts';

/** The text of a JSON value, and the line where it begins. */
export type JsonPiece = { text: string; line: number };

/** A JSON text; with `isTruncated` it is the beginning of a longer one, so that its last value may be incomplete. */
export type JsonFile = { file: string; isTruncated: boolean };

/** Where rows are: in an array, by its index among all opening brackets, or (null) at the top level. */
export type RowLevel = number | null;

const [quote, backslash, newline] = [34, 92, 10];
const isOpening = (byte: number) => byte === 91 || byte === 123;
const isClosing = (byte: number) => byte === 93 || byte === 125;
// A byte order mark may precede any value: files are often concatenated.
const isMark = (byte: number) => byte === 0xef || byte === 0xbb || byte === 0xbf;
const isBetween = (byte: number) => byte === 44 || byte === 32 || (byte >= 9 && byte <= 13) || isMark(byte);

/**
 * Splits a JSON text into the values at a level. Nothing is parsed: only brackets and quotes are tracked, so that
 * values that are too deep or too large are rejected early.
 */
export async function* splitJson({ file, isTruncated }: JsonFile, level: RowLevel): AsyncGenerator<JsonPiece[]> {
  const tracker = createBracketTracker(level);
  let parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    const bytes = chunk as Buffer;
    const pieces: JsonPiece[] = [];
    const append = (from: number, to: number) => {
      parts.push(Buffer.from(bytes.subarray(from, to)));
      size += to - from;
    };
    const rest = tracker.push(bytes, (from, to, line) => {
      append(from, to);
      pieces.push({ text: Buffer.concat(parts).toString('utf8'), line });
      parts = [];
      size = 0;
    });
    if (rest !== null) append(rest, bytes.length);
    if (size > limits.line) throw new Problem('line_too_long', { line: tracker.line(), limit: '16 MB' });
    yield pieces;
  }
  if (isTruncated) return;
  const line = tracker.finish();
  if (line !== null) yield [{ text: Buffer.concat(parts).toString('utf8'), line }];
}

type OnValue = (from: number, to: number, line: number) => void;

/** Called for every bracket that opens or closes. */
type BracketListener = { open: (byte: number) => void; close: () => void };

/** Tracks brackets and quotes through the bytes of a text, and reports where values at a level begin and end. */
export function createBracketTracker(level: RowLevel, listener?: BracketListener) {
  let depth = 0;
  let opening = 0;
  let rowDepth = level === null ? 0 : undefined;
  let line = 1;
  let isQuoted = false;
  let isEscaped = false;
  let startLine: number | null = null;

  function close(): void {
    if (--depth < 0) throw malformed(line, 'a bracket closes that was never opened');
    // Values after the array of rows are not rows.
    if (rowDepth !== undefined && depth < rowDepth) rowDepth = undefined;
    listener?.close();
  }

  function open(byte: number): void {
    listener?.open(byte);
    if (opening++ === level) rowDepth = depth + 1;
    if (++depth > limits.depth) throw new Problem('too_deep', { limit: String(limits.depth), line });
  }

  function push(bytes: Buffer, onValue: OnValue): number | null {
    let from = 0;
    const end = (index: number) => {
      onValue(from, index, startLine!);
      startLine = null;
    };
    for (let index = 0; index < bytes.length; index++) {
      const byte = bytes[index]!;
      if (byte === newline) line++;
      if (isQuoted) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) isQuoted = false;
        continue;
      }
      if (depth === rowDepth) {
        if (startLine !== null && (isBetween(byte) || isClosing(byte))) end(index);
        else if (startLine === null && !isBetween(byte) && !isClosing(byte)) {
          startLine = line;
          from = index;
        }
      }
      if (byte === quote) isQuoted = true;
      else if (isOpening(byte)) open(byte);
      else if (isClosing(byte)) close();
    }
    return startLine === null ? null : from;
  }

  function finish(): number | null {
    if (isQuoted || depth > 0) throw malformed(line, 'the text ends before it is complete');
    return startLine;
  }

  return { push, finish, line: () => startLine ?? line };
}

const malformed = (line: number, detail: string) => new Problem('json_malformed', { line, detail });

// A number would lose the last digits of a long id.
const literal = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;
const quoteLongInteger = (token: string) => (/^-?\d{16,}$/.test(token) ? `"${token}"` : token);

/** Parses a value; errors include its line. */
export function parsePiece({ text, line }: JsonPiece): unknown {
  try {
    return JSON.parse(/\d{16}/.test(text) ? text.replaceAll(literal, quoteLongInteger) : text);
  } catch (cause) {
    throw new Problem('json_malformed', { line, detail: detailOf(cause) }, { cause });
  }
}

// The library's message quotes the text, which may be of any length and language.
const detailOf = (error: unknown) =>
  (error as Error).message.replace(/[,.]? *("|\.\.\.).*$/s, '').replaceAll(/[^ -~]/g, '') || 'unexpected character';
