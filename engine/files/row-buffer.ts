import { Problem } from '#contract/errors.ts';
import { limits } from './limits.ts';
import { quoteCell } from './write-lines.ts';

/** The mark of a cell besides its text: none, the style of a number (counted from 1), or a flaw. */
export const marks = { none: 0, error: -1, uncalculated: -2 };

/** The row that was just read. */
export type SheetRow = {
  number: () => number;
  length: () => number;
  markAt: (column: number) => number;
  /** A cell as it is written in a line of CSV. */
  cellAt: (column: number) => string;
};

/**
 * The lines of a sheet, as bytes of CSV: each has the row number and its cells. Bytes are copied instead of converted
 * to strings, because a large sheet has tens of millions of cells.
 */
export type RowBuffer = {
  row: SheetRow;
  begin: (number: number) => void;
  /** Moves to a column; undefined is the one after the last cell. */
  moveTo: (column: number | undefined) => void;
  putText: (text: string, mark: number) => void;
  /** Puts a cell that has the quotes it needs. */
  putQuoted: (cell: string, mark: number) => void;
  /** Puts a cell of bytes that need no quotes. */
  putBytes: (bytes: Uint8Array, from: number, to: number, mark: number) => void;
  /** Puts a text of UTF-8 bytes, unless it may need quotes or its escapes decoded. */
  tryPutText: (bytes: Uint8Array, from: number, to: number) => boolean;
  end: () => void;
  /** The lines since the last call, and their number. They are valid until the next row is read. */
  takeLines: () => { bytes: Buffer; count: number };
};

const [comma, newline, underscore, x] = [44, 10, 95, 120];
const startBytes = 256 * 1024;

// NUL, quotes, commas and line ends need quotes or are removed.
const isSpecial = new Uint8Array(256);
for (const byte of [0, 10, 13, 34, 44]) isSpecial[byte] = 1;

export function createRowBuffer(): RowBuffer {
  let out = Buffer.allocUnsafe(startBytes);
  let at = 0;
  let lineCount = 0;
  let [rowStart, rowNumber, numberEnd, length, column] = [0, 0, 0, 0, 0];
  /** Where each cell of the row ends. */
  const ends = new Int32Array(limits.columns);
  const cellMarks = new Int32Array(limits.columns);
  /** The bytes after a cell that is overwritten. */
  let tail: Buffer | undefined;

  function reserve(bytes: number): void {
    if (at + bytes <= out.length) return;
    const larger = Buffer.allocUnsafe(2 * (at + bytes));
    out.copy(larger, 0, 0, at);
    out = larger;
  }

  function begin(number: number): void {
    const text = String(number);
    reserve(text.length + 1);
    [rowStart, rowNumber, length, column] = [at, number, 0, 0];
    at += out.write(text, at, 'latin1');
    numberEnd = at;
  }

  function moveTo(target: number | undefined): void {
    if (target !== undefined) column = target;
    if (column >= limits.columns) throw new Problem('too_many_columns', { limit: String(limits.columns) });
  }

  const startOf = (cell: number) => (cell === 0 ? numberEnd : ends[cell - 1]!) + 1;

  /** Makes room for a cell at the current column. */
  function open(bytes: number): void {
    reserve(bytes + column - length + 1);
    if (column < length) {
      tail = Buffer.from(out.subarray(ends[column], at));
      at = startOf(column);
      return;
    }
    while (length < column) {
      out[at++] = comma;
      cellMarks[length] = marks.none;
      ends[length++] = at;
    }
    out[at++] = comma;
  }

  function close(mark: number): void {
    cellMarks[column] = mark;
    const shift = at - ends[column]!;
    ends[column++] = at;
    if (!tail) {
      length++;
      return;
    }
    reserve(tail.length);
    tail.copy(out, at);
    at += tail.length;
    for (let cell = column; cell < length; cell++) ends[cell]! += shift;
    tail = undefined;
  }

  const putText = (text: string, mark: number) => putQuoted(quoteCell(text), mark);

  function putQuoted(cell: string, mark: number): void {
    open(3 * cell.length);
    at += writeText(out, cell, at);
    close(mark);
  }

  function putBytes(bytes: Uint8Array, from: number, to: number, mark: number): void {
    open(to - from);
    for (let index = from; index < to; index++) out[at++] = bytes[index]!;
    close(mark);
  }

  function tryPutText(bytes: Uint8Array, from: number, to: number): boolean {
    if (!isPlainText(bytes, from, to)) return false;
    putBytes(bytes, from, to, marks.none);
    return true;
  }

  /** Ends the row; an empty one has no line. */
  function end(): void {
    const isEmpty = at === numberEnd + length;
    if (isEmpty) {
      at = rowStart;
      return;
    }
    reserve(1);
    out[at++] = newline;
    rowStart = at;
    lineCount++;
  }

  function takeLines(): { bytes: Buffer; count: number } {
    const taken = { bytes: Buffer.from(out.subarray(0, rowStart)), count: lineCount };
    out.copyWithin(0, rowStart, at);
    for (let cell = 0; cell < length; cell++) ends[cell]! -= rowStart;
    numberEnd -= rowStart;
    at -= rowStart;
    [rowStart, lineCount] = [0, 0];
    return taken;
  }

  const row: SheetRow = {
    number: () => rowNumber,
    length: () => length,
    markAt: (cell) => cellMarks[cell]!,
    cellAt: (cell) => out.toString('utf8', startOf(cell), ends[cell]),
  };

  return { row, begin, moveTo, putText, putQuoted, putBytes, tryPutText, end, takeLines };
}

const maxLoopLength = 32;

/** Writes a text as UTF-8; for short ones a loop is faster than the call. Returns the number of bytes. */
function writeText(out: Buffer, text: string, at: number): number {
  if (text.length > maxLoopLength) return out.write(text, at, 'utf8');
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code > 127) return out.write(text, at, 'utf8');
    out[at + index] = code;
  }
  return text.length;
}

function isPlainText(bytes: Uint8Array, from: number, to: number): boolean {
  if (from === to) return true;
  const last = bytes[to - 1]!;
  if (!isVisible(bytes[from]!) || !(last < 128 ? isVisible(last) : isHan(bytes[to - 3]!))) return false;
  for (let index = from; index < to; index++) {
    const byte = bytes[index]!;
    if (isSpecial[byte] === 1 || (byte === underscore && bytes[index + 1] === x)) return false;
  }
  return true;
}

// The first bytes of characters that are certainly not spaces; all others are checked as text.
const isHan = (byte: number) => byte >= 0xe4 && byte <= 0xe9;
const isVisible = (byte: number) => (byte > 32 && byte < 127) || isHan(byte);
