import { needsPositive } from '../kind-checks.ts';
import type { ChartKindDescriptor } from '../kind-descriptor.ts';

export const words: ChartKindDescriptor = {
  texts: {
    zh_CN: { name: '词云', when: '一眼看出哪些词出现得多。' },
    en_US: { name: 'Word cloud', when: 'Which words are most common, at a glance.' },
  },
  icon: 'text',
  dimensions: [1, 1],
  measures: [1, 1],
  check: needsPositive,
  options: [],
  surface: 'plot',
  draw: async () => (await import('../word-cloud.ts')).drawWords,
  parts: ['custom'],
  sample: async () => (await import('../sample-maps.ts')).mapSamples.words,
};
