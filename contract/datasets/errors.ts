import type { ErrorEntry } from '#contract/queries/errors.ts';

/** Errors of row rules. */
export const rowRuleErrors = {
  rows_hidden: {
    status: 403,
    en_US:
      "You can't see any rows of “{value}”: none of its row rules applies to you. Ask someone who manages the dataset.",
    zh_CN: '您看不到“{value}”的任何行：没有适用于您的行级权限。请联系管理该数据集的成员。',
  },
  row_attribute_missing: {
    status: 403,
    en_US:
      "You can't see any rows of “{value}”: its row rules need the attribute “{column}”, which your account doesn't have. Ask an owner to add it.",
    zh_CN: '您看不到“{value}”的任何行：行级权限需要属性“{column}”，而您的账号没有设置该属性。请联系所有者添加。',
  },
  row_rule_broken: {
    status: 403,
    en_US:
      "You can't see any rows of “{value}”: its row rules no longer fit its columns. Ask someone who manages the dataset to fix them.",
    zh_CN: '您看不到“{value}”的任何行：行级权限与数据集的列不再相符。请联系管理该数据集的成员修正。',
  },
  rows_restricted: {
    status: 403,
    en_US:
      'Row rules limit which rows of this dataset you can see, so this is only shown to people who see all of them.',
    zh_CN: '由于行级权限，您只能看到该数据集的部分行；此内容只对能看到全部行的成员显示。',
  },
  row_rule_invalid: {
    status: 400,
    en_US: 'A rule names a member, group or column that no longer exists, or a value that doesn’t fit its column.',
    zh_CN: '有规则引用了已不存在的成员、成员组或列，或者值与列的类型不符。',
  },
} satisfies Record<string, ErrorEntry>;
