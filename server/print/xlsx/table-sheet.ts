import type { Cell, CellValue, ColumnDef, WriteSheet } from 'hucre/xlsx';

import { optionsFor } from '#display/charts/draw-input.ts';
import { formatNumber } from '#display/format/number.ts';
import type { Frame, Look } from '#display/frame.ts';
import { type Grid, type GridColumn, gridOf } from '../grid.ts';
import type { PrintCard } from '../print-card.ts';
import { printWords } from '../words.ts';
import { cellOf, formatOf, textCell } from './cells.ts';

/** A sheet with a note about it and its number of cells. */
export type BuiltSheet = { sheet: WriteSheet; note: string; cells: number };

const headStyle = {
  font: { bold: true },
  fill: { type: 'pattern' as const, pattern: 'solid' as const, fgColor: { rgb: 'EEF1F7' } },
  border: { bottom: { style: 'thin' as const, color: { rgb: 'B9C2D3' } } },
  alignment: { vertical: 'center' as const, wrapText: true },
};
const boldStyle = { font: { bold: true } };

type SheetOptions = { name: string; look: Look; /** The maximum number of cells. */ maxCells: number };
type ChartPrintCard = Extract<PrintCard, { kind: 'chart' }>;

/**
 * The answer of a card: a header row, then rows with typed numbers and dates. The trend of a number card is beside it.
 */
export function tableSheet(
  { frame, drawnFrame, drawing }: ChartPrintCard,
  { name, look, maxCells }: SheetOptions,
): BuiltSheet {
  const grid = gridOf({ frame, drawing, look });
  const trend =
    drawnFrame === frame
      ? null
      : gridOf({ frame: withoutTotals(drawnFrame), drawing: { kind: 'table', options: {} }, look });
  const maxRows = Math.max(1, Math.floor(maxCells / Math.max(1, grid.columns.length)));
  const written = { ...grid, rows: grid.rows.slice(0, maxRows) };
  const note = noteOf({ frame, grid, written }, look);
  const { numbers } = optionsFor(drawing);
  const blocks = [written, ...(trend ? [trend] : [])];
  const columns = blocks.flatMap((block, index) => [
    ...(index > 0 ? [null] : []),
    ...block.columns.map((column) => ({ column, rows: block.rows })),
  ]);
  const count = Math.max(...blocks.map(({ rows }) => rows.length));
  const rows = Array.from({ length: count }, (_, row) =>
    columns.map((each): CellValue =>
      each && row < each.rows.length ? cellOf(each.column.values[row], each.column, look) : null,
    ),
  );
  const styleOf = ({ field }: GridColumn) => (field?.role === 'measure' ? numbers[field.measure] : undefined);
  const defs = columns.map((each): ColumnDef => {
    const numFmt = each && formatOf(each.column, look.language, styleOf(each.column));
    return { width: each ? widthOf(each.column) : 4, ...(numFmt && { numFmt }) };
  });
  const cells = new Map<string, Partial<Cell>>();
  columns.forEach((each, index) => each && cells.set(`0,${index}`, { style: headStyle }));
  written.rows.forEach(({ kind }, row) => {
    if (kind === 'total' || kind === 'subtotal') markBold(cells, row + 1, defs.slice(0, grid.columns.length));
  });
  return {
    sheet: {
      name,
      columns: defs,
      rows: [
        columns.map((each) => (each ? textCell(each.column.label) : null)),
        ...rows,
        ...(note ? [[], [note]] : []),
      ],
      cells,
      freezePane: { rows: 1 },
    },
    note,
    cells: count * columns.length,
  };
}

const withoutTotals = (frame: Frame): Frame => ({ ...frame, totals: [] });

function markBold(cells: Map<string, Partial<Cell>>, row: number, defs: ColumnDef[]): void {
  defs.forEach(({ numFmt }, column) =>
    cells.set(`${row},${column}`, { style: { ...boldStyle, ...(numFmt && { numFmt }) } }),
  );
}

type SheetNoteInput = { frame: Frame; grid: Grid; written: Grid };

function noteOf({ frame, grid, written }: SheetNoteInput, { language }: Look): string {
  const words = printWords[language];
  const rows = formatNumber(written.rows.length, language);
  if (written.rows.length < grid.rows.length) return words.tooLarge(rows);
  return frame.isCutOff ? words.cutOff(rows) : '';
}

const sampleSize = 100;
const isWide = (character: string) => character.codePointAt(0)! > 0x2e7f;
const lengthOf = (text: string) => Array.from(text).reduce((sum, character) => sum + (isWide(character) ? 2 : 1), 0);

function widthOf({ label, values, write }: GridColumn): number {
  const longest = Math.max(0, ...values.slice(0, sampleSize).map((value) => lengthOf(write(value).text)));
  return Math.min(48, Math.max(10, longest + 4, Math.min(lengthOf(label) + 2, 24)));
}

/** A sheet of plain text, one line per row. */
export function textSheet(name: string, lines: string[]): BuiltSheet {
  const rows = lines.map((line) => [textCell(line)]);
  return {
    sheet: {
      name,
      columns: [{ width: 100, style: { alignment: { wrapText: true, vertical: 'top' }, numFmt: '@' } }],
      rows,
    },
    note: '',
    cells: lines.length,
  };
}
