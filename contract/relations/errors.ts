import type { ErrorEntry } from '#contract/queries/errors.ts';

/** Errors of relations between datasets. */
export const relationErrors = {
  relation_types_differ: {
    status: 422,
    en_US:
      "Columns {column} and {value} have different types, so they can't relate two datasets. Change one of the types.",
    zh_CN: '列 {column} 与 {value} 的类型不同，不能用来关联数据集，请改成相同的类型。',
  },
  relation_type_unusable: {
    status: 422,
    en_US: "Column {column} can't relate two datasets. Choose a column with text, whole numbers or dates.",
    zh_CN: '列 {column} 不能用来关联数据集，请选择文本、整数或日期列。',
  },
  relation_not_unique: {
    status: 422,
    en_US:
      'Several rows of {detail} have the same {column}, for example {value}. Joining them would count rows more than once. Choose columns that identify each row, or remove the duplicates.',
    zh_CN:
      '{detail} 中有多行的 {column} 相同，例如 {value}，关联后会重复计算。请选择能唯一确定一行的列，或先去掉重复的行。',
  },
  relation_repeated_rows: {
    status: 422,
    en_US:
      "Several rows of this dataset have the same {column}, for example {value}, so it isn't one-to-one. Choose many-to-one.",
    zh_CN: '该数据集中有多行的 {column} 相同，例如 {value}，不是一对一。请改为多对一。',
  },
  relation_to_itself: {
    status: 422,
    en_US: "A dataset can't be related to itself. Choose another one.",
    zh_CN: '数据集不能与自己关联，请选择其他数据集。',
  },
  relation_places_differ: {
    status: 422,
    en_US: 'These datasets are stored in different places. Extract the connected table first, then relate the extract.',
    zh_CN: '这两个数据集不在同一个地方。请先抽取已连接数据库中的表，再关联抽取得到的数据集。',
  },
  related_dataset_hidden: {
    status: 403,
    en_US: "This uses a related dataset that you can't see. Ask its owner for access.",
    zh_CN: '这里用到了您无权查看的关联数据集，请联系其负责人开通权限。',
  },
  measure_repeats: {
    status: 422,
    en_US:
      'Column {column} belongs to a related dataset: its values would be counted once for every row here. Query the related dataset instead, or use the minimum, maximum or distinct values.',
    zh_CN:
      '列 {column} 属于关联的数据集，在这里会随每一行重复计算。请直接分析关联的数据集，或改用最小值、最大值、去重计数。',
  },
} satisfies Record<string, ErrorEntry>;
