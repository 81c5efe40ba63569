import { CustomChart } from 'echarts/charts';
import { use } from 'echarts/core';

use([CustomChart]);

export { drawFunnel as draw } from '#display/charts/funnel.ts';
