import type { CellFormat } from '#domain/query/chart.ts';
import type { ColumnBounds } from '#display/tables/column-bounds.ts';
import { matchesRule } from '#display/tables/cell-rule.ts';
import { boxAt, type Colours } from './markup.ts';

type CellPaint = {
  bounds: ColumnBounds;
  box: { x: number; y: number; width: number; height: number };
  colours: Colours;
};

/** The background of a cell, light enough for its text; empty if the format has none. */
export function paintCell(format: CellFormat, amount: number, { bounds, box, colours }: CellPaint): string {
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
