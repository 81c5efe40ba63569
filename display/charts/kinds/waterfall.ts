import { needsSeveral, unlimited } from '../kind-checks.ts';
import type { ChartKindDescriptor } from '../kind-descriptor.ts';

export const waterfall: ChartKindDescriptor = {
  texts: {
    zh_CN: { name: '瀑布图', when: '看增加和减少如何构成最终结果。' },
    en_US: { name: 'Waterfall', when: 'How increases and decreases add up to a result.' },
  },
  icon: 'candles',
  dimensions: [0, 1],
  measures: [1, unlimited],
  isWhole: true,
  check: needsSeveral(2),
  options: ['labels', 'numbers'],
  surface: 'plot',
  draw: async () => (await import('../waterfall.ts')).drawWaterfall,
  parts: ['custom'],
  sample: async () => (await import('../sample-distributions.ts')).distributionSamples.waterfall,
};
