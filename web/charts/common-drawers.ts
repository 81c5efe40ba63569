export { commonDrawings } from '#display/charts/common-drawings.ts';
export { init } from './echarts.ts';
