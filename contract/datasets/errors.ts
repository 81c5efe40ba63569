import type { FormulaErrorCode } from '#domain/formula/expression-error.ts';
import type { ErrorEntry } from '#contract/queries/errors.ts';

/** Refusals of a formula while it is written; the editor shows the same messages. */
export const formulaProblems = {
  formula_empty: {
    status: 422,
    en_US: 'The formula is empty. For example: [price] * [quantity].',
    zh_CN: '公式是空的。例如：[price] * [quantity]。',
  },
  formula_too_long: {
    status: 422,
    en_US: 'The formula has more than {limit} characters. Split it into several calculated columns.',
    zh_CN: '公式超过 {limit} 个字符，请拆成几个计算列。',
  },
  formula_too_deep: {
    status: 422,
    en_US: 'The formula is nested more than {limit} levels deep. Split it into several calculated columns.',
    zh_CN: '公式的嵌套超过 {limit} 层，请拆成几个计算列。',
  },
  formula_too_large: {
    status: 422,
    en_US: 'The formula of column {column} is too large together with the columns it uses. Simplify it.',
    zh_CN: '列 {column} 的公式连同它用到的列过于庞大，请简化。',
  },
  formula_syntax: {
    status: 422,
    en_US: 'Something is wrong at {value}. Check for a missing operator, comma or parenthesis before it.',
    zh_CN: '此处不能是“{value}”，请检查它前面是否少了运算符、逗号或括号。',
  },
  formula_incomplete: {
    status: 422,
    en_US: 'The formula is incomplete: something is missing at the end.',
    zh_CN: '公式不完整，末尾缺少内容。',
  },
  formula_unclosed: {
    status: 422,
    en_US: 'A closing {value} is missing.',
    zh_CN: '缺少配对的 {value}。',
  },
  formula_number_range: {
    status: 422,
    en_US: 'The number {value} is too large.',
    zh_CN: '数字 {value} 过大。',
  },
  formula_column_unknown: {
    status: 422,
    en_US: "There's no column [{value}]. Put text in quotes.",
    zh_CN: '没有名为 [{value}] 的列。文字请加引号。',
  },
  formula_column_near: {
    status: 422,
    en_US: "There's no column [{value}]. Did you mean [{near}]?",
    zh_CN: '没有名为 [{value}] 的列，是否指 [{near}]？',
  },
  formula_column_related: {
    status: 422,
    en_US:
      "A formula can't use columns of related datasets such as [{value}]. Calculate it in the related dataset instead, and use the result from here.",
    zh_CN: '公式不能使用关联数据集的列（如 [{value}]）。请在关联的数据集中计算，再在这里使用结果。',
  },
  formula_column_deleted: {
    status: 422,
    en_US: 'This column was deleted. Use another one.',
    zh_CN: '该列已被删除，请改用其他列。',
  },
  formula_function_unknown: {
    status: 422,
    en_US: "There's no function {value}.",
    zh_CN: '没有名为 {value} 的函数。',
  },
  formula_function_near: {
    status: 422,
    en_US: "There's no function {value}. Did you mean {near}?",
    zh_CN: '没有名为 {value} 的函数，是否指 {near}？',
  },
  formula_arguments: {
    status: 422,
    en_US: 'Use it like this: {signature}',
    zh_CN: '写法：{signature}',
  },
  formula_needs_number: {
    status: 422,
    en_US: 'Here {value} needs a number.',
    zh_CN: '{value} 在此处需要数字。',
  },
  formula_needs_text: {
    status: 422,
    en_US: 'Here {value} needs text. Convert whole numbers and dates with totext(...).',
    zh_CN: '{value} 在此处需要文字。整数和日期可用 totext(...) 转换。',
  },
  formula_needs_condition: {
    status: 422,
    en_US: 'Here {value} needs a condition, such as [price] > 100.',
    zh_CN: '{value} 在此处需要条件，例如 [price] > 100。',
  },
  formula_needs_date: {
    status: 422,
    en_US: "Here {value} needs a date or time. Write a fixed date as todate('2026-01-31').",
    zh_CN: "{value} 在此处需要日期或时间。固定日期写作 todate('2026-01-31')。",
  },
  formula_needs_time: {
    status: 422,
    en_US: 'Here {value} needs a time: a date has no hours.',
    zh_CN: '{value} 在此处需要时间：日期没有时分秒。',
  },
  formula_needs_whole_number: {
    status: 422,
    en_US: 'Here {value} needs a whole number from {min} to {max}, not a column.',
    zh_CN: '{value} 在此处需要写明 {min} 到 {max} 的整数，不能用列。',
  },
  formula_needs_width: {
    status: 422,
    en_US: 'Here {value} needs a width above zero, not a column.',
    zh_CN: '{value} 在此处需要写明大于零的宽度，不能用列。',
  },
  formula_needs_quoted_text: {
    status: 422,
    en_US: "Here {value} needs text in quotes, such as '-'.",
    zh_CN: "{value} 在此处需要带引号的文字，例如 '-'。",
  },
  formula_needs_unit: {
    status: 422,
    en_US: 'Here {value} needs one of these units in quotes: {units}.',
    zh_CN: '{value} 在此处需要带引号的单位：{units}。',
  },
  formula_types_differ: {
    status: 422,
    en_US:
      "The values of {value} have different types. Use the same type for all; write dates as todate('2026-01-31').",
    zh_CN: "{value} 的各个值类型不同，请统一类型；日期写作 todate('2026-01-31')。",
  },
} satisfies Record<FormulaErrorCode, ErrorEntry>;

/** Errors of calculated columns. */
export const calculatedColumnErrors = {
  ...formulaProblems,
  formula_broken: {
    status: 422,
    en_US:
      'The calculated column {column} no longer works: a column in its formula was deleted or has another type. Edit the formula.',
    zh_CN: '计算列 {column} 已失效：公式用到的列被删除或类型已改变，请修改公式。',
  },
  type_of_formula: {
    status: 422,
    en_US: 'The formula sets the type of this column. Edit the formula to change it.',
    zh_CN: '该列的类型由公式决定，请修改公式。',
  },
  calculated_columns_limit: {
    status: 422,
    en_US: 'A dataset can have {limit} calculated columns. Delete one first.',
    zh_CN: '一个数据集最多有 {limit} 个计算列，请先删除一个。',
  },
};

/** Errors of row rules. */
export const rowRuleErrors = {
  rows_hidden: {
    status: 403,
    en_US:
      "You can't see any rows of {value}: none of its row rules applies to you. Ask someone who manages the dataset.",
    zh_CN: '您看不到“{value}”的任何行：没有适用于您的行级权限。请联系管理该数据集的成员。',
  },
  row_attribute_missing: {
    status: 403,
    en_US:
      "You can't see any rows of {value}: its row rules need the attribute {column}, which your account doesn't have. Ask an owner to add it.",
    zh_CN: '您看不到“{value}”的任何行：行级权限需要属性“{column}”，而您的账号没有设置该属性。请联系所有者添加。',
  },
  row_rule_broken: {
    status: 403,
    en_US:
      "You can't see any rows of {value}: its row rules no longer match its columns. Ask someone who manages the dataset to fix them.",
    zh_CN: '您看不到“{value}”的任何行：行级权限与数据集的列不再相符。请联系管理该数据集的成员修正。',
  },
  rows_restricted: {
    status: 403,
    en_US:
      'Row rules limit which rows of this dataset you can see, so this is only shown to people who see all of them.',
    zh_CN: '由于行级权限，您只能看到该数据集的部分行；此内容只对能看到全部行的成员显示。',
  },
  row_rules_changed: {
    status: 409,
    en_US: 'Access to these rows changed while they were being read. Try again.',
    zh_CN: '读取期间，这些行的可见范围发生了变化，请重试。',
  },
  see_as_read_only: {
    status: 403,
    en_US: "You're seeing this as another member, so you can't change anything. Exit that view first.",
    zh_CN: '您正在以其他成员的身份查看，无法修改任何内容。请先退出该视图。',
  },
  see_as_ended: {
    status: 403,
    en_US: 'You can no longer see this as that member. Exit that view.',
    zh_CN: '您已不能再以该成员的身份查看，请退出该视图。',
  },
  row_rule_related: {
    status: 400,
    en_US:
      'A row rule can only use columns of its own dataset. To limit rows by a related dataset, add rules to that dataset: rows hidden there show no values here.',
    zh_CN:
      '行级权限只能使用数据集自身的列。如需按关联数据集限制，请在该数据集上设置规则：在那里隐藏的行，其值在此处也不会显示。',
  },
  row_rule_invalid: {
    status: 400,
    en_US:
      "A rule refers to a member, group or column that no longer exists, or has a value that doesn't match its column. Correct it and save again.",
    zh_CN: '有规则引用了已不存在的成员、成员组或列，或者值与列的类型不符。请修正后再保存。',
  },
} satisfies Record<string, ErrorEntry>;
