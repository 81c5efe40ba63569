import type { ChartKindDescriptor } from '../kind-descriptor.ts';

export const gauge: ChartKindDescriptor = {
  texts: {
    zh_CN: { name: '仪表图', when: '看目标完成了多少。' },
    en_US: { name: 'Gauge', when: 'How close a value is to its target.' },
  },
  icon: 'gauge',
  dimensions: [0, 0],
  measures: [1, 1],
  options: ['target', 'numbers'],
  surface: 'plot',
  draw: async () => (await import('../gauge.ts')).drawGauge,
  parts: ['gauge'],
  summary: 'numbers',
  sample: async () => (await import('../sample-distributions.ts')).distributionSamples.gauge,
  galleryHeight: 220,
};
