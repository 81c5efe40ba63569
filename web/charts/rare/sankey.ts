import { SankeyChart } from 'echarts/charts';
import { use } from 'echarts/core';

use([SankeyChart]);

export { drawSankey as draw } from '#display/charts/sankey.ts';
