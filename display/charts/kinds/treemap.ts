import { needsPositive, unlimited } from '../kind-checks.ts';
import type { ChartKindDescriptor } from '../kind-descriptor.ts';

export const treemap: ChartKindDescriptor = {
  texts: {
    zh_CN: { name: '矩形树图', when: '用面积看许多部分的大小，可以分组。' },
    en_US: { name: 'Treemap', when: 'Many parts of a whole, grouped and sized by value.' },
  },
  icon: 'tiles',
  dimensions: [1, unlimited],
  measures: [1, 1],
  isWhole: true,
  check: needsPositive,
  options: ['numbers'],
  surface: 'plot',
  draw: async () => (await import('../treemap.ts')).drawTreemap,
  parts: ['treemap'],
  sample: async () => (await import('../sample-distributions.ts')).distributionSamples.treemap,
};
