import { unlimited } from '../kind-checks.ts';
import type { ChartKindDescriptor } from '../kind-descriptor.ts';

export const combination: ChartKindDescriptor = {
  texts: {
    zh_CN: { name: '组合图', when: '同时看单位不同的两个度量，例如销售额和转化率。' },
    en_US: { name: 'Combo', when: 'Two measures with different units, such as sales and a rate.' },
  },
  icon: 'combination',
  dimensions: [1, 1],
  measures: [2, unlimited],
  options: ['second', 'legend', 'smooth', 'numbers'],
  surface: 'plot',
  draw: async () => (await import('../common-drawings.ts')).commonDrawings.drawCombination,
  parts: [],
  sample: async () => (await import('../sample-trends.ts')).trendSamples.combination,
};
