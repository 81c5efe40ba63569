import { needsWhole, unlimited } from '../kind-checks.ts';
import type { ChartKindDescriptor } from '../kind-descriptor.ts';

export const figure: ChartKindDescriptor = {
  texts: {
    zh_CN: { name: '指标卡', when: '一个关键数字，以及它的变化和走势。' },
    en_US: { name: 'Number', when: 'One key number, its change and its trend.' },
  },
  icon: 'number',
  dimensions: [0, unlimited],
  measures: [1, 6],
  check: needsWhole,
  options: ['target', 'numbers'],
  surface: 'number',
  draw: async () => (await import('../number-chart.ts')).drawNumberChart,
  parts: ['graphic'],
  summary: 'numbers',
  sample: async () => (await import('../sample-trends.ts')).trendSamples.figure,
  galleryHeight: 180,
};
