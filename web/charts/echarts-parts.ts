import type { EChartsPart } from '#display/charts/kind-descriptor.ts';

// These modules register themselves. One import each, so that each becomes a chunk.
const parts: Record<EChartsPart, () => Promise<unknown>> = {
  boxplot: () => import('echarts/lib/chart/boxplot'),
  calendar: () => import('echarts/lib/component/calendar'),
  custom: () => import('echarts/lib/chart/custom'),
  gauge: () => import('echarts/lib/chart/gauge'),
  geo: () => import('echarts/lib/component/geo'),
  graphic: () => import('echarts/lib/component/graphic'),
  heatmap: () => import('echarts/lib/chart/heatmap'),
  map: () => import('echarts/lib/chart/map'),
  radar: () => import('echarts/lib/chart/radar'),
  radarAxis: () => import('echarts/lib/component/radar'),
  sankey: () => import('echarts/lib/chart/sankey'),
  scatter: () => import('echarts/lib/chart/scatter'),
  sunburst: () => import('echarts/lib/chart/sunburst'),
  treemap: () => import('echarts/lib/chart/treemap'),
  visualMap: () => import('echarts/lib/component/visualMapContinuous'),
};

/** Loads and registers a part of ECharts that is not in the first chunk. */
export const loadEChartsPart = (part: EChartsPart): Promise<unknown> => parts[part]();
