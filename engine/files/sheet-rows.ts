import { TextDecoder } from 'node:util';
import type { SaxesParser } from 'saxes';

import { matchCell, matchRowBoundary, type PlainCell, type RowBoundary } from './plain-cells.ts';
import { createRowBuffer, type RowBuffer, type SheetRow } from './row-buffer.ts';
import { createTextItem } from './shared-strings.ts';
import { createSheetCellWriter, MissingString, type RawCell } from './sheet-cells.ts';
import type { Meter } from './unpack.ts';
import type { WorkbookSheet, Workbook } from './workbook.ts';
import { createParser, readUtf8, type XmlHandlers } from './xml.ts';

/** Lines of CSV, each with the number of its row, and their number. */
export type SheetLines = { bytes: Buffer; count: number };

type SheetReader = {
  meter: Meter;
  /** Called after each row, also for empty ones, which have no line. */
  onRow: (row: SheetRow) => void;
};

/** Streams the rows of a sheet as lines; of a truncated one, its complete rows. */
export async function* readSheetLines(
  workbook: Workbook,
  { entry }: WorkbookSheet,
  { meter, onRow }: SheetReader,
): AsyncGenerator<SheetLines> {
  const rows = createRowBuffer();
  const collector = createCollector(workbook, rows, onRow);
  const parser = createParser(collector.handlers);
  const decoder = new TextDecoder();
  const write = (bytes: Uint8Array) => parser.write(decoder.decode(bytes, { stream: true }));
  let rest: Buffer = Buffer.alloc(0);
  try {
    for await (const bytes of readUtf8(entry, meter)) {
      rest = parseRows(rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes, write, collector);
      yield rows.takeLines();
    }
    if (entry.isWhole) {
      write(rest);
      parser.close();
    }
  } catch (error) {
    if (error instanceof MissingString) yield rows.takeLines();
    throw error;
  }
  yield rows.takeLines();
}

// A plain cell that is longer may be read by the XML parser, if a chunk ends in it.
const maxPlainCell = 1024;
const greater = 62;

/**
 * Parses bytes of a sheet; returns their unparsed end. Plain cells of a row are matched byte by byte, because the XML
 * parser takes many times as long, and they make up nearly all of a large sheet. The parser gets everything else, tag
 * by tag, so that the position of each cell is certain.
 */
function parseRows(bytes: Buffer, write: (bytes: Uint8Array) => SaxesParser, collector: RowCollector): Buffer {
  let at = 0;
  for (;;) {
    if (collector.isBetweenCells()) {
      at = collector.addPlain(bytes, at);
      if (bytes.length - at < maxPlainCell) return bytes.subarray(at);
    }
    const end = bytes.indexOf(greater, at) + 1;
    if (end === 0) break;
    collector.leave();
    write(bytes.subarray(at, end));
    at = end;
  }
  collector.leave();
  write(bytes.subarray(at));
  return Buffer.alloc(0);
}

type RowCollector = {
  handlers: XmlHandlers;
  /** Whether the parser has just read the start of a row, or a cell in it. */
  isBetweenCells: () => boolean;
  leave: () => void;
  /** Adds the plain cells from an offset on, also those of following rows; returns where they end. */
  addPlain: (bytes: Buffer, start: number) => number;
};

function createCollector(workbook: Workbook, rows: RowBuffer, onRow: (row: SheetRow) => void): RowCollector {
  const inline = createTextItem();
  const writer = createSheetCellWriter(workbook, rows);
  const plain: PlainCell = {
    column: undefined,
    style: 0,
    type: '',
    hasFormula: false,
    valueFrom: 0,
    valueTo: 0,
    inlineFrom: 0,
    inlineTo: 0,
  };
  const boundary: RowBoundary = { end: 0, number: undefined };
  let cell: RawCell | undefined;
  let number = 0;
  let isValue = false;
  let isBetweenCells = false;

  function begin(next: number | undefined): void {
    number = next ?? number + 1;
    rows.begin(number);
  }

  function end(): void {
    onRow(rows.row);
    rows.end();
  }

  function open(name: string, attributes: Record<string, string>): void {
    if (name === 'row') {
      begin(attributes['r'] === undefined ? undefined : Number(attributes['r']));
      isBetweenCells = true;
    } else if (name === 'c') {
      rows.moveTo(columnOf(attributes['r']));
      cell = {
        type: attributes['t'] ?? '',
        style: Number(attributes['s'] ?? 0),
        value: '',
        inline: '',
        hasFormula: false,
      };
    } else if (!cell) return;
    else if (name === 'v') isValue = true;
    else if (name === 'f') cell.hasFormula = true;
    else if (name === 'is') inline.begin();
    else inline.handlers.open(name, attributes);
  }

  function close(name: string): void {
    if (name === 'v') isValue = false;
    else if (name === 'is' && cell) cell.inline = inline.end();
    else if (name === 'c' && cell) {
      writer.put(cell);
      cell = undefined;
      isBetweenCells = true;
    } else if (name === 'row') {
      end();
      isBetweenCells = false;
    } else inline.handlers.close!(name);
  }

  function text(part: string): void {
    if (isValue && cell) cell.value += part;
    else inline.handlers.text!(part);
  }

  function addPlain(bytes: Buffer, start: number): number {
    let at = start;
    for (;;) {
      const next = matchCell(bytes, at, plain);
      if (next >= 0) {
        rows.moveTo(plain.column);
        writer.putPlain(bytes, plain);
        at = next;
      } else if (matchRowBoundary(bytes, at, boundary)) {
        end();
        begin(boundary.number);
        at = boundary.end;
      } else return at;
    }
  }

  return {
    handlers: { open, close, text },
    isBetweenCells: () => isBetweenCells,
    leave: () => (isBetweenCells = false),
    addPlain,
  };
}

/** The index, from 0, of the column of a reference like `AB12`. */
function columnOf(reference = ''): number | undefined {
  const letters = /^[a-z]{1,3}(?=\d)/i.exec(reference)?.[0].toUpperCase();
  if (letters === undefined) return undefined;
  let column = 0;
  for (let index = 0; index < letters.length; index++) column = column * 26 + letters.charCodeAt(index) - 64;
  return column - 1;
}
