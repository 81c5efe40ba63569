import type { CSSProperties } from 'react';

import type { CellFormat } from '#contract/chart.ts';
import type { Bounds } from '#display/tables/bounds.ts';
import { holds } from '#display/tables/rule.ts';

/** How a cell is coloured; null if it is not. Weak colours over the surface, so that text stays readable on them. */
export function paintOf(format: CellFormat, amount: number, bounds: Bounds): CSSProperties | null {
  if (format.kind === 'rule') return holds(format, amount) ? { background: mixed(format.tone, 24) } : null;
  return format.kind === 'scale' ? scaleOf(amount, bounds) : barOf(amount, bounds);
}

const mixed = (name: string, percent: number) => `color-mix(in srgb, var(--${name}) ${round(percent)}%, transparent)`;
const round = (value: number) => Math.round(value * 10) / 10;

const strongest = 42;

function scaleOf(amount: number, { least, most }: Bounds): CSSProperties {
  const share = most > least ? (amount - least) / (most - least) : 1;
  return { background: mixed('brand', 4 + share * (strongest - 4)) };
}

/** Bars begin at zero; those of negative numbers go to the left. */
function barOf(amount: number, { least, most }: Bounds): CSSProperties {
  const [from, to] = [Math.min(least, 0), Math.max(most, 0)];
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
