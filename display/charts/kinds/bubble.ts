import { unlimited } from '../kind-checks.ts';
import type { ChartKindDescriptor } from '../kind-descriptor.ts';

export const bubble: ChartKindDescriptor = {
  texts: {
    zh_CN: { name: '气泡图', when: '看两个度量的关系，并用大小表示第三个度量。' },
    en_US: { name: 'Bubble', when: 'Whether two measures are related, with a third as the size.' },
  },
  icon: 'dots',
  dimensions: [0, unlimited],
  measures: [3, unlimited],
  options: ['labels', 'scale', 'legend', 'numbers'],
  surface: 'plot',
  draw: async () => (await import('../scatter.ts')).drawScatter,
  parts: ['scatter'],
  sample: async () => (await import('../sample-trends.ts')).trendSamples.bubble,
};
