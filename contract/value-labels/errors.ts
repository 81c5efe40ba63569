import type { ErrorEntry } from '#contract/queries/errors.ts';

/** Errors of value labels. */
export const valueLabelErrors = {
  labels_of_type: {
    status: 422,
    en_US: 'Only text, integers and yes/no values can have labels. Column {column} has another type.',
    zh_CN: '只有文本、整数和是否类的列可以设置值标签，“{column}”不属于这些类型。',
  },
  labels_source: {
    status: 422,
    en_US: 'Labels can only be taken from another text column of the same dataset. Choose a different column.',
    zh_CN: '标签只能取自同一数据集中的另一个文本列，请换一列。',
  },
  labels_too_many: {
    status: 422,
    en_US: 'A column can have at most 10,000 labeled values. Leave out the rare ones.',
    zh_CN: '每列最多为 10,000 个值设置标签，请去掉不常用的值。',
  },
  label_too_long: {
    status: 422,
    en_US: 'A label can have at most 200 characters. Shorten the longer ones.',
    zh_CN: '标签最多 200 个字符，请缩短过长的标签。',
  },
  label_value_twice: {
    status: 422,
    en_US: 'The value {value} is listed more than once. Keep only one of its rows.',
    zh_CN: '值“{value}”出现了多次，请只保留一行。',
  },
} satisfies Record<string, ErrorEntry>;
