import type { ChartKind } from '#domain/query/chart.ts';
import { commonDrawers } from './common-charts.ts';
import { drawNumberChart } from './number-chart.ts';
import { frameFor } from './kinds.ts';
import type { RenderedChart, DrawInput } from './draw-input.ts';
import { rareDrawers } from './rare-charts.ts';

/** Chart kinds drawn with ECharts; tables are not. */
export type ChartImageKind = Exclude<ChartKind, 'table' | 'pivot'>;

const drawers: Record<ChartImageKind, (input: DrawInput) => RenderedChart> = {
  figure: drawNumberChart,
  ...commonDrawers,
  ...rareDrawers,
};

/** Draws any kind, where bundle size does not matter; pages load the drawer of a kind on demand. */
export const drawChart = (input: DrawInput & { kind: ChartImageKind }): RenderedChart =>
  drawers[input.kind]({ ...input, frame: frameFor(input.kind, input.frame) });
