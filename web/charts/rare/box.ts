import { BoxplotChart, ScatterChart } from 'echarts/charts';
import { use } from 'echarts/core';

use([BoxplotChart, ScatterChart]);

export { drawBox as draw } from '#display/charts/box.ts';
