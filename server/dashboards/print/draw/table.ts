import type { CellFormat, Drawing } from '#contract/chart.ts';
import { optionsFor } from '#display/charts/picture.ts';
import { amountOf } from '#display/format/amount.ts';
import { formatNumber } from '#display/format/number.ts';
import type { Frame, Look } from '#display/frame.ts';
import { boundsOf } from '#display/tables/bounds.ts';
import { type Grid, type GridColumn, gridOf } from '../grid.ts';
import { printWords } from '../words.ts';
import type { Weight } from './fonts.ts';
import { fitLine, widthOf } from './letters.ts';
import { boxAt, type Colours, coloursOf, lineAt, textAt } from './markup.ts';
import { paintCell } from './paint.ts';
import type { Room } from './plot.ts';

type Wanted = { frame: Frame; drawing: Drawing; look: Look };

const row = 26;
const pad = 8;
const indent = 14;
const narrowest = 64;
const widest = 320;
const sample = 60;

type Column = GridColumn & { x: number; width: number };

/** A table as text: as many columns and rows as fit, and how many there are beyond them. */
export function drawTable({ frame, drawing, look }: Wanted, { width, height }: Room): string {
  const colours = coloursOf(look);
  const grid = gridOf({ frame, drawing, look });
  const columns = placedColumns(grid, width);
  const head = columns.some(({ under }) => under !== null) ? 2 : 1;
  const total = grid.rows.at(-1)?.kind === 'total' ? grid.rows.length - 1 : -1;
  const plain = total < 0 ? grid.rows.length : total;
  const hidden = grid.columns.length - columns.length;
  const lines = Math.max(1, Math.floor((height - head * row) / row) - (total < 0 ? 0 : 1));
  // The line that says what is left out takes the place of one.
  const shown = hidden === 0 && plain <= lines ? plain : Math.min(plain, Math.max(0, lines - 1));
  const { cells: formats } = optionsFor(drawing);
  const parts = [headOf(columns, { width, lines: head, colours })];
  for (let index = 0; index < shown; index += 1) {
    parts.push(rowOf(grid, columns, { index, y: row * (index + head), width, colours, formats }));
  }
  const more = moreOf({ rows: plain - shown, columns: hidden, isCutOff: frame.isCutOff }, look);
  let y = row * (shown + head);
  if (more) {
    parts.push(textAt(fitLine(more, width, 12), { x: pad, y: y + 17, size: 12, colour: colours.quiet }));
    y += row;
  }
  if (total >= 0) parts.push(rowOf(grid, columns, { index: total, y, width, colours, formats: [] }));
  return parts.join('');
}

function moreOf(left: { rows: number; columns: number; isCutOff: boolean }, { language }: Look): string {
  const words = printWords[language];
  const count = (number: number) => formatNumber(number, language);
  const said = [
    ...(left.rows > 0 ? [words.more(`${count(left.rows)}${left.isCutOff ? '+' : ''}`)] : []),
    ...(left.columns > 0 ? [words.moreColumns(count(left.columns))] : []),
  ];
  return said.join(language === 'zh_CN' ? '，' : ', ');
}

function naturalWidth({ label, under, values, write, isNumber }: GridColumn, rows: Grid['rows']): number {
  const texts = values.slice(0, sample).map((value, index) => {
    const weight = rows[index]?.kind === 'plain' || isNumber ? 'regular' : 'bold';
    return widthOf(write(value).text.slice(0, 60), 13, weight) + (rows[index]?.indent ?? 0) * indent;
  });
  const head = Math.min(widthOf((under?.label ?? label).slice(0, 60), 12, 'bold'), 120);
  return Math.min(widest, Math.max(narrowest, head + 2 * pad + 2, Math.max(0, ...texts) + 2 * pad + 4));
}

/** Columns as wide as they need to be; where that is too much texts give, never numbers, and the last ones are left out. */
function placedColumns({ columns, rows }: Grid, width: number): Column[] {
  const most = Math.max(1, Math.floor(width / narrowest));
  let kept = columns.slice(0, most);
  let widths = kept.map((column) => naturalWidth(column, rows));
  const sum = () => widths.reduce((all, each) => all + each, 0);
  const isText = (place: number) => !kept[place]!.isNumber;
  for (let limit = widest; sum() > width && limit >= 2 * narrowest; limit -= 4) {
    widths = widths.map((each, place) => (isText(place) ? Math.min(each, limit) : each));
  }
  while (sum() > width && kept.length > 1) [kept, widths] = [kept.slice(0, -1), widths.slice(0, -1)];
  const spare = (width - sum()) / kept.length;
  let x = 0;
  return kept.map((column, index) => {
    const placed = { ...column, x, width: widths[index]! + spare };
    x += placed.width;
    return placed;
  });
}

type Heads = { width: number; lines: number; colours: Colours };

/** The names of the columns; those of one measure lie under its name. */
function headOf(columns: Column[], { width, lines, colours: { quiet, border, grid } }: Heads): string {
  const bottom = lines * row;
  const heads = columns.map(({ label, under, x, width: room, isNumber }) => {
    const text = fitLine(under?.label ?? label, room - 2 * pad, 12, 'bold');
    const look = { y: bottom - 9, size: 12, colour: quiet, weight: 'bold' as const };
    return textAt(text, isNumber ? { x: x + room - pad, anchor: 'end', ...look } : { x: x + pad, ...look });
  });
  const groups = columns.map(({ under, x }, index) => {
    if (!under || columns[index - 1]?.under?.group === under.group) return '';
    const own = columns.filter((each) => each.under?.group === under.group);
    const room = own.reduce((sum, each) => sum + each.width, 0);
    const text = fitLine(under.group, room - 2 * pad, 12, 'bold');
    const name = textAt(text, { x: x + room - pad, y: 17, size: 12, colour: quiet, weight: 'bold', anchor: 'end' });
    return name + lineAt([x + pad, row - 0.5], [x + room - pad, row - 0.5], grid);
  });
  return heads.join('') + groups.join('') + lineAt([0, bottom - 0.5], [width, bottom - 0.5], border);
}

type Line = { index: number; y: number; width: number; colours: Colours; formats: CellFormat[] };

function rowOf({ rows }: Grid, columns: Column[], { index, y, width, colours, formats }: Line): string {
  const { kind, indent: depth } = rows[index]!;
  const weight: Weight = kind === 'total' || kind === 'subtotal' ? 'bold' : 'regular';
  const back = kind === 'total' ? boxAt({ x: 0, y, width, height: row }, { fill: colours.grid, opacity: 0.6 }) : '';
  const cells = columns.map((column, place) => {
    const { x, width: room, isNumber, values, write, field } = column;
    const value = values[index];
    const { text, tone } = write(value);
    const own = kind === 'total' ? [] : formats.filter((format) => format.column === field?.name);
    const amount = amountOf(value);
    const bounds = own.length > 0 && amount !== null ? boundsOf(values) : null;
    const box = { x, y, width: room, height: row };
    const paint = bounds ? own.map((format) => paintCell(format, amount!, { bounds, box, colours })).join('') : '';
    const inner = place === 0 ? depth * indent : 0;
    const colour =
      tone === 'good'
        ? colours.good
        : tone === 'bad'
          ? colours.bad
          : tone === 'nothing' || kind === 'rest'
            ? colours.quiet
            : colours.text;
    const fitted = fitLine(text, room - 2 * pad - inner, 13, weight);
    const look = { y: y + 18, size: 13, colour, weight } as const;
    return (
      paint +
      textAt(
        fitted,
        isNumber ? { x: x + room - pad, anchor: 'end' as const, ...look } : { x: x + pad + inner, ...look },
      )
    );
  });
  return back + cells.join('') + lineAt([0, y + row - 0.5], [width, y + row - 0.5], colours.grid);
}
