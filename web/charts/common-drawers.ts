export { commonDrawers as drawers } from '#display/charts/common-charts.ts';
export { init } from './echarts.ts';
