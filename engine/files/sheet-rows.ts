import { Problem } from '#contract/errors.ts';
import { limits } from './limits.ts';
import { createTextItem } from './shared-strings.ts';
import { type RawCell, readSheetCell, type SheetCell } from './sheet-cells.ts';
import type { WorkbookSheet, Workbook } from './workbook.ts';
import { parseXml, type XmlHandlers } from './xml.ts';

/** A row of a sheet: its number, from 1, and its cells by column. */
export type SheetRow = { number: number; cells: SheetCell[] };

const blank: SheetCell = { text: '', kind: null, flaw: null };

/** Streams the rows of a sheet. */
export async function* readSheetRows(workbook: Workbook, { entry }: WorkbookSheet): AsyncGenerator<SheetRow> {
  const rows: SheetRow[] = [];
  for await (const _ of parseXml(entry, collectRows(workbook, rows))) yield* rows.splice(0);
  yield* rows;
}

function collectRows(workbook: Workbook, rows: SheetRow[]): XmlHandlers {
  const inline = createTextItem();
  let row: SheetRow = { number: 0, cells: [] };
  let cell: RawCell | undefined;
  let column = 0;
  let isValue = false;

  function open(name: string, attributes: Record<string, string>): void {
    if (name === 'row') {
      row = { number: Number(attributes['r'] ?? row.number + 1), cells: [] };
      column = 0;
    } else if (name === 'c') {
      column = columnOf(attributes['r']) ?? column;
      if (column >= limits.columns) throw new Problem('too_many_columns', { limit: String(limits.columns) });
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
      while (row.cells.length < column) row.cells.push(blank);
      row.cells[column++] = readSheetCell(cell, workbook);
      cell = undefined;
    } else if (name === 'row') rows.push(row);
    else inline.handlers.close!(name);
  }

  function text(part: string): void {
    if (isValue && cell) cell.value += part;
    else inline.handlers.text!(part);
  }

  return { open, close, text };
}

/** The column index of a reference like `AB12`, from 0. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[a-z]{1,3}(?=\d)/i.exec(reference ?? '')?.[0];
  if (!letters) return undefined;
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
