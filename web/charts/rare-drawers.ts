import {
  BoxplotChart,
  CustomChart,
  GaugeChart,
  HeatmapChart,
  MapChart,
  RadarChart,
  SankeyChart,
  ScatterChart,
  SunburstChart,
  TreemapChart,
} from 'echarts/charts';
import { CalendarComponent, GeoComponent, RadarComponent, VisualMapContinuousComponent } from 'echarts/components';
import { use } from 'echarts/core';

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
  ScatterChart,
  SunburstChart,
  TreemapChart,
  VisualMapContinuousComponent,
]);

export { rareDrawers } from '#display/charts/rare.ts';
