import type { Language } from '#domain/language.ts';

const english = {
  rest: 'Other',
  total: 'Total',
  before: (name: string) => `${name} (earlier)`,
  against: (value: string) => `from ${value}`,
  noBase: 'no earlier data',
  share: 'Share',
  unfinished: 'Incomplete',
  someSeries: (visible: number, all: number) => `Showing the ${visible} largest of ${all} series.`,
  largestItems: (visible: number, all: number) => `Showing the ${visible} largest of ${all}.`,
  someItems: (visible: number, all: number) => `Showing the first ${visible} of ${all}.`,
  lastMonths: 'Showing only the most recent months that fit.',
  logNeedsPositive: 'A logarithmic axis can’t show zero or negative values, so it’s linear.',
  unplaced: (names: string) => `Not on the map: ${names}`,
  andMore: (count: number) => `and ${count} more`,
  negativeLeftOut: (count: number) =>
    count === 1
      ? '1 item with a value of zero or less isn’t shown.'
      : `${count} items with a value of zero or less aren’t shown.`,
  unfittedWords: (count: number) => (count === 1 ? '1 word didn’t fit.' : `${count} words didn’t fit.`),
};

export type ChartTexts = typeof english;

const chinese: ChartTexts = {
  rest: '其他',
  total: '合计',
  before: (name) => `${name}（对比期）`,
  against: (value) => `对比期 ${value}`,
  noBase: '无对比数据',
  share: '占比',
  unfinished: '不完整',
  someSeries: (visible, all) => `共 ${all} 个系列，只显示数值最大的 ${visible} 个。`,
  largestItems: (visible, all) => `共 ${all} 项，只显示最大的 ${visible} 项。`,
  someItems: (visible, all) => `共 ${all} 项，只显示前 ${visible} 项。`,
  lastMonths: '这里只放得下最近几个月。',
  logNeedsPositive: '对数轴不能表示零和负数，已改用线性轴。',
  unplaced: (names) => `未能在地图上定位：${names}`,
  andMore: (count) => `等另外 ${count} 个`,
  negativeLeftOut: (count) => `有 ${count} 项的值小于或等于零，未显示。`,
  unfittedWords: (count) => `有 ${count} 个词放不下，未显示。`,
};

export const chartTexts: Record<Language, ChartTexts> = { zh_CN: chinese, en_US: english };
