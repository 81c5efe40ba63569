import { unlimited } from '../kind-checks.ts';
import type { ChartKindDescriptor } from '../kind-descriptor.ts';

export const bar: ChartKindDescriptor = {
  texts: {
    zh_CN: { name: '柱状图', when: '比较少量时间段，或名称较短的几个类别。' },
    en_US: { name: 'Bar', when: 'Compare a few time periods, or a few categories with short names.' },
  },
  icon: 'columns',
  dimensions: [1, unlimited],
  measures: [1, unlimited],
  options: ['stack', 'labels', 'legend', 'numbers'],
  surface: 'plot',
  draw: async () => (await import('../common-drawings.ts')).commonDrawings.drawBar,
  parts: [],
  sample: async () => (await import('../sample-trends.ts')).trendSamples.bar,
};
