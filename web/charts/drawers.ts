import { BarChart, LineChart, PieChart, ScatterChart } from 'echarts/charts';
import {
  GraphicComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  TooltipComponent,
} from 'echarts/components';
import { init, use } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { CanvasRenderer } from 'echarts/renderers';

import { drawBar, drawBarHorizontal } from '#display/charts/bar.ts';
import { drawCombination } from '#display/charts/combination.ts';
import { drawHistogram } from '#display/charts/histogram.ts';
import { drawLine } from '#display/charts/line.ts';
import { drawPie } from '#display/charts/pie.ts';
import { drawScatter } from '#display/charts/scatter.ts';

use([
  BarChart,
  LineChart,
  PieChart,
  ScatterChart,
  GraphicComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  TooltipComponent,
  LabelLayout,
  CanvasRenderer,
]);

/** The kinds that most pictures are, and what draws them. */
export const drawers = {
  line: drawLine,
  area: drawLine,
  bar: drawBar,
  bar_horizontal: drawBarHorizontal,
  combination: drawCombination,
  ring: drawPie,
  pie: drawPie,
  scatter: drawScatter,
  bubble: drawScatter,
  histogram: drawHistogram,
};
export { init };
