import type { Language } from '#domain/language.ts';
import type { ChartOptions } from '#domain/query/chart.ts';
import type { Frame } from '#display/frame.ts';
import type { DrawInput, RenderedChart } from './draw-input.ts';
import type { MapKind } from './map-regions.ts';
import type { RefusalReason } from './refusal-reasons.ts';
import type { SampleBuilder, SampleChart } from './sample-builder.ts';

/** Name of a chart kind and when to use it. */
type KindText = { name: string; when: string };

/** Icons for chart kinds; `web/explore/kind-icons.tsx` has their components. */
export type KindIconName =
  | 'number'
  | 'line'
  | 'area'
  | 'columns'
  | 'bars'
  | 'combination'
  | 'pie'
  | 'dots'
  | 'box'
  | 'heatmap'
  | 'calendar'
  | 'funnel'
  | 'candles'
  | 'tiles'
  | 'branches'
  | 'radar'
  | 'gauge'
  | 'text'
  | 'table'
  | 'pivot'
  | 'globe';

/** Parts of ECharts that are loaded on demand; `web/charts/echarts-parts.ts` loads them. */
export type EChartsPart =
  | 'boxplot'
  | 'calendar'
  | 'custom'
  | 'gauge'
  | 'geo'
  | 'graphic'
  | 'heatmap'
  | 'map'
  | 'radar'
  | 'radarAxis'
  | 'sankey'
  | 'scatter'
  | 'sunburst'
  | 'treemap'
  | 'visualMap';

export type DrawFunction = (input: DrawInput) => RenderedChart;
type SampleFunction = (builder: SampleBuilder) => SampleChart;

/** Allowed number of dimensions or measures. */
type CountRange = readonly [min: number, max: number];

/** Everything about a chart kind except its stored id and its traits, which are in `domain/query/chart-kinds.ts`. */
export type ChartKindDescriptor = {
  texts: Record<Language, KindText>;
  icon: KindIconName;
  dimensions: CountRange;
  measures: CountRange;
  /** Whether it shows parts of a whole, which a truncated result does not have. */
  isWhole?: true;
  /** Further check; returns why the result cannot be drawn. */
  check?: (frame: Frame) => RefusalReason | null;
  /** Supported options. */
  options: readonly (keyof ChartOptions)[];
  /** Made-up data for the gallery of the help pages. */
  sample: () => Promise<SampleFunction>;
  galleryHeight?: number;
  /** Content of the screen-reader summary: the numbers themselves instead of the highest and lowest one. */
  summary?: 'numbers';
} & (PlotKind | NumberSurface | TableKind);

/** Drawn by ECharts on a canvas. */
type PlotKind = {
  surface: 'plot';
  /** Drawing code and ECharts parts are loaded on demand; only `common-drawings.ts` is in the first chunk. */
  draw: () => Promise<DrawFunction>;
  parts: readonly EChartsPart[];
  /** Region outlines that it needs. */
  map?: MapKind;
  /** Target of a click: a step along the axis, or a legend name as a part of the whole. Default: the mark. */
  picking?: 'steps' | 'parts';
};

/** Rendered as elements by pages, drawn by ECharts only in downloaded images. */
type NumberSurface = { surface: 'number'; draw: () => Promise<DrawFunction>; parts: readonly EChartsPart[] };

/** Rendered as a table by pages, prints and workbooks. */
type TableKind = { surface: 'table' | 'pivot' };
