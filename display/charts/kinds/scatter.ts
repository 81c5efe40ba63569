import { unlimited } from '../kind-checks.ts';
import type { ChartKindDescriptor } from '../kind-descriptor.ts';

export const scatter: ChartKindDescriptor = {
  texts: {
    zh_CN: { name: '散点图', when: '看两个度量之间有没有关系。' },
    en_US: { name: 'Scatter', when: 'Whether two measures are related.' },
  },
  icon: 'dots',
  dimensions: [0, unlimited],
  measures: [2, unlimited],
  options: ['labels', 'scale', 'legend', 'numbers'],
  surface: 'plot',
  draw: async () => (await import('../scatter.ts')).drawScatter,
  parts: ['scatter'],
  sample: async () => (await import('../sample-trends.ts')).trendSamples.scatter,
};
