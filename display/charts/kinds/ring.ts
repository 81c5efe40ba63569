import { needsNoNegative, unlimited } from '../kind-checks.ts';
import type { ChartKindDescriptor } from '../kind-descriptor.ts';

export const ring: ChartKindDescriptor = {
  texts: {
    zh_CN: { name: '环形图', when: '整体的构成，最多六个部分，中间显示合计。' },
    en_US: { name: 'Donut', when: 'Up to six parts of a whole, with the total in the middle.' },
  },
  icon: 'pie',
  dimensions: [1, unlimited],
  measures: [1, 1],
  isWhole: true,
  check: needsNoNegative,
  options: ['labels', 'numbers'],
  surface: 'plot',
  draw: async () => (await import('../common-drawings.ts')).commonDrawings.drawPie,
  parts: [],
  picking: 'parts',
  sample: async () => (await import('../sample-trends.ts')).trendSamples.ring,
};
