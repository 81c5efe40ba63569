import type { CellFormat } from '#contract/chart.ts';
import type { Bounds } from '#display/tables/bounds.ts';
import { holds } from '#display/tables/rule.ts';
import { boxAt, type Colours } from './markup.ts';

type Painting = { bounds: Bounds; box: { x: number; y: number; width: number; height: number }; colours: Colours };

/** The colour of a cell, weak enough for text to be read on it; nothing if it has none. */
export function paintCell(format: CellFormat, amount: number, { bounds, box, colours }: Painting): string {
  if (format.kind === 'rule') {
    return holds(format, amount) ? boxAt(box, { fill: colours[format.tone], opacity: 0.24 }) : '';
  }
  const { least, most } = bounds;
  if (format.kind === 'scale') {
    const share = most > least ? (amount - least) / (most - least) : 1;
    return boxAt(box, { fill: colours.brand, opacity: 0.04 + share * 0.38 });
  }
  const [from, to] = [Math.min(least, 0), Math.max(most, 0)];
  const at = (value: number) => (to > from ? ((value - from) / (to - from)) * box.width : 0);
  const [start, end] = [at(Math.min(amount, 0)), at(Math.max(amount, 0))];
  const bar = { x: box.x + start, y: box.y + 5, width: end - start, height: box.height - 10 };
  return boxAt(bar, { fill: amount < 0 ? colours.bad : colours.brand, opacity: 0.28, radius: 2 });
}
