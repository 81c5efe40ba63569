import { open } from 'node:fs/promises';

import { Problem } from '#contract/errors.ts';
import type { Quote } from '#contract/reading.ts';
import { limits } from './limits.ts';
import { type ColumnStarts, cutAtPlaces, cutAtSpaces } from './spaced-lines.ts';

/** How a text is cut into cells: at a character, at spaces, or at the places where columns begin. */
export type TextDialect =
  | { delimiter: string; quote: Quote; starts?: undefined }
  | { delimiter: 'aligned'; quote: Quote; starts: ColumnStarts };

/**
 * A record of a delimited text. Its cells hold a byte a character, so that places in them are places in the file;
 * `textOf` makes text of them.
 */
export type TextRecord = { cells: string[]; line: number; offset: number };

/** Text as bytes, one a character, in which only what is not ASCII has to be decoded. */
export const textOf = (cell: string): string =>
  isAscii.test(cell) ? cell : Buffer.from(cell, 'latin1').toString('utf8');

// oxlint-disable-next-line no-control-regex -- a NUL is ASCII, too
const isAscii = /^[\u0000-\u007f]*$/;
const chunkBytes = 1024 * 1024;
const tailBytes = 64 * 1024;

/** What was met on the way that DuckDB would read otherwise. */
export type Oddities = {
  isOdd: boolean;
  /** Whether something follows a closing quote, so that it may be no more than a character. */
  hasTails?: boolean;
  /** Whether a cell between quotes holds a line end and a delimiter, so that it may be several. */
  hasLongCells?: boolean;
};

type Splitter = {
  push: (chunk: string, isLast: boolean) => TextRecord[];
};

/** Reads the records of a UTF-8 file, a batch at a time. Lines count from 1, blank ones are left out. */
export async function* readRecords(
  file: string,
  dialect: TextDialect,
  oddities: Oddities = { isOdd: false },
): AsyncGenerator<TextRecord[]> {
  const handle = await open(file);
  try {
    const buffer = Buffer.allocUnsafe(chunkBytes);
    let splitter: Splitter | undefined;
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, chunkBytes);
      const chunk = buffer.toString('latin1', 0, bytesRead);
      const from = !splitter && chunk.startsWith(mark) ? mark.length : 0;
      splitter ??= createSplitter(dialect, oddities, from);
      yield splitter.push(chunk.slice(from), bytesRead === 0);
      if (bytesRead === 0) return;
    }
  } finally {
    await handle.close();
  }
}

const mark = '\u00ef\u00bb\u00bf';

/** The last rows of a file, as far as they can be told from its end: a quote may have opened anywhere before. */
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

/** Cuts a text into records as it comes; `start` is its place in the file. */
export function createSplitter(dialect: TextDialect, oddities: Oddities, start = 0): Splitter {
  const { delimiter } = dialect;
  // No byte of a text in UTF-8 is this one.
  const quote = dialect.quote === 'none' ? '\u00ff' : dialect.quote;
  const cutLine = lineCutter(dialect);
  let rest = '';
  let begin = start;
  let line = 1;
  let lineEnd: string | undefined;

  const noteEnd = (end: string) => {
    lineEnd ??= end;
    if (end !== lineEnd) oddities.isOdd = true;
  };

  // DuckDB reads a line break between quotes only where it is the line feed that ends the lines, too; and it skips a
  // header by lines, not by records.
  const noteBreaks = (value: string) => {
    if (value.includes('\r') || (lineEnd !== '\n' && value.includes('\n'))) oddities.isOdd = true;
  };

  function push(chunk: string, isLast: boolean): TextRecord[] {
    const text = rest + chunk;
    const records: TextRecord[] = [];
    let place = 0;
    for (;;) {
      const found = recordAt(text, place, isLast);
      if (!found) break;
      if (!isBlankRecord(found.cells)) records.push({ cells: found.cells, line, offset: begin + place });
      line += found.lines;
      place = found.end;
    }
    rest = text.slice(place);
    begin += place;
    if (rest.length > limits.line) {
      throw new Problem('line_too_long', { line, limit: '16 MB' });
    }
    return records;
  }

  type Found = { cells: string[]; end: number; lines: number };

  function recordAt(text: string, place: number, isLast: boolean): Found | undefined {
    if (place >= text.length) return undefined;
    const end = text.indexOf('\n', place);
    if (end < 0 && !isLast) return text.indexOf('\r', place) < 0 ? undefined : slowRecordAt(text, place, isLast);
    const stop = end < 0 ? text.length : end;
    const plain = text.slice(place, text[stop - 1] === '\r' && stop > place ? stop - 1 : stop);
    if (plain.includes('\r') || (plain.includes(quote) && delimiter.length === 1))
      return slowRecordAt(text, place, isLast);
    if (end >= 0) noteEnd(stop - place > plain.length ? '\r\n' : '\n');
    return { cells: cutLine(plain), end: stop + (end < 0 ? 0 : 1), lines: 1 };
  }

  // One character after the other: quotes, and line ends of any kind.
  function slowRecordAt(text: string, from: number, isLast: boolean): Found | undefined {
    if (delimiter.length > 1) return spacedRecordAt(text, from, isLast);
    const cells: string[] = [];
    let lines = 0;
    let place = from;
    for (;;) {
      const cell = cellAt(text, place, isLast);
      if (!cell) {
        if (isLast) throw new Problem('quote_unclosed', { line: line + lines });
        return undefined;
      }
      cells.push(cell.value);
      lines += cell.lines;
      place = cell.end;
      if (text.startsWith(delimiter, place)) {
        place += delimiter.length;
        continue;
      }
      const end = lineEndAt(text, place, isLast);
      if (end === undefined) return undefined;
      if (end) noteEnd(end);
      return { cells, end: place + end.length, lines: lines + 1 };
    }
  }

  function spacedRecordAt(text: string, from: number, isLast: boolean): Found | undefined {
    const stop = endOfPlain(text, from);
    const end = lineEndAt(text, stop, isLast);
    return end === undefined ? undefined : { cells: cutLine(text.slice(from, stop)), end: stop + end.length, lines: 1 };
  }

  type Cell = { value: string; end: number; lines: number };

  function cellAt(text: string, from: number, isLast: boolean): Cell | undefined {
    let place = from;
    while (text[place] === ' ') place++;
    if (text[place] !== quote) {
      const end = endOfPlain(text, from);
      return end < text.length || isLast ? { value: text.slice(from, end), end, lines: 0 } : undefined;
    }
    return quotedAt(text, place, isLast);
  }

  function quotedAt(text: string, from: number, isLast: boolean): Cell | undefined {
    for (let place = from + 1; ; place += 2) {
      place = text.indexOf(quote, place);
      if (place < 0 || (place === text.length - 1 && !isLast)) return undefined;
      if (text[place + 1] === quote) continue;
      const value = text.slice(from + 1, place).replaceAll(quote + quote, quote);
      noteBreaks(value);
      const after = endOfPlain(text, place + 1);
      if (after === text.length && !isLast) return undefined;
      const tail = text.slice(place + 1, after);
      if (tail.trim() !== '') oddities.isOdd = oddities.hasTails = true;
      if (value.includes('\n') && value.includes(delimiter)) oddities.hasLongCells = true;
      return { value: value + tail.trimEnd(), end: after, lines: countLines(value) };
    }
  }

  function endOfPlain(text: string, from: number): number {
    for (let place = from; place < text.length; place++) {
      const char = text[place];
      if (char === delimiter || char === '\n' || char === '\r') return place;
    }
    return text.length;
  }

  return { push };
}

function lineCutter({ delimiter, starts }: TextDialect): (line: string) => string[] {
  if (starts) return (line) => cutAtPlaces(line, starts);
  return delimiter === 'spaces' ? cutAtSpaces : (line) => line.split(delimiter);
}

function lineEndAt(text: string, place: number, isLast: boolean): string | undefined {
  if (place >= text.length) return isLast ? '' : undefined;
  if (text[place] === '\n') return '\n';
  if (place + 1 >= text.length && !isLast) return undefined;
  return text[place + 1] === '\n' ? '\r\n' : '\r';
}

function countLines(text: string): number {
  let count = 0;
  for (let place = text.indexOf('\n'); place >= 0; place = text.indexOf('\n', place + 1)) count++;
  return count;
}

/** Whether a line has nothing but spaces. */
export const isBlankLine = (cells: string[]) => cells.length === 1 && cells[0]!.trim() === '';

const isBlankRecord = (cells: string[]) => cells.length === 1 && cells[0] === '';
