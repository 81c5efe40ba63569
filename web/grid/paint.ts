import type { CSSProperties } from 'react';

import type { CellFormat } from '#domain/query/chart.ts';
import type { ColumnBounds } from '#display/tables/column-bounds.ts';
import { matchesRule } from '#display/tables/cell-rule.ts';

/** Background of a cell; null if it has none. Pale colours keep the text readable. */
export function paintOf(format: CellFormat, amount: number, bounds: ColumnBounds): CSSProperties | null {
  if (format.kind === 'rule') return matchesRule(format, amount) ? { background: mixed(format.tone, 24) } : null;
  return format.kind === 'scale' ? scaleOf(amount, bounds) : barOf(amount, bounds);
}

const mixed = (name: string, percent: number) => `color-mix(in srgb, var(--${name}) ${round(percent)}%, transparent)`;
const round = (value: number) => Math.round(value * 10) / 10;

const strongest = 42;

function scaleOf(amount: number, { min, max }: ColumnBounds): CSSProperties {
  const share = max > min ? (amount - min) / (max - min) : 1;
  return { background: mixed('brand', 4 + share * (strongest - 4)) };
}

/** Bars begin at zero; negative ones extend to the left. */
function barOf(amount: number, { min, max }: ColumnBounds): CSSProperties {
  const [from, to] = [Math.min(min, 0), Math.max(max, 0)];
  const at = (value: number) => (to > from ? ((value - from) / (to - from)) * 100 : 0);
  const [start, end] = [at(Math.min(amount, 0)), at(Math.max(amount, 0))];
  return {
    background: mixed(amount < 0 ? 'bad' : 'brand', 28),
    insetBlock: 5,
    insetInlineStart: `${round(start)}%`,
    insetInlineEnd: `${round(100 - end)}%`,
    borderRadius: 2,
  };
}
