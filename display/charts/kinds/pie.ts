import { needsNoNegative, unlimited } from '../kind-checks.ts';
import type { ChartKindDescriptor } from '../kind-descriptor.ts';

export const pie: ChartKindDescriptor = {
  texts: {
    zh_CN: { name: '饼图', when: '整体的构成，最多六个部分。要比较大小，条形图更清楚。' },
    en_US: { name: 'Pie', when: 'Up to six parts of a whole. Bars are easier to compare.' },
  },
  icon: 'pie',
  dimensions: [1, unlimited],
  measures: [1, 1],
  isWhole: true,
  check: needsNoNegative,
  options: ['labels', 'numbers'],
  surface: 'plot',
  draw: async () => (await import('../common-drawings.ts')).commonDrawings.drawPie,
  parts: [],
  picking: 'parts',
  sample: async () => (await import('../sample-trends.ts')).trendSamples.pie,
};
