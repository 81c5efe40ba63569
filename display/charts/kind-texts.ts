import type { ChartKind } from '#domain/query/chart.ts';
import type { Language } from '#domain/language.ts';

/** Name of a chart kind and when to use it. */
export type KindText = { name: string; when: string };

const english: Record<ChartKind, KindText> = {
  figure: { name: 'Figure', when: 'One number that matters, its change, and how it got there.' },
  line: { name: 'Line', when: 'How something moves over time. The step that is not over yet is dashed.' },
  area: { name: 'Area', when: 'How a total and its parts move over time.' },
  bar: { name: 'Bars', when: 'Amounts in a few steps of time, or of a few things with short names.' },
  bar_horizontal: { name: 'Horizontal bars', when: 'A ranking: which are the largest. Long names have room.' },
  combination: { name: 'Bars and line', when: 'Two measures that have not the same unit, such as sales and a rate.' },
  ring: { name: 'Ring', when: 'Up to six parts of a whole, with the whole in the middle.' },
  pie: { name: 'Pie', when: 'Up to six parts of a whole. Bars are easier to compare.' },
  scatter: { name: 'Scatter', when: 'Whether two numbers go together.' },
  bubble: { name: 'Bubbles', when: 'Whether two numbers go together, with a third as the size.' },
  histogram: { name: 'Histogram', when: 'How numbers spread: what is usual, what is rare.' },
  box: { name: 'Box plot', when: 'How numbers spread in several groups: the middle half, and what lies far out.' },
  heatmap: { name: 'Heat map', when: 'Where in two dimensions there is much, and where little.' },
  calendar: { name: 'Calendar', when: 'Which days are busy: weekdays, seasons, holidays.' },
  funnel: { name: 'Funnel', when: 'How many are left after each step.' },
  waterfall: { name: 'Waterfall', when: 'How pluses and minuses make up a result.' },
  treemap: { name: 'Treemap', when: 'Many parts of a whole, in groups, by their size.' },
  sunburst: { name: 'Sunburst', when: 'Parts, and parts of parts.' },
  sankey: { name: 'Sankey', when: 'How amounts flow from one thing to another.' },
  radar: { name: 'Radar', when: 'A few things compared by several measures.' },
  gauge: { name: 'Gauge', when: 'How much of a target is reached.' },
  words: { name: 'Word cloud', when: 'Which words are frequent, at a glance.' },
  table: { name: 'Table', when: 'Exact numbers, row by row.' },
  pivot: { name: 'Pivot table', when: 'Exact numbers by two dimensions or more, with subtotals.' },
  world: { name: 'World map', when: 'Amounts by country. Names in Chinese or English and ISO codes are recognised.' },
  china: { name: 'Map of China', when: 'Amounts by province. Short and whole names and pinyin are recognised.' },
};

const chinese: Record<ChartKind, KindText> = {
  figure: { name: '指标卡', when: '一个关键数字，以及它的变化和走势。' },
  line: { name: '折线图', when: '看数值随时间的变化。尚未结束的周期用虚线表示。' },
  area: { name: '面积图', when: '看总量及其构成随时间的变化。' },
  bar: { name: '柱状图', when: '比较少量时间段，或名称较短的几个类别。' },
  bar_horizontal: { name: '条形图', when: '看排名：哪些最大。名称再长也放得下。' },
  combination: { name: '组合图', when: '同时看单位不同的两个指标，例如销售额和转化率。' },
  ring: { name: '环形图', when: '整体的构成，最多六个部分，中间显示合计。' },
  pie: { name: '饼图', when: '整体的构成，最多六个部分。要比较大小，条形图更清楚。' },
  scatter: { name: '散点图', when: '看两个数值之间有没有关系。' },
  bubble: { name: '气泡图', when: '看两个数值的关系，并用大小表示第三个数值。' },
  histogram: { name: '直方图', when: '看数值的分布：什么常见，什么少见。' },
  box: { name: '箱线图', when: '比较几组数值的分布：中间一半在哪里，有没有异常值。' },
  heatmap: { name: '热力图', when: '看两个维度交叉后，哪里多、哪里少。' },
  calendar: { name: '日历图', when: '看哪些日子忙：星期、季节和节假日。' },
  funnel: { name: '漏斗图', when: '看每一步之后还剩多少。' },
  waterfall: { name: '瀑布图', when: '看增加和减少如何构成最终结果。' },
  treemap: { name: '矩形树图', when: '用面积看许多部分的大小，可以分组。' },
  sunburst: { name: '旭日图', when: '看多层级的构成。' },
  sankey: { name: '桑基图', when: '看数量从哪里流向哪里。' },
  radar: { name: '雷达图', when: '用多个指标比较几个对象。' },
  gauge: { name: '仪表图', when: '看目标完成了多少。' },
  words: { name: '词云', when: '一眼看出哪些词出现得多。' },
  table: { name: '表格', when: '逐行查看精确的数字。' },
  pivot: { name: '透视表', when: '按两个或更多维度汇总，带小计。' },
  world: { name: '世界地图', when: '按国家看数量。支持中英文名称和 ISO 代码。' },
  china: { name: '中国地图', when: '按省份看数量。支持简称、全称和拼音。' },
};

export const kindTexts: Record<Language, Record<ChartKind, KindText>> = { zh_CN: chinese, en_US: english };
