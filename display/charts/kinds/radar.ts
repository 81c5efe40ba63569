import { needsSeveral, unlimited } from '../kind-checks.ts';
import type { ChartKindDescriptor } from '../kind-descriptor.ts';

export const radar: ChartKindDescriptor = {
  texts: {
    zh_CN: { name: '雷达图', when: '用多个度量比较几个对象。' },
    en_US: { name: 'Radar', when: 'Compare a few items by several measures.' },
  },
  icon: 'radar',
  dimensions: [0, 2],
  measures: [1, unlimited],
  check: needsSeveral(3),
  options: ['legend', 'numbers'],
  surface: 'plot',
  draw: async () => (await import('../radar.ts')).drawRadar,
  parts: ['radar', 'radarAxis'],
  sample: async () => (await import('../sample-distributions.ts')).distributionSamples.radar,
};
