import type { Language } from '#domain/language.ts';

/** Why a result cannot be drawn as a chart kind. */
const english = {
  no_rows: 'No data for this query. Widen the time range or remove a filter.',
  all_empty: 'All values are empty, so there’s nothing to show.',
  needs_dimension: 'This chart needs a field to group by. Add a dimension.',
  needs_two_dimensions: 'This chart needs two fields to group by. Add another dimension.',
  needs_no_dimension: 'This chart shows one number. Remove the dimensions, or choose another chart.',
  too_many_dimensions: 'This chart can’t show that many dimensions. Remove one, or choose another chart.',
  needs_measure: 'This chart needs a number to show. Add a measure.',
  needs_two_measures: 'This chart needs two measures. Add another one.',
  needs_three_measures: 'This chart needs three measures: the x axis, the y axis and the bubble size.',
  too_many_measures: 'This chart shows one measure. Remove the others, or choose another chart.',
  needs_positive: 'This chart needs values above zero, but there are none.',
  needs_no_negative: 'Parts of a whole can’t be negative. Use a bar chart for these values.',
  needs_days: 'This chart needs a time field by day.',
  needs_numbers: 'This chart shows how numbers are distributed. Group by a number, with bins.',
  needs_whole:
    'A number card shows a total, but this result only has its parts. Remove the dimension, or group by time.',
  needs_all: 'There are too many groups to add up. Use a ranking with “Other” to show the total.',
  needs_several: 'This chart needs several values. Add a dimension or more measures.',
};

export type RefusalReason = keyof typeof english;

const chinese: Record<RefusalReason, string> = {
  no_rows: '没有符合条件的数据。可以扩大时间范围，或者去掉一些筛选。',
  all_empty: '所有的值都为空，没有可画的内容。',
  needs_dimension: '这种图表需要一个分组字段，请添加维度。',
  needs_two_dimensions: '这种图表需要两个分组字段，请再添加一个维度。',
  needs_no_dimension: '这种图表只显示一个数。请去掉维度，或换一种图表。',
  too_many_dimensions: '这种图表放不下这么多维度。请减少维度，或换一种图表。',
  needs_measure: '这种图表需要一个数值，请添加度量。',
  needs_two_measures: '这种图表需要两个度量，请再添加一个。',
  needs_three_measures: '这种图表需要三个度量：横轴、纵轴和点的大小。',
  too_many_measures: '这种图表只显示一个度量。请去掉其他度量，或换一种图表。',
  needs_positive: '这种图表需要大于零的值，而结果中没有。',
  needs_no_negative: '整体的组成部分不能为负数，可以改用条形图。',
  needs_days: '这种图表需要按天分组的时间字段。',
  needs_numbers: '这种图表显示数值的分布，请按数值字段分组并设置区间。',
  needs_whole: '指标卡显示的是整体，而这个结果只有各个部分。请去掉维度，或改为按时间分组。',
  needs_all: '分组太多，无法在这里汇总成整体。请只保留前几名并把其余合并为“其他”，再用这种图表。',
  needs_several: '这种图表需要多个值，请添加维度或更多度量。',
};

export const reasonTexts: Record<Language, Record<RefusalReason, string>> = { zh_CN: chinese, en_US: english };
