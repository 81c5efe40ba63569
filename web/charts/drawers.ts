import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, LegendComponent, MarkAreaComponent, TooltipComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { CanvasRenderer } from 'echarts/renderers';

import { drawBar, drawBarHorizontal } from '#display/charts/bar.ts';
import { drawLine } from '#display/charts/line.ts';

use([
  BarChart,
  LineChart,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  TooltipComponent,
  LabelLayout,
  CanvasRenderer,
]);

/** The kinds that most pictures are, and what draws them. */
export const drawers = { line: drawLine, area: drawLine, bar: drawBar, bar_horizontal: drawBarHorizontal };
export { init };
