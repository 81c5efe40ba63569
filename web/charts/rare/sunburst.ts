import { SunburstChart } from 'echarts/charts';
import { use } from 'echarts/core';

use([SunburstChart]);

export { drawSunburst as draw } from '#display/charts/sunburst.ts';
