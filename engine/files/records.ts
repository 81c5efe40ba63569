import { open } from 'node:fs/promises';

import { Problem } from '#contract/errors.ts';
import type { Quote } from '#domain/cells/reading.ts';
import { limits } from './limits.ts';
import { type ColumnStarts, splitAtStarts, splitAtSpaces } from './spaced-lines.ts';

/** How a line is split into cells: at a delimiter, at spaces, or at the positions where columns begin. */
export type TextDialect =
  | { delimiter: string; quote: Quote; starts?: undefined }
  | { delimiter: 'aligned'; quote: Quote; starts: ColumnStarts };

/**
 * A record of a delimited text. Its cells have one character per byte, so that positions in them are byte offsets in
 * the file; `textOf` decodes them.
 */
export type TextRecord = { cells: string[]; line: number; offset: number };

/** Decodes a cell with one character per byte; only cells beyond ASCII need it. */
export const textOf = (cell: string): string => (isAscii(cell) ? cell : Buffer.from(cell, 'latin1').toString('utf8'));

// For cells, which are short, a loop is faster than a pattern.
function isAscii(cell: string): boolean {
  for (let index = 0; index < cell.length; index++) if (cell.charCodeAt(index) > 127) return false;
  return true;
}

const chunkBytes = 1024 * 1024;
const tailBytes = 64 * 1024;

/** Features of a text that DuckDB would read differently. */
export type Oddities = {
  isOdd: boolean;
  /** Whether text follows a closing quote, so that the quote may be a plain character. */
  hasTails?: boolean;
  /** Whether a quoted cell contains a line end and a delimiter, so that it may be several cells. */
  hasLongCells?: boolean;
};

type RecordSplitter = {
  push: (chunk: string, isLast: boolean) => TextRecord[];
  /** The length of the text that belongs to no complete record yet, and the line where it begins. */
  pending: () => { length: number; line: number };
};

/** With `isTruncated` the file is the beginning of a longer one, so that its last record may be incomplete. */
type RecordOptions = { oddities?: Oddities; isTruncated?: boolean };

/** Reads the records of a UTF-8 file in batches. Lines count from 1, blank ones are skipped. */
export async function* readRecords(
  file: string,
  dialect: TextDialect,
  { oddities = { isOdd: false }, isTruncated = false }: RecordOptions = {},
): AsyncGenerator<TextRecord[]> {
  const handle = await open(file);
  try {
    const buffer = Buffer.allocUnsafe(chunkBytes);
    let splitter: RecordSplitter | undefined;
    let bytes = 0;
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, chunkBytes);
      const chunk = buffer.toString('latin1', 0, bytesRead);
      const from = !splitter && chunk.startsWith(byteOrderMark) ? byteOrderMark.length : 0;
      splitter ??= createSplitter(dialect, oddities, from);
      yield splitter.push(chunk.slice(from), bytesRead === 0 && !isTruncated);
      bytes += bytesRead;
      if (bytesRead > 0) continue;
      if (isTruncated) rejectOpenQuote(splitter, bytes);
      return;
    }
  } finally {
    await handle.close();
  }
}

// A record that takes most of a text is not a record: a quote in it is a plain character, or was never closed.
function rejectOpenQuote(splitter: RecordSplitter, bytes: number): void {
  const { length, line } = splitter.pending();
  if (length * 2 > bytes) throw new Problem('quote_unclosed', { line });
}

const byteOrderMark = '\u00ef\u00bb\u00bf';

/** The last rows of a file, read from its end; none if there are quotes, which may have opened anywhere before. */
export async function readLastRecords(file: string, dialect: TextDialect): Promise<TextRecord[]> {
  const handle = await open(file);
  try {
    const from = Math.max(0, (await handle.stat()).size - tailBytes);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(tailBytes), 0, tailBytes, from);
    const text = buffer.toString('latin1', 0, bytesRead);
    if (dialect.quote !== 'none' && text.includes(dialect.quote)) return [];
    const first = text.indexOf('\n') + 1;
    return createSplitter(dialect, { isOdd: false }, from + first).push(text.slice(first), true);
  } finally {
    await handle.close();
  }
}

/** Splits a text into records incrementally; `start` is its offset in the file. */
export function createSplitter(dialect: TextDialect, oddities: Oddities, start = 0): RecordSplitter {
  const { delimiter } = dialect;
  // A byte that does not occur in UTF-8.
  const quote = dialect.quote === 'none' ? '\u00ff' : dialect.quote;
  const splitLine = lineSplitterOf(dialect);
  let rest = '';
  let begin = start;
  let line = 1;
  let lineEnd: string | undefined;

  const noteEnd = (end: string) => {
    lineEnd ??= end;
    if (end !== lineEnd) oddities.isOdd = true;
  };

  // DuckDB reads a quoted line break only if it is a line feed and lines end in one, too; and it skips a header by
  // lines, not by records.
  const noteBreaks = (value: string) => {
    if (value.includes('\r') || (lineEnd !== '\n' && value.includes('\n'))) oddities.isOdd = true;
  };

  function push(chunk: string, isLast: boolean): TextRecord[] {
    const text = rest + chunk;
    const records: TextRecord[] = [];
    let offset = 0;
    for (;;) {
      const record = recordAt(text, offset, isLast);
      if (!record) break;
      if (!isBlankRecord(record.cells)) records.push({ cells: record.cells, line, offset: begin + offset });
      line += record.lines;
      offset = record.end;
    }
    rest = text.slice(offset);
    begin += offset;
    if (rest.length > limits.line) {
      throw new Problem('line_too_long', { line, limit: '16 MB' });
    }
    return records;
  }

  type SplitRecord = { cells: string[]; end: number; lines: number };

  function recordAt(text: string, offset: number, isLast: boolean): SplitRecord | undefined {
    if (offset >= text.length) return undefined;
    const end = text.indexOf('\n', offset);
    if (end < 0 && !isLast) return text.indexOf('\r', offset) < 0 ? undefined : slowRecordAt(text, offset, isLast);
    const stop = end < 0 ? text.length : end;
    const plain = text.slice(offset, text[stop - 1] === '\r' && stop > offset ? stop - 1 : stop);
    if (plain.includes('\r') || (plain.includes(quote) && delimiter.length === 1))
      return slowRecordAt(text, offset, isLast);
    if (end >= 0) noteEnd(stop - offset > plain.length ? '\r\n' : '\n');
    return { cells: splitLine(plain), end: stop + (end < 0 ? 0 : 1), lines: 1 };
  }

  // Character by character: quotes, and line ends of any kind.
  function slowRecordAt(text: string, from: number, isLast: boolean): SplitRecord | undefined {
    if (delimiter.length > 1) return spacedRecordAt(text, from, isLast);
    const cells: string[] = [];
    let lines = 0;
    let offset = from;
    for (;;) {
      const cell = cellAt(text, offset, isLast);
      if (!cell) {
        if (isLast) throw new Problem('quote_unclosed', { line: line + lines });
        return undefined;
      }
      cells.push(cell.value);
      lines += cell.lines;
      offset = cell.end;
      if (text.startsWith(delimiter, offset)) {
        offset += delimiter.length;
        continue;
      }
      const end = lineEndAt(text, offset, isLast);
      if (end === undefined) return undefined;
      if (end) noteEnd(end);
      return { cells, end: offset + end.length, lines: lines + 1 };
    }
  }

  function spacedRecordAt(text: string, from: number, isLast: boolean): SplitRecord | undefined {
    const stop = endOfPlain(text, from);
    const end = lineEndAt(text, stop, isLast);
    return end === undefined
      ? undefined
      : { cells: splitLine(text.slice(from, stop)), end: stop + end.length, lines: 1 };
  }

  type SplitCell = { value: string; end: number; lines: number };

  function cellAt(text: string, from: number, isLast: boolean): SplitCell | undefined {
    let offset = from;
    while (text[offset] === ' ') offset++;
    if (text[offset] !== quote) {
      const end = endOfPlain(text, from);
      return end < text.length || isLast ? { value: text.slice(from, end), end, lines: 0 } : undefined;
    }
    return quotedAt(text, offset, isLast);
  }

  function quotedAt(text: string, from: number, isLast: boolean): SplitCell | undefined {
    for (let offset = from + 1; ; offset += 2) {
      offset = text.indexOf(quote, offset);
      if (offset < 0 || (offset === text.length - 1 && !isLast)) return undefined;
      if (text[offset + 1] === quote) continue;
      const value = text.slice(from + 1, offset).replaceAll(quote + quote, quote);
      noteBreaks(value);
      const after = endOfPlain(text, offset + 1);
      if (after === text.length && !isLast) return undefined;
      const tail = text.slice(offset + 1, after);
      if (tail.trim() !== '') oddities.isOdd = oddities.hasTails = true;
      if (value.includes('\n') && value.includes(delimiter)) oddities.hasLongCells = true;
      return { value: value + tail.trimEnd(), end: after, lines: countLines(value) };
    }
  }

  function endOfPlain(text: string, from: number): number {
    for (let offset = from; offset < text.length; offset++) {
      const char = text[offset];
      if (char === delimiter || char === '\n' || char === '\r') return offset;
    }
    return text.length;
  }

  return { push, pending: () => ({ length: rest.length, line }) };
}

function lineSplitterOf({ delimiter, starts }: TextDialect): (line: string) => string[] {
  if (starts) return (line) => splitAtStarts(line, starts);
  return delimiter === 'spaces' ? splitAtSpaces : (line) => line.split(delimiter);
}

function lineEndAt(text: string, offset: number, isLast: boolean): string | undefined {
  if (offset >= text.length) return isLast ? '' : undefined;
  if (text[offset] === '\n') return '\n';
  if (offset + 1 >= text.length && !isLast) return undefined;
  return text[offset + 1] === '\n' ? '\r\n' : '\r';
}

function countLines(text: string): number {
  let count = 0;
  for (let offset = text.indexOf('\n'); offset >= 0; offset = text.indexOf('\n', offset + 1)) count++;
  return count;
}

/** Whether a line has nothing but spaces. */
export const isBlankLine = (cells: string[]) => cells.length === 1 && cells[0]!.trim() === '';

const isBlankRecord = (cells: string[]) => cells.length === 1 && cells[0] === '';
