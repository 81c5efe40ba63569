import type { Ask } from './query.ts';

/** The pictures that an answer can be drawn as. `bar` stands upright, `bar_horizontal` lies. */
export const chartKinds = [
  'figure',
  'line',
  'area',
  'bar',
  'bar_horizontal',
  'combination',
  'ring',
  'pie',
  'scatter',
  'bubble',
  'histogram',
  'box',
  'heatmap',
  'calendar',
  'funnel',
  'waterfall',
  'treemap',
  'sunburst',
  'sankey',
  'radar',
  'gauge',
  'words',
  'table',
  'pivot',
  'world',
  'china',
] as const;
export type ChartKind = (typeof chartKinds)[number];

/** How the numbers of one measure are written; what is not said comes from its column. */
export const numberFormats = ['plain', 'percent', 'currency', 'bytes', 'duration'] as const;
export type NumberStyle = {
  format: (typeof numberFormats)[number];
  /** Digits after the point; null leaves it to the size of the number. */
  decimals: number | null;
  unit: string;
};

/** A colour for cells of a table: a scale or bar from the least to the most, or a tone where a condition holds. */
export type CellFormat =
  | { kind: 'scale' | 'bar'; column: string }
  | {
      kind: 'rule';
      column: string;
      op: 'less' | 'at_most' | 'equals' | 'at_least' | 'greater';
      value: number;
      tone: 'good' | 'bad' | 'warn';
    };

/** What can be said of how a chart is drawn. Each kind heeds some of it; see `optionsOf`. */
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
  /** What a figure or gauge should reach. */
  target: number | null;
  /** A pivot table: how many of the dimensions are rows; the others are columns. */
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

/** How an answer is drawn. Options that are left out have their defaults. */
export type Drawing = { kind: ChartKind; options: Partial<ChartOptions> };

/** A question and how its answer is drawn. */
export type Chart = { ask: Ask; drawing: Drawing };
