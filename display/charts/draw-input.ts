import type { EChartsOption } from 'echarts';

import { type ChartOptions, defaultOptions, type Drawing } from '#domain/query/chart.ts';
import type { ChartKind } from '#domain/query/chart-kinds.ts';
import type { Frame, Look } from '#display/frame.ts';

/** Content of a tooltip. It is rendered as text, never as markup. */
export type Tip = { title: string; rows: TipRow[]; note?: string | undefined };
export type TipRow = {
  colour: string | null;
  name: string;
  value: string;
  /** Change from the compared value. */
  change?: TipChange | undefined;
  isQuiet?: boolean;
};
export type TipChange = { text: string; colour: string };

/** Everything a chart is drawn from. */
export type DrawInput = {
  frame: Frame;
  kind: ChartKind;
  options: ChartOptions;
  look: Look;
  width: number;
  height: number;
  /** Renders a tooltip as an element; null where there is no pointer. */
  showTip: ((tip: Tip) => unknown) | null;
  /** Whether animation is disabled. */
  isStatic: boolean;
};

/** The axis a chart is laid out along. `moments` are item positions on a continuous time axis. */
export type ChartAxis = { field: string; values: unknown[]; moments: number[] | null; isTime: boolean };

/** The ECharts option; the frame row by series and item; and notes for the user. */
export type RenderedChart = {
  option: EChartsOption;
  rows: (number | null)[][];
  notes: string[];
  axis?: ChartAxis | undefined;
};

export function optionsFor({ options }: Drawing): ChartOptions {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  return { ...defaultOptions, ...Object.fromEntries(entries) };
}
