import { needsPositive, needsSeveral, unlimited } from '../kind-checks.ts';
import type { ChartKindDescriptor } from '../kind-descriptor.ts';

export const funnel: ChartKindDescriptor = {
  texts: {
    zh_CN: { name: '漏斗图', when: '看每一步之后还剩多少。' },
    en_US: { name: 'Funnel', when: 'How many are left after each step.' },
  },
  icon: 'funnel',
  dimensions: [0, 1],
  measures: [1, unlimited],
  isWhole: true,
  check: (frame) => needsSeveral(2)(frame) ?? needsPositive(frame),
  options: ['numbers'],
  surface: 'plot',
  draw: async () => (await import('../funnel.ts')).drawFunnel,
  parts: ['custom'],
  sample: async () => (await import('../sample-distributions.ts')).distributionSamples.funnel,
};
