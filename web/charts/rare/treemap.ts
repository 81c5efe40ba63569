import { TreemapChart } from 'echarts/charts';
import { use } from 'echarts/core';

use([TreemapChart]);

export { drawTreemap as draw } from '#display/charts/treemap.ts';
