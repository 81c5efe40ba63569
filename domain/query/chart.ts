import type { ChartKind } from './chart-kinds.ts';
import type { QuerySpec } from './query.ts';

export const numberFormats = ['plain', 'percent', 'currency', 'bytes', 'duration'] as const;
export type NumberFormat = (typeof numberFormats)[number];

/** Number format of a measure. A measure without one has that of its column. */
export type NumberStyle = {
  format: NumberFormat;
  /** Digits after the decimal point; null depends on the size of the number. */
  decimals: number | null;
  unit: string;
};

export const plainStyle: NumberStyle = { format: 'plain', decimals: null, unit: '' };
export const percentStyle: NumberStyle = { format: 'percent', decimals: null, unit: '' };

/** Comparisons of the colour rule of a column. */
export const cellRuleOps = ['less', 'at_most', 'equals', 'at_least', 'greater'] as const;

/** Cell formatting in a table: a colour scale or bar from min to max, or a tone where a condition holds. */
export type CellFormat =
  | { kind: 'scale' | 'bar'; column: string }
  | {
      kind: 'rule';
      column: string;
      op: (typeof cellRuleOps)[number];
      value: number;
      tone: 'good' | 'bad' | 'warn';
    };

/** How a chart is drawn. The descriptor of a kind lists those that it uses. */
export type ChartOptions = {
  stack: 'none' | 'stacked' | 'percent';
  labels: 'auto' | 'on' | 'off';
  legend: 'auto' | 'off';
  scale: 'linear' | 'log';
  /** Whether the axis begins at zero; bars always do. */
  fromZero: boolean;
  smooth: boolean;
  /** Measures that have the right-hand axis; a combination draws them as lines. */
  second: string[];
  /** Target value of a number or gauge. */
  target: number | null;
  /** Pivot table: how many dimensions are rows; the others are columns. */
  rows: number;
  subtotals: boolean;
  /** By measure id. */
  numbers: Record<string, NumberStyle>;
  cells: CellFormat[];
};

export const defaultOptions: ChartOptions = {
  stack: 'none',
  labels: 'auto',
  legend: 'auto',
  scale: 'linear',
  fromZero: true,
  smooth: false,
  second: [],
  target: null,
  rows: 1,
  subtotals: true,
  numbers: {},
  cells: [],
};

/** How a result is drawn. Options that are left out have their defaults. */
export type Drawing = { kind: ChartKind; options: Partial<ChartOptions> };

/** A query and how its result is drawn. */
export type Chart = { ask: QuerySpec; drawing: Drawing };
