import {
  BoxplotChart,
  CustomChart,
  GaugeChart,
  HeatmapChart,
  MapChart,
  RadarChart,
  SankeyChart,
  SunburstChart,
  TreemapChart,
} from 'echarts/charts';
import { CalendarComponent, GeoComponent, RadarComponent, VisualMapContinuousComponent } from 'echarts/components';
import { use } from 'echarts/core';

import { drawBox } from '#display/charts/box.ts';
import { drawCalendar } from '#display/charts/calendar.ts';
import { drawFunnel } from '#display/charts/funnel.ts';
import { drawGauge } from '#display/charts/gauge.ts';
import { drawHeatmap } from '#display/charts/heatmap.ts';
import { drawMap } from '#display/charts/map.ts';
import { drawRadar } from '#display/charts/radar.ts';
import { drawSankey } from '#display/charts/sankey.ts';
import { drawSunburst } from '#display/charts/sunburst.ts';
import { drawTreemap } from '#display/charts/treemap.ts';
import { drawWaterfall } from '#display/charts/waterfall.ts';
import { drawWords } from '#display/charts/words.ts';

use([
  BoxplotChart,
  CalendarComponent,
  CustomChart,
  GaugeChart,
  GeoComponent,
  HeatmapChart,
  MapChart,
  RadarChart,
  RadarComponent,
  SankeyChart,
  SunburstChart,
  TreemapChart,
  VisualMapContinuousComponent,
]);

/** The kinds that are seldom drawn: fetched with the first of them. */
export const rareDrawers = {
  box: drawBox,
  heatmap: drawHeatmap,
  calendar: drawCalendar,
  funnel: drawFunnel,
  waterfall: drawWaterfall,
  treemap: drawTreemap,
  sunburst: drawSunburst,
  sankey: drawSankey,
  radar: drawRadar,
  gauge: drawGauge,
  words: drawWords,
  world: drawMap,
  china: drawMap,
};
