import { HeatmapChart } from 'echarts/charts';
import { VisualMapContinuousComponent } from 'echarts/components';
import { use } from 'echarts/core';

use([HeatmapChart, VisualMapContinuousComponent]);

export { drawHeatmap as draw } from '#display/charts/heatmap.ts';
