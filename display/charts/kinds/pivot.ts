import { unlimited } from '../kind-checks.ts';
import type { ChartKindDescriptor } from '../kind-descriptor.ts';

export const pivot: ChartKindDescriptor = {
  texts: {
    zh_CN: { name: '透视表', when: '按两个或更多维度汇总，带小计。' },
    en_US: { name: 'Pivot table', when: 'Exact numbers by two or more dimensions, with subtotals.' },
  },
  icon: 'pivot',
  dimensions: [1, unlimited],
  measures: [1, unlimited],
  options: ['rows', 'subtotals', 'numbers', 'cells'],
  surface: 'pivot',
  sample: async () => (await import('../sample-maps.ts')).mapSamples.pivot,
};
