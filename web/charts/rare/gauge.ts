import { GaugeChart } from 'echarts/charts';
import { use } from 'echarts/core';

use([GaugeChart]);

export { drawGauge as draw } from '#display/charts/gauge.ts';
