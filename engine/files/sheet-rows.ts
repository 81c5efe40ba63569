import type { SaxesParser } from 'saxes';

import { Problem } from '#contract/errors.ts';
import { limits } from './limits.ts';
import { createTextItem, decodeEscapes } from './shared-strings.ts';
import { type RawCell, readSheetCell, type SheetCell } from './sheet-cells.ts';
import type { Meter } from './unpack.ts';
import type { WorkbookSheet, Workbook } from './workbook.ts';
import { createParser, readText, type XmlHandlers } from './xml.ts';

/** A row of a sheet: its number, from 1, and its cells by column. */
export type SheetRow = { number: number; cells: SheetCell[] };

const blank: SheetCell = { text: '', kind: null, flaw: null };

/** Ends the rows of a preview: the text of a cell is among the shared strings that are not there. */
export class MissingString extends Error {}

/** Streams the rows of a sheet in batches; of one that is not whole, the rows that are complete. */
export async function* readSheetRows(
  workbook: Workbook,
  { entry }: WorkbookSheet,
  meter: Meter,
): AsyncGenerator<SheetRow[]> {
  const collector = createCollector(workbook);
  const parser = createParser(collector.handlers);
  let rest = '';
  try {
    for await (const text of readText(entry, meter)) {
      rest = parseRows(rest + text, parser, collector);
      yield collector.takeRows();
    }
    if (entry.isWhole) parser.write(rest).close();
  } catch (error) {
    if (error instanceof MissingString) yield collector.takeRows();
    throw error;
  }
  yield collector.takeRows();
}

/** Attributes and content as most writers put them; the XML parser reads all other cells. */
const plainCell =
  /\s*<c(?: r="([A-Z]{1,3})\d+")?(?: s="(\d+)")?(?: t="(\w+)")?(?: s="(\d+)")?(?:\/>|>(<f(?: [^<>]*)?(?:\/>|>[^<]*<\/f>))?(?:<v>([^<&\r]*)<\/v>|<is><t(?: xml:space="preserve")?>([^<&\r]*)<\/t><\/is>)?<\/c>)/y;

// A plain cell that is longer may be read by the XML parser, if a chunk ends in it.
const maxPlainCell = 1024;

/**
 * Parses text of a sheet; returns its unparsed end. Plain cells of a row are matched by a pattern, because the XML
 * parser takes several times as long, and they are nearly all there is in a large sheet. The parser gets everything
 * else, tag by tag, so that the place of each cell is certain.
 */
function parseRows(text: string, parser: SaxesParser, collector: RowCollector): string {
  let at = 0;
  for (;;) {
    if (collector.isBetweenCells()) {
      at = matchCells(text, at, collector);
      if (text.length - at < maxPlainCell) return text.slice(at);
    }
    const end = text.indexOf('>', at) + 1;
    if (end === 0) break;
    collector.leave();
    parser.write(text.slice(at, end));
    at = end;
  }
  collector.leave();
  parser.write(text.slice(at));
  return '';
}

function matchCells(text: string, start: number, collector: RowCollector): number {
  let at = start;
  for (;;) {
    plainCell.lastIndex = at;
    const match = plainCell.exec(text);
    if (!match) return at;
    const [, letters, first, type = '', second, formula, value = '', inline = ''] = match;
    const style = first ?? second;
    collector.add(letters, {
      type,
      style: style ? Number(style) : 0,
      value,
      inline: decodeEscapes(inline),
      hasFormula: formula !== undefined,
    });
    at = plainCell.lastIndex;
  }
}

type RowCollector = {
  handlers: XmlHandlers;
  /** Whether the parser has just read the start of a row, or a cell in it. */
  isBetweenCells: () => boolean;
  leave: () => void;
  /** Adds a cell at the column of these letters, or else after the last cell. */
  add: (letters: string | undefined, cell: RawCell) => void;
  takeRows: () => SheetRow[];
};

function createCollector(workbook: Workbook): RowCollector {
  const inline = createTextItem();
  let rows: SheetRow[] = [];
  let row: SheetRow = { number: 0, cells: [] };
  let cell: RawCell | undefined;
  let column = 0;
  let isValue = false;
  let isBetweenCells = false;

  function open(name: string, attributes: Record<string, string>): void {
    if (name === 'row') {
      row = { number: Number(attributes['r'] ?? row.number + 1), cells: [] };
      column = 0;
      isBetweenCells = true;
    } else if (name === 'c') {
      moveTo(lettersOf(attributes['r']));
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
      put(cell);
      cell = undefined;
      isBetweenCells = true;
    } else if (name === 'row') {
      rows.push(row);
      isBetweenCells = false;
    } else inline.handlers.close!(name);
  }

  function text(part: string): void {
    if (isValue && cell) cell.value += part;
    else inline.handlers.text!(part);
  }

  function moveTo(letters: string | undefined): void {
    if (letters) column = columnOf(letters);
    if (column >= limits.columns) throw new Problem('too_many_columns', { limit: String(limits.columns) });
  }

  function put(raw: RawCell): void {
    if (!workbook.hasAllStrings && raw.type === 's' && Number(raw.value) >= workbook.strings.length)
      throw new MissingString();
    while (row.cells.length < column) row.cells.push(blank);
    row.cells[column++] = readSheetCell(raw, workbook);
  }

  return {
    handlers: { open, close, text },
    isBetweenCells: () => isBetweenCells,
    leave: () => (isBetweenCells = false),
    add: (letters, raw) => {
      moveTo(letters);
      put(raw);
    },
    takeRows: () => {
      const batch = rows;
      rows = [];
      return batch;
    },
  };
}

/** The letters of a reference like `AB12`. */
const lettersOf = (reference = '') => /^[a-z]{1,3}(?=\d)/i.exec(reference)?.[0].toUpperCase();

/** The index of a column with these letters, from 0. */
function columnOf(letters: string): number {
  let column = 0;
  for (let index = 0; index < letters.length; index++) column = column * 26 + letters.charCodeAt(index) - 64;
  return column - 1;
}
