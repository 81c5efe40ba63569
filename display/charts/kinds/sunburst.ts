import { needsPositive, unlimited } from '../kind-checks.ts';
import type { ChartKindDescriptor } from '../kind-descriptor.ts';

export const sunburst: ChartKindDescriptor = {
  texts: {
    zh_CN: { name: '旭日图', when: '看多层级的构成。' },
    en_US: { name: 'Sunburst', when: 'A breakdown over several levels.' },
  },
  icon: 'pie',
  dimensions: [1, unlimited],
  measures: [1, 1],
  isWhole: true,
  check: needsPositive,
  options: ['numbers'],
  surface: 'plot',
  draw: async () => (await import('../sunburst.ts')).drawSunburst,
  parts: ['sunburst'],
  sample: async () => (await import('../sample-distributions.ts')).distributionSamples.sunburst,
};
