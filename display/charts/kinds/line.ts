import { unlimited } from '../kind-checks.ts';
import type { ChartKindDescriptor } from '../kind-descriptor.ts';

export const line: ChartKindDescriptor = {
  texts: {
    zh_CN: { name: '折线图', when: '看数值随时间的变化。尚未结束的周期用虚线表示。' },
    en_US: { name: 'Line', when: 'How values change over time. An unfinished period is dashed.' },
  },
  icon: 'line',
  dimensions: [1, unlimited],
  measures: [1, unlimited],
  options: ['legend', 'scale', 'fromZero', 'smooth', 'numbers'],
  surface: 'plot',
  draw: async () => (await import('../common-drawings.ts')).commonDrawings.drawLine,
  parts: [],
  picking: 'steps',
  sample: async () => (await import('../sample-trends.ts')).trendSamples.line,
};
