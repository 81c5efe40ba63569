import { unlimited } from '../kind-checks.ts';
import type { ChartKindDescriptor } from '../kind-descriptor.ts';

export const box: ChartKindDescriptor = {
  texts: {
    zh_CN: { name: '箱线图', when: '比较几组数值的分布：中间一半在哪里，有没有异常值。' },
    en_US: { name: 'Box plot', when: 'How numbers are distributed across groups: the middle half, and outliers.' },
  },
  icon: 'box',
  dimensions: [1, unlimited],
  measures: [1, unlimited],
  options: ['numbers'],
  surface: 'plot',
  draw: async () => (await import('../box.ts')).drawBox,
  parts: ['boxplot', 'scatter'],
  sample: async () => (await import('../sample-distributions.ts')).distributionSamples.box,
};
