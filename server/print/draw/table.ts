import type { CellFormat, Drawing } from '#domain/query/chart.ts';
import { optionsFor } from '#display/charts/draw-input.ts';
import { amountOf } from '#display/format/amount.ts';
import { formatNumber } from '#display/format/number.ts';
import type { Frame, Look } from '#display/frame.ts';
import { matchesRule } from '#display/tables/cell-rule.ts';
import { boundsOf, type ColumnBounds } from '#display/tables/column-bounds.ts';
import { type Grid, type GridColumn, gridOf } from '../grid.ts';
import { printWords } from '../words.ts';
import type { Weight } from './fonts.ts';
import { fitLine, widthOf } from './text-layout.ts';
import { boxAt, type Colours, coloursOf, lineAt, textAt } from './markup.ts';
import type { DrawingSize } from './plot.ts';

type PrintTableInput = { frame: Frame; drawing: Drawing; look: Look };

const rowHeight = 26;
const padding = 8;
const indent = 14;
const minWidth = 64;
const maxWidth = 320;
const sampleSize = 60;

type PlacedColumn = GridColumn & { x: number; width: number };

/** Draws as many columns and rows of a table as fit, and a note with the number of those left out. */
export function drawTable({ frame, drawing, look }: PrintTableInput, { width, height }: DrawingSize): string {
  const colours = coloursOf(look);
  const grid = gridOf({ frame, drawing, look });
  const columns = placeColumns(grid, width);
  const head = columns.some(({ groupLabels }) => groupLabels !== null) ? 2 : 1;
  const totalIndex = grid.rows.at(-1)?.kind === 'total' ? grid.rows.length - 1 : -1;
  const plainCount = totalIndex < 0 ? grid.rows.length : totalIndex;
  const hidden = grid.columns.length - columns.length;
  const lines = Math.max(1, Math.floor((height - head * rowHeight) / rowHeight) - (totalIndex < 0 ? 0 : 1));
  // The note about rows and columns left out takes the space of one row.
  const visibleRows = hidden === 0 && plainCount <= lines ? plainCount : Math.min(plainCount, Math.max(0, lines - 1));
  const { cells: formats } = optionsFor(drawing);
  const parts = [headOf(columns, { width, lines: head, colours })];
  for (let index = 0; index < visibleRows; index += 1) {
    parts.push(rowOf(grid, columns, { index, y: rowHeight * (index + head), width, colours, formats }));
  }
  const more = moreText({ rows: plainCount - visibleRows, columns: hidden, isCutOff: frame.isCutOff }, look);
  let y = rowHeight * (visibleRows + head);
  if (more) {
    parts.push(textAt(fitLine(more, width, 12), { x: padding, y: y + 17, size: 12, colour: colours.quiet }));
    y += rowHeight;
  }
  if (totalIndex >= 0) parts.push(rowOf(grid, columns, { index: totalIndex, y, width, colours, formats: [] }));
  return parts.join('');
}

function moreText(hidden: { rows: number; columns: number; isCutOff: boolean }, { language }: Look): string {
  const words = printWords[language];
  const count = (number: number) => formatNumber(number, language);
  const texts = [
    ...(hidden.rows > 0 ? [words.more(`${count(hidden.rows)}${hidden.isCutOff ? '+' : ''}`)] : []),
    ...(hidden.columns > 0 ? [words.moreColumns(count(hidden.columns))] : []),
  ];
  return texts.join(language === 'zh_CN' ? '，' : ', ');
}

function naturalWidth({ label, groupLabels, values, write, isNumber }: GridColumn, rows: Grid['rows']): number {
  const texts = values.slice(0, sampleSize).map((value, index) => {
    const weight = rows[index]?.kind === 'plain' || isNumber ? 'regular' : 'bold';
    return widthOf(write(value).text.slice(0, 60), 13, weight) + (rows[index]?.indent ?? 0) * indent;
  });
  const head = Math.min(widthOf((groupLabels?.label ?? label).slice(0, 60), 12, 'bold'), 120);
  return Math.min(maxWidth, Math.max(minWidth, head + 2 * padding + 2, Math.max(0, ...texts) + 2 * padding + 4));
}

/**
 * Columns have their natural width; if that is too wide, text columns shrink (never numbers), and the last columns are
 * left out.
 */
function placeColumns({ columns, rows }: Grid, width: number): PlacedColumn[] {
  const maxColumns = Math.max(1, Math.floor(width / minWidth));
  let visible = columns.slice(0, maxColumns);
  let widths = visible.map((column) => naturalWidth(column, rows));
  const sum = () => widths.reduce((all, each) => all + each, 0);
  const isText = (index: number) => !visible[index]!.isNumber;
  for (let limit = maxWidth; sum() > width && limit >= 2 * minWidth; limit -= 4) {
    widths = widths.map((each, index) => (isText(index) ? Math.min(each, limit) : each));
  }
  while (sum() > width && visible.length > 1) [visible, widths] = [visible.slice(0, -1), widths.slice(0, -1)];
  const spare = (width - sum()) / visible.length;
  let x = 0;
  return visible.map((column, index) => {
    const placed = { ...column, x, width: widths[index]! + spare };
    x += placed.width;
    return placed;
  });
}

type HeadOptions = { width: number; lines: number; colours: Colours };

/** The column labels; the parts of a measure are grouped under its label. */
function headOf(columns: PlacedColumn[], { width, lines, colours: { quiet, border, grid } }: HeadOptions): string {
  const bottom = lines * rowHeight;
  const heads = columns.map(({ label, groupLabels, x, width: columnWidth, isNumber }) => {
    const text = fitLine(groupLabels?.label ?? label, columnWidth - 2 * padding, 12, 'bold');
    const look = { y: bottom - 9, size: 12, colour: quiet, weight: 'bold' as const };
    return textAt(
      text,
      isNumber ? { x: x + columnWidth - padding, anchor: 'end', ...look } : { x: x + padding, ...look },
    );
  });
  const groups = columns.map(({ groupLabels, x }, index) => {
    if (!groupLabels || columns[index - 1]?.groupLabels?.group === groupLabels.group) return '';
    const own = columns.filter((each) => each.groupLabels?.group === groupLabels.group);
    const groupWidth = own.reduce((sum, each) => sum + each.width, 0);
    const text = fitLine(groupLabels.group, groupWidth - 2 * padding, 12, 'bold');
    const name = textAt(text, {
      x: x + groupWidth - padding,
      y: 17,
      size: 12,
      colour: quiet,
      weight: 'bold',
      anchor: 'end',
    });
    return name + lineAt([x + padding, rowHeight - 0.5], [x + groupWidth - padding, rowHeight - 0.5], grid);
  });
  return heads.join('') + groups.join('') + lineAt([0, bottom - 0.5], [width, bottom - 0.5], border);
}

type RowOptions = { index: number; y: number; width: number; colours: Colours; formats: CellFormat[] };

function rowOf({ rows }: Grid, columns: PlacedColumn[], { index, y, width, colours, formats }: RowOptions): string {
  const { kind, indent: depth } = rows[index]!;
  const weight: Weight = kind === 'total' || kind === 'subtotal' ? 'bold' : 'regular';
  const back =
    kind === 'total' ? boxAt({ x: 0, y, width, height: rowHeight }, { fill: colours.grid, opacity: 0.6 }) : '';
  const cells = columns.map((column, columnIndex) => {
    const { x, width: columnWidth, isNumber, values, write, field } = column;
    const value = values[index];
    const { text, tone } = write(value);
    const cellFormats = kind === 'total' ? [] : formats.filter((format) => format.column === field?.name);
    const amount = amountOf(value);
    const bounds = cellFormats.length > 0 && amount !== null ? boundsOf(values) : null;
    const box = { x, y, width: columnWidth, height: rowHeight };
    const paint = bounds
      ? cellFormats.map((format) => paintCell(format, amount!, { bounds, box, colours })).join('')
      : '';
    const inner = columnIndex === 0 ? depth * indent : 0;
    const colour =
      tone === 'good'
        ? colours.good
        : tone === 'bad'
          ? colours.bad
          : tone === 'nothing' || kind === 'rest'
            ? colours.quiet
            : colours.text;
    const fittedText = fitLine(text, columnWidth - 2 * padding - inner, 13, weight);
    const look = { y: y + 18, size: 13, colour, weight } as const;
    return (
      paint +
      textAt(
        fittedText,
        isNumber
          ? { x: x + columnWidth - padding, anchor: 'end' as const, ...look }
          : { x: x + padding + inner, ...look },
      )
    );
  });
  return back + cells.join('') + lineAt([0, y + rowHeight - 0.5], [width, y + rowHeight - 0.5], colours.grid);
}

type CellPaint = {
  bounds: ColumnBounds;
  box: { x: number; y: number; width: number; height: number };
  colours: Colours;
};

/** The background of a cell, light enough for its text; empty if the format has none. */
function paintCell(format: CellFormat, amount: number, { bounds, box, colours }: CellPaint): string {
  if (format.kind === 'rule') {
    return matchesRule(format, amount) ? boxAt(box, { fill: colours[format.tone], opacity: 0.24 }) : '';
  }
  const { min, max } = bounds;
  if (format.kind === 'scale') {
    const share = max > min ? (amount - min) / (max - min) : 1;
    return boxAt(box, { fill: colours.brand, opacity: 0.04 + share * 0.38 });
  }
  const [from, to] = [Math.min(min, 0), Math.max(max, 0)];
  const xOf = (value: number) => (to > from ? ((value - from) / (to - from)) * box.width : 0);
  const [start, end] = [xOf(Math.min(amount, 0)), xOf(Math.max(amount, 0))];
  const bar = { x: box.x + start, y: box.y + 5, width: end - start, height: box.height - 10 };
  return boxAt(bar, { fill: amount < 0 ? colours.bad : colours.brand, opacity: 0.28, radius: 2 });
}
