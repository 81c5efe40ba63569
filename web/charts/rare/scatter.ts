import { ScatterChart } from 'echarts/charts';
import { use } from 'echarts/core';

use([ScatterChart]);

export { drawScatter as draw } from '#display/charts/scatter.ts';
