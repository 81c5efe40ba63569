import { unlimited } from '../kind-checks.ts';
import type { ChartKindDescriptor } from '../kind-descriptor.ts';

export const table: ChartKindDescriptor = {
  texts: {
    zh_CN: { name: '表格', when: '逐行查看精确的数字。' },
    en_US: { name: 'Table', when: 'Exact numbers, row by row.' },
  },
  icon: 'table',
  dimensions: [0, unlimited],
  measures: [0, unlimited],
  options: ['numbers', 'cells'],
  surface: 'table',
  sample: async () => (await import('../sample-maps.ts')).mapSamples.table,
};
