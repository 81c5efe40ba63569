import { unlimited } from '../kind-checks.ts';
import type { ChartKindDescriptor } from '../kind-descriptor.ts';

export const barHorizontal: ChartKindDescriptor = {
  texts: {
    zh_CN: { name: '条形图', when: '看排名：哪些最大。名称再长也放得下。' },
    en_US: { name: 'Horizontal bar', when: 'A ranking, with room for long names.' },
  },
  icon: 'bars',
  dimensions: [1, unlimited],
  measures: [1, unlimited],
  options: ['stack', 'labels', 'legend', 'numbers'],
  surface: 'plot',
  draw: async () => (await import('../common-drawings.ts')).commonDrawings.drawBarHorizontal,
  parts: [],
  sample: async () => (await import('../sample-trends.ts')).trendSamples.bar_horizontal,
};
