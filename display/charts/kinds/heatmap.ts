import { unlimited } from '../kind-checks.ts';
import type { ChartKindDescriptor } from '../kind-descriptor.ts';

export const heatmap: ChartKindDescriptor = {
  texts: {
    zh_CN: { name: '热力图', when: '看两个维度交叉后，哪里多、哪里少。' },
    en_US: { name: 'Heatmap', when: 'Where values are high and low across two dimensions.' },
  },
  icon: 'heatmap',
  dimensions: [2, unlimited],
  measures: [1, 1],
  options: ['labels', 'numbers'],
  surface: 'plot',
  draw: async () => (await import('../heatmap.ts')).drawHeatmap,
  parts: ['heatmap', 'visualMap'],
  sample: async () => (await import('../sample-distributions.ts')).distributionSamples.heatmap,
};
