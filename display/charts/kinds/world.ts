import type { ChartKindDescriptor } from '../kind-descriptor.ts';

export const world: ChartKindDescriptor = {
  texts: {
    zh_CN: { name: '世界地图', when: '按国家看数量。支持中英文名称和 ISO 代码。' },
    en_US: { name: 'World map', when: 'Values by country. Chinese and English names and ISO codes are recognized.' },
  },
  icon: 'globe',
  dimensions: [1, 1],
  measures: [1, 1],
  options: ['labels', 'numbers'],
  surface: 'plot',
  draw: async () => (await import('../map.ts')).drawMap,
  parts: ['map', 'geo', 'visualMap'],
  map: 'world',
  sample: async () => (await import('../sample-maps.ts')).mapSamples.world,
  galleryHeight: 340,
};
