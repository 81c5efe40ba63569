import type { ChartKindDescriptor } from '../kind-descriptor.ts';

export const china: ChartKindDescriptor = {
  texts: {
    zh_CN: { name: '中国地图', when: '按省份看数量。支持简称、全称和拼音。' },
    en_US: { name: 'China map', when: 'Values by province. Short and full names and pinyin are recognized.' },
  },
  icon: 'globe',
  dimensions: [1, 1],
  measures: [1, 1],
  options: ['labels', 'numbers'],
  surface: 'plot',
  draw: async () => (await import('../map.ts')).drawMap,
  parts: ['map', 'geo', 'visualMap'],
  map: 'china',
  sample: async () => (await import('../sample-maps.ts')).mapSamples.china,
  galleryHeight: 400,
};
