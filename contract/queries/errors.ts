import type { Language } from '#domain/language.ts';

/** One error: HTTP status and messages. `{x}` is a parameter. */
export type ErrorEntry = { status: number } & Record<Language, string>;

/** Errors of data: files, pushed events, datasets. */
export const dataErrors = {
  // Whole files.
  file_empty: {
    status: 422,
    en_US: 'The file is empty. Choose a file with a header and at least one row.',
    zh_CN: '文件是空的，请选择包含表头和至少一行数据的文件。',
  },
  file_no_rows: {
    status: 422,
    en_US: 'The file has a header but no rows. Add rows and upload it again.',
    zh_CN: '文件只有表头，没有数据行。请补充数据后重新上传。',
  },
  file_unknown: {
    status: 422,
    en_US:
      "This file can't be read ({detail}). Upload CSV, TSV, JSON, NDJSON, Parquet or XLSX, or any of these as gzip or zip.",
    zh_CN: '无法识别该文件（{detail}）。请上传 CSV、TSV、JSON、NDJSON、Parquet 或 XLSX，也可以是 gzip 或 zip 压缩包。',
  },
  file_encoding: {
    status: 422,
    en_US: "The file's text can't be read near line {line}. Save it as UTF-8 and upload it again.",
    zh_CN: '第 {line} 行附近的文字编码无法识别，请另存为 UTF-8 后重新上传。',
  },
  file_damaged: {
    status: 422,
    en_US: 'The file is damaged or incomplete. Export or copy it again, then upload it again.',
    zh_CN: '文件已损坏或不完整，请重新导出或复制后再上传。',
  },
  file_unsupported: {
    status: 422,
    en_US:
      "The file is intact, but {detail} isn't supported. For Parquet, use Snappy, Zstandard or gzip compression and the default encodings.",
    zh_CN: '文件完好，但暂不支持 {detail}。Parquet 文件请使用 Snappy、Zstandard 或 gzip 压缩及默认编码重新导出。',
  },
  file_encrypted: {
    status: 422,
    en_US: 'The file is password-protected. Remove the password and upload it again.',
    zh_CN: '文件设有密码保护，请去除密码后重新上传。',
  },
  file_unsafe: {
    status: 422,
    en_US: "The file refers to external content ({detail}), which isn't allowed. Save a plain copy and upload that.",
    zh_CN: '文件引用了外部内容（{detail}），不允许导入。请另存为普通副本后上传。',
  },
  file_crash: {
    status: 422,
    en_US: 'The import crashed while reading this file. The file may be damaged; export it again.',
    zh_CN: '读取该文件时解析程序崩溃，已放弃导入。文件可能已损坏，请重新导出。',
  },
  file_timeout: {
    status: 422,
    en_US: 'Reading this file took longer than {limit} and was stopped. Split it into smaller files.',
    zh_CN: '读取该文件超过 {limit}，已放弃。请拆分成更小的文件。',
  },
  file_needs_memory: {
    status: 422,
    en_US:
      'Importing this file needs more memory than allowed. Split it into smaller files, or ask the server administrator to raise MEMORY_MEGABYTES.',
    zh_CN: '导入该文件所需的内存超出限制。请拆分成更小的文件，或请服务器管理者调高 MEMORY_MEGABYTES。',
  },
  // Decompression bombs and other size limits.
  file_too_large: {
    status: 413,
    en_US: 'The file is larger than {limit}. Split it into smaller files.',
    zh_CN: '文件超过 {limit}，请拆分成更小的文件。',
  },
  expands_too_large: {
    status: 413,
    en_US: 'The unpacked file is larger than {limit}. Split it into smaller files.',
    zh_CN: '文件解压后超过 {limit}，请拆分成更小的文件。',
  },
  ratio_too_high: {
    status: 413,
    en_US:
      'The file unpacks to more than {limit} times its size, which is a sign of a harmful file. Upload it unpacked.',
    zh_CN: '文件解压后超过原大小的 {limit} 倍，疑似恶意文件。请解压后上传。',
  },
  too_many_entries: {
    status: 413,
    en_US: 'The archive contains more than {limit} files. Use fewer files per archive.',
    zh_CN: '压缩包中的文件超过 {limit} 个，请分批打包。',
  },
  too_deep: {
    status: 422,
    en_US: 'The JSON is nested deeper than {limit} levels near line {line}. Flatten it and try again.',
    zh_CN: '第 {line} 行附近的 JSON 嵌套超过 {limit} 层，请展平后重试。',
  },
  too_many_columns: {
    status: 422,
    en_US: 'There are more than {limit} columns. Keep those you need and try again.',
    zh_CN: '列数超过 {limit}，请只保留需要的列后重试。',
  },
  line_too_long: {
    status: 422,
    en_US: 'Line {line} is longer than {limit}. A quote may be left open there.',
    zh_CN: '第 {line} 行长度超过 {limit}，可能有引号没有闭合。',
  },
  // Text that cannot be parsed.
  quote_unclosed: {
    status: 422,
    en_US: 'A quote opened on line {line} is never closed. Close it and upload the file again.',
    zh_CN: '第 {line} 行的引号没有闭合，请补全后重新上传。',
  },
  json_malformed: {
    status: 422,
    en_US: "The JSON can't be read on line {line}. Correct it and try again.",
    zh_CN: '第 {line} 行的 JSON 无法解析，请修正后重试。',
  },
  too_many_rejects: {
    status: 422,
    en_US:
      "More than {limit} rows don't match their column types, the first on line {line}, column {column}. Check the column types.",
    zh_CN: '超过 {limit} 行不符合要求，第一处在第 {line} 行“{column}”列。请检查列的类型。',
  },
  // Pushes.
  key_invalid: {
    status: 401,
    en_US: "The write key is invalid or revoked. Create a new one on the application's page.",
    zh_CN: '写入密钥无效或已吊销，请在应用页面创建新的密钥。',
  },
  dataset_name_invalid: {
    status: 400,
    en_US: "A dataset name must have 1 to 100 characters and can't be blank.",
    zh_CN: '数据集名称须为 1 至 100 个字符，且包含可见的文字。',
  },
  row_not_object: {
    status: 422,
    en_US: "Row {line} isn't a JSON object.",
    zh_CN: '第 {line} 行不是 JSON 对象。',
  },
  row_too_wide: {
    status: 422,
    en_US: 'Row {line} has more than {limit} fields.',
    zh_CN: '第 {line} 行的字段超过 {limit} 个。',
  },
  message_type_unknown: {
    status: 422,
    en_US: 'Message {line} has no known type: track, page, screen, identify, group or alias.',
    zh_CN: '第 {line} 条消息的类型无法识别，应为 track、page、screen、identify、group 或 alias。',
  },
  too_many_rows: {
    status: 413,
    en_US: "That's more than {limit} rows at once. Send them in several requests.",
    zh_CN: '一次最多发送 {limit} 行，请分多次发送。',
  },
  key_reused: {
    status: 422,
    en_US: 'This Idempotency-Key was used with a different body. Use a new key for new data.',
    zh_CN: '该 Idempotency-Key 已用于其他内容，新数据请使用新的键。',
  },
  too_many_requests: {
    status: 429,
    en_US: 'Too many requests. Try again in {wait}.',
    zh_CN: '请求过于频繁，请在{wait}后再试。',
  },
  too_many_datasets: {
    status: 429,
    en_US:
      'This application created {limit} new datasets within an hour. Try again in {wait}, or push to existing ones.',
    zh_CN: '该应用一小时内新建的数据集已达 {limit} 个，请在{wait}后再试，或写入已有的数据集。',
  },
  // Queries.
  column_unknown: {
    status: 422,
    en_US: 'A column in this query was deleted from the dataset. Choose another one.',
    zh_CN: '查询用到的列已从数据集中删除，请选择其他列。',
  },
  formula_circular: {
    status: 422,
    en_US: 'The formula of column {column} uses the column itself. Remove it from the formula.',
    zh_CN: '列 {column} 的公式用到了它自己，请从公式中去掉。',
  },
  column_not_number: {
    status: 422,
    en_US: "Column {column} doesn't contain numbers. Choose one that does, or count its values.",
    zh_CN: '列 {column} 不是数字，请选择数字列，或改为计数。',
  },
  column_not_time: {
    status: 422,
    en_US: "Column {column} doesn't contain times of this kind. Choose another column or a coarser granularity.",
    zh_CN: '列 {column} 不支持该时间粒度，请选择其他列或更大的粒度。',
  },
  value_misfit: {
    status: 422,
    en_US: "The value {value} doesn't match column {column}. Correct the filter.",
    zh_CN: '值 {value} 与列 {column} 的类型不符，请修改筛选条件。',
  },
  filter_column_unknown: {
    status: 400,
    en_US: "There's no column {value} to filter by. Use a column header or id.",
    zh_CN: '没有可供筛选的列 {value}，请使用数据的列名或列 ID。',
  },
  filter_column_misspelt: {
    status: 400,
    en_US: "There's no column {value} to filter by. Did you mean {column}?",
    zh_CN: '没有可供筛选的列 {value}，是否想用 {column}？',
  },
  filter_value_invalid: {
    status: 400,
    en_US:
      "The value {value} doesn't match {column}. Write numbers like 1.5, dates like 2026-01-31 and yes/no like true.",
    zh_CN: '值 {value} 与 {column} 的类型不符。数字如 1.5，日期如 2026-01-31，是/否如 true。',
  },
  formula_not_number: {
    status: 422,
    en_US: "Dates and text can't be used in calculations. Show them as they are.",
    zh_CN: '日期和文本不能参与计算，请直接显示。',
  },
  query_part_unknown: {
    status: 422,
    en_US: "The query refers to {value}, which isn't part of it. Remove it and try again.",
    zh_CN: '查询引用了不存在的项 {value}，请移除后重试。',
  },
  top_compared: {
    status: 422,
    en_US: "Top N can't be applied to the time steps of a comparison. Remove the ranking or the comparison.",
    zh_CN: '对比期间的时间维度不能只取前几项，请去掉前几项或对比。',
  },
  too_many_days: {
    status: 422,
    en_US: 'A list can have at most {limit} times. Use a time range instead.',
    zh_CN: '时间集合最多包含 {limit} 个值，请改用时间范围。',
  },
  too_many_waiting: {
    status: 429,
    en_US: 'You have too many queries waiting. Try again when some have finished.',
    zh_CN: '您等待中的查询过多，请稍后再试。',
  },
  too_many_files: {
    status: 429,
    en_US: 'Too many files were downloaded through this link. Try again in {wait}.',
    zh_CN: '通过该链接下载的文件过多，请在{wait}后再试。',
  },
  export_gone: {
    status: 404,
    en_US: 'This file no longer exists: exports are kept for one hour. Export it again.',
    zh_CN: '该文件已不存在（导出文件仅保留一小时），请重新导出。',
  },
  export_too_large: {
    status: 422,
    en_US: 'The file would be too large. Use fewer cards on the dashboard, or fewer rows in its tables.',
    zh_CN: '文件过大。请减少仪表盘上的卡片，或让表格显示更少的行。',
  },
  picture_too_tall: {
    status: 422,
    en_US: 'The image would be taller than 16,000 pixels. Export a PDF instead, or split the dashboard into tabs.',
    zh_CN: '图片高度将超过 16,000 像素。请导出分页的 PDF，或将卡片分到多个标签页。',
  },
  metric_nested: {
    status: 422,
    en_US: 'Metrics can only use columns, not other metrics. Write out the formula of {value} instead.',
    zh_CN: '指标只能由列计算得出，不能引用其他指标。请写出 {value} 的具体公式。',
  },
  query_failed: {
    status: 422,
    en_US: 'The query failed: {detail}',
    zh_CN: '查询失败：{detail}',
  },
  query_too_large: {
    status: 422,
    en_US: 'The query needs more memory than allowed. Query less data, or use coarser groups.',
    zh_CN: '查询所需内存超出限制，请缩小范围，或减少分组。',
  },
  answer_too_large: {
    status: 422,
    en_US: 'The result is larger than {limit}. Choose fewer columns or rows, or export it all to a file.',
    zh_CN: '结果超过 {limit}，请减少列或行；如需完整数据，请导出为文件。',
  },
  query_crashed: {
    status: 422,
    en_US: 'The query engine crashed while running this query. Query less data.',
    zh_CN: '该查询导致计算进程崩溃，已放弃。请缩小范围后重试。',
  },
  no_rows_behind: {
    status: 422,
    en_US: "This card has no rows to show. SQL, text and section cards don't have any.",
    zh_CN: '无法列出该卡片背后的明细：SQL 卡片、文本和分区没有明细。',
  },
  dataset_gone: {
    status: 404,
    en_US: 'The dataset of this query no longer exists. Restore it from trash, or choose another one.',
    zh_CN: '该查询使用的数据集已不存在。请从回收站恢复，或选择其他数据集。',
  },
  dataset_forbidden: {
    status: 403,
    en_US: "You don't have access to this card's data. Ask the dashboard's creator.",
    zh_CN: '您无权查看该卡片的数据，请联系仪表盘的创建者。',
  },
  hidden_use_breaks: {
    status: 409,
    en_US: 'It would stop working.',
    zh_CN: '将无法继续使用。',
  },
  use_unchecked: {
    status: 409,
    en_US: "It also reads data you don't have access to, so it wasn't tested. It may stop working.",
    zh_CN: '它还读取了您无权查看的数据，因此未作检查，可能无法继续使用。',
  },
  view_only: {
    status: 403,
    en_US: 'You can view this but not edit it. Ask its creator for edit access.',
    zh_CN: '您只能查看，不能修改。请联系创建者为您开放编辑权限。',
  },
  viewer_cannot_edit: {
    status: 422,
    en_US: 'Viewer {value} can only be given view access.',
    zh_CN: '成员 {value} 的角色是查看者，只能授予查看权限。',
  },
  newer_version: {
    status: 409,
    en_US: 'Someone published a newer version while you were editing. Compare them, then keep one or both.',
    zh_CN: '在您编辑期间已有人发布了新版本。请对比两者，再决定保留哪一个，或全部保留。',
  },
  newer_program: {
    status: 422,
    en_US: 'This dashboard was created with a newer version of Shuju. Upgrade to open it.',
    zh_CN: '该仪表盘由更新版本的产品创建，请升级产品后再打开。',
  },
  too_many_cards: {
    status: 422,
    en_US: 'A dashboard can have at most 200 cards. Move some to another one.',
    zh_CN: '一个仪表盘最多 200 张卡片，请将部分卡片移到另一个仪表盘。',
  },
  text_too_long: {
    status: 422,
    en_US: 'A text card can have at most 20,000 characters. Split it into several.',
    zh_CN: '文本卡片最多 20,000 个字符，请拆分为多张卡片。',
  },
  query_timeout: {
    status: 422,
    en_US: 'The query took longer than {limit} and was stopped. Query less data.',
    zh_CN: '查询超过 {limit}，已放弃。请缩小范围后重试。',
  },
} as const satisfies Record<string, ErrorEntry>;
