import { needsPositive, unlimited } from '../kind-checks.ts';
import type { ChartKindDescriptor } from '../kind-descriptor.ts';

export const sankey: ChartKindDescriptor = {
  texts: {
    zh_CN: { name: '桑基图', when: '看数量从哪里流向哪里。' },
    en_US: { name: 'Sankey', when: 'How amounts flow from one place to another.' },
  },
  icon: 'branches',
  dimensions: [2, unlimited],
  measures: [1, 1],
  check: needsPositive,
  options: ['numbers'],
  surface: 'plot',
  draw: async () => (await import('../sankey.ts')).drawSankey,
  parts: ['sankey'],
  sample: async () => (await import('../sample-distributions.ts')).distributionSamples.sankey,
};
