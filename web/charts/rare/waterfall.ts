import { CustomChart } from 'echarts/charts';
import { use } from 'echarts/core';

use([CustomChart]);

export { drawWaterfall as draw } from '#display/charts/waterfall.ts';
