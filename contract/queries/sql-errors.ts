import type { ErrorEntry } from './errors.ts';

const status = 422;

/** Errors of SQL. The engine's own message goes along as `original`. */
export const sqlErrors = {
  sql_on_connection: {
    status: 422,
    en_US:
      'SQL here only reads data stored in Shuju, and this dataset is in a connected database. Open its application and choose "Write SQL", or extract the dataset first.',
    zh_CN:
      '这里的 SQL 只能读取保存在本产品中的数据，而该数据集位于已连接的数据库。请打开其应用选择“编写 SQL”，或先抽取该数据集。',
  },
  sql_across_places: {
    status: 422,
    en_US:
      "These datasets are in different places, so SQL can't join them. Extract the datasets of connected databases first, then use the extracts.",
    zh_CN: '这些数据集位于不同的位置，SQL 无法将它们关联。请先抽取已连接数据库中的数据集，再使用抽取得到的数据集。',
  },
  sql_wrong: {
    status,
    en_US: 'The SQL failed: {detail}',
    zh_CN: 'SQL 无法执行：{detail}',
  },
  sql_several: {
    status,
    en_US: 'Only one statement can run at a time. Remove everything after the first ";".',
    zh_CN: '一次只能执行一条语句，请删去第一个“;”之后的内容。',
  },
  sql_not_select: {
    status,
    en_US: 'Only SELECT is allowed here. Data can be read, not changed.',
    zh_CN: '这里只允许 SELECT：只读取数据，从不修改。',
  },
  sql_too_deep: {
    status,
    en_US: 'The SQL is nested too deeply. Split it up, for example using WITH.',
    zh_CN: 'SQL 嵌套过深，请拆分，例如改用 WITH。',
  },
  sql_too_long: {
    status,
    en_US: 'The SQL is longer than 100,000 characters. Shorten it, or import its long list as a dataset and join that.',
    zh_CN: 'SQL 超过 100,000 个字符。请缩短，或将其中的长列表导入为数据集后再关联。',
  },
  // Syntax.
  sql_syntax: {
    status,
    en_US: 'Syntax error near {value}. A comma, bracket or keyword before it may be missing or misspelled.',
    zh_CN: 'SQL 在 {value} 处有语法错误，请检查它前面是否缺少逗号、括号，或关键字拼写有误。',
  },
  sql_unfinished: {
    status,
    en_US: 'The SQL is incomplete: something is missing at the end.',
    zh_CN: 'SQL 不完整，末尾还缺少内容。',
  },
  sql_unclosed: {
    status,
    en_US: 'A quotation mark is opened here but never closed: {value}',
    zh_CN: '这里的引号没有闭合：{value}',
  },
  sql_selects_nothing: {
    status,
    en_US: 'SELECT needs something to return: name a column, or write * for all.',
    zh_CN: 'SELECT 后面没有内容。请写明要查询的列，或用 * 表示全部列。',
  },
  // Names.
  sql_table_unknown: {
    status,
    en_US: "There's no dataset {value}. Write its name as shown in the list, in double quotes if it has spaces.",
    zh_CN: '没有名为 {value} 的数据集。请按列表中的名称书写，含空格时加双引号。',
  },
  sql_table_misspelt: {
    status,
    en_US: "There's no dataset {value}. Did you mean {column}?",
    zh_CN: '没有名为 {value} 的数据集，是否要写 {column}？',
  },
  sql_table_ambiguous: {
    status,
    en_US: 'Several applications have a dataset {value}. Put the application in front: {detail}',
    zh_CN: '多个应用都有数据集 {value}，请在前面写明应用：{detail}',
  },
  sql_table_absent: {
    status,
    en_US: "The column refers to {value}, which isn't in FROM. Available: {column}.",
    zh_CN: '列所属的 {value} 不在 FROM 中，FROM 中有：{column}。',
  },
  sql_column_unknown: {
    status,
    en_US: "There's no column {value}. See the dataset list for available columns.",
    zh_CN: '没有名为 {value} 的列，可在数据集列表中查看有哪些列。',
  },
  sql_column_misspelt: {
    status,
    en_US: "There's no column {value}. Did you mean {column}?",
    zh_CN: '没有名为 {value} 的列，是否要写 {column}？',
  },
  sql_column_ambiguous: {
    status,
    en_US: 'Several tables have a column {value}. Specify which one: {column}.',
    zh_CN: '多个表都有列 {value}，请写明是哪一个：{column}。',
  },
  sql_from_missing: {
    status,
    en_US: 'Column {value} needs a FROM clause.',
    zh_CN: '缺少 FROM，无法知道列 {value} 来自哪里。',
  },
  sql_function_refused: {
    status,
    en_US: "The function {value} isn't available here.",
    zh_CN: '这里不能使用函数 {value}。',
  },
  sql_name_refused: {
    status,
    en_US: 'The name {value} contains a character that only looks like a plain letter. Type it again.',
    zh_CN: '名称 {value} 中有形似英文字母的特殊字符，请重新输入。',
  },
  sql_name_needs_table: {
    status,
    en_US: 'Put the table in front of {value}, as in t.{value}. On its own, {value} is a function of ClickHouse.',
    zh_CN: '请在 {value} 前面写明表，例如 t.{value}；单独的 {value} 在 ClickHouse 中是函数。',
  },
  sql_part_refused: {
    status,
    en_US: "This kind of SQL isn't available here: {value}.",
    zh_CN: '这里不能使用这种写法：{value}。',
  },
  sql_function_misspelt: {
    status,
    en_US: "The function {value} isn't available here. Did you mean {column}?",
    zh_CN: '这里没有函数 {value}，是否要写 {column}？',
  },
  // Types and values.
  sql_argument_count: {
    status,
    en_US: 'The function {value} takes a different number of arguments: {column}.',
    zh_CN: '函数 {value} 的参数个数不对，应为：{column}。',
  },
  sql_argument_types: {
    status,
    en_US: "The function {value} doesn't accept {column}. Convert it first, for example with CAST.",
    zh_CN: '函数 {value} 不支持 {column} 类型的参数，请先转换类型，例如用 CAST。',
  },
  sql_operator_types: {
    status,
    en_US: "The operator {value} doesn't work with {column}. Convert one side first, for example with CAST.",
    zh_CN: '运算符 {value} 不能用于 {column}，请先转换类型，例如用 CAST。',
  },
  sql_types_mixed: {
    status,
    en_US: "The types {value} and {column} don't match. Convert one of them, for example with CAST.",
    zh_CN: '{value} 类型和 {column} 类型的值不能放在一起，请转换其中一个，例如用 CAST。',
  },
  sql_value_misfit: {
    status,
    en_US: "The value {value} can't be read as {column}. TRY_CAST returns NULL for such values.",
    zh_CN: '值 {value} 无法转换为 {column}。改用 TRY_CAST，这样的值会变为 NULL。',
  },
  sql_types_apart: {
    status,
    en_US: "A value of type {value} can't be converted to {column}.",
    zh_CN: '{value} 类型的值不能转换为 {column}。',
  },
  sql_divides_by_zero: {
    status,
    en_US: 'Division by zero. Use NULLIF(x, 0) as the divisor to get NULL instead.',
    zh_CN: '除数为零。将除数 x 改写为 NULLIF(x, 0)，结果会变为 NULL。',
  },
  sql_overflow: {
    status,
    en_US: 'A number is too large for its type. Convert it first, for example with CAST(x AS DOUBLE).',
    zh_CN: '计算结果超出了类型能表示的范围，请先转换为更大的类型，例如 CAST(x AS DOUBLE)。',
  },
  // Grouping and nesting.
  sql_group_missing: {
    status,
    en_US: 'Column {value} is neither in GROUP BY nor inside a function such as SUM or ANY_VALUE.',
    zh_CN: '列 {value} 既不在 GROUP BY 中，也没有用 SUM、ANY_VALUE 等函数汇总。',
  },
  sql_aggregate_in_where: {
    status,
    en_US: "WHERE is checked row by row and can't use aggregates. Put conditions on aggregates into HAVING.",
    zh_CN: 'WHERE 逐行判断，不能使用汇总结果。对汇总结果的条件请写在 HAVING 中。',
  },
  sql_window_in_where: {
    status,
    en_US: 'WHERE is evaluated before window functions. Put conditions on their results into QUALIFY.',
    zh_CN: 'WHERE 先于窗口函数执行。对窗口函数结果的条件请写在 QUALIFY 中。',
  },
  sql_aggregate_nested: {
    status,
    en_US: 'Nested aggregates take two steps: compute the inner one in a subquery or using WITH.',
    zh_CN: '汇总函数不能嵌套，请先用子查询或 WITH 算出内层的结果。',
  },
  sql_pivot_open: {
    status,
    en_US: 'PIVOT must list the values that become columns: ON ... IN (...)',
    zh_CN: 'PIVOT 必须列出要变成列的值：ON ... IN (...)',
  },
  sql_subquery_columns: {
    status,
    en_US: 'This subquery returns {value} columns where one is expected.',
    zh_CN: '这个子查询返回了 {value} 列，而这里只能是一列。',
  },
  sql_subquery_rows: {
    status,
    en_US: 'A subquery used as a single value returns several rows. Add LIMIT 1 or an aggregate such as MAX.',
    zh_CN: '当作单个值使用的子查询返回了多行，请加上 LIMIT 1，或用 MAX 等函数汇总。',
  },
  sql_union_columns: {
    status,
    en_US: 'Both sides of UNION, INTERSECT or EXCEPT must have the same number of columns.',
    zh_CN: 'UNION、INTERSECT 或 EXCEPT 前后的查询，列数必须相同。',
  },
  // Parameters.
  sql_param_missing: {
    status,
    en_US: 'The SQL uses ${value}, which has no value. Enter one.',
    zh_CN: 'SQL 引用了 ${value}，但它没有值，请填写。',
  },
  sql_param_unknown: {
    status,
    en_US: "There's a value for ${value}, which the SQL doesn't use. Remove it.",
    zh_CN: 'SQL 中没有用到参数 ${value}，请移除。',
  },
  sql_param_misfit: {
    status,
    en_US: "The value {value} doesn't match the type of ${column}. Correct it, or choose another type.",
    zh_CN: '值 {value} 与参数 ${column} 的类型不符，请修改或更换类型。',
  },
} as const satisfies Record<string, ErrorEntry>;
