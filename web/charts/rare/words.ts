import { CustomChart } from 'echarts/charts';
import { use } from 'echarts/core';

use([CustomChart]);

export { drawWords as draw } from '#display/charts/word-cloud.ts';
