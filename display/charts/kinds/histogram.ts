import { needsNumbers } from '../kind-checks.ts';
import type { ChartKindDescriptor } from '../kind-descriptor.ts';

export const histogram: ChartKindDescriptor = {
  texts: {
    zh_CN: { name: '直方图', when: '看数值的分布：什么常见，什么少见。' },
    en_US: { name: 'Histogram', when: 'How numbers are distributed: what’s common and what’s rare.' },
  },
  icon: 'columns',
  dimensions: [1, 2],
  measures: [1, 1],
  check: needsNumbers,
  options: ['numbers'],
  surface: 'plot',
  draw: async () => (await import('../common-drawings.ts')).commonDrawings.drawHistogram,
  parts: [],
  sample: async () => (await import('../sample-trends.ts')).trendSamples.histogram,
};
