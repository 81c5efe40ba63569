import { unlimited } from '../kind-checks.ts';
import type { ChartKindDescriptor } from '../kind-descriptor.ts';

export const area: ChartKindDescriptor = {
  texts: {
    zh_CN: { name: '面积图', when: '看总量及其构成随时间的变化。' },
    en_US: { name: 'Area', when: 'How a total and its parts change over time.' },
  },
  icon: 'area',
  dimensions: [1, unlimited],
  measures: [1, unlimited],
  options: ['stack', 'legend', 'smooth', 'numbers'],
  surface: 'plot',
  draw: async () => (await import('../common-drawings.ts')).commonDrawings.drawLine,
  parts: [],
  picking: 'steps',
  sample: async () => (await import('../sample-trends.ts')).trendSamples.area,
};
