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

export { rareDrawers } from '#display/charts/rare.ts';
