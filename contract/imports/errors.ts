import type { ErrorEntry } from '#contract/queries/errors.ts';

/** Errors of uploads and imports. */
export const importErrors = {
  upload_incomplete: {
    status: 422,
    en_US: 'The upload ended before the whole file arrived. Try again.',
    zh_CN: '文件没有传完就中断了，请重试。',
  },
  upload_not_ready: {
    status: 409,
    en_US: "This file hasn't been read yet. Wait for its preview.",
    zh_CN: '文件还没有读取完成，请等待预览出现。',
  },
  interrupted: {
    status: 422,
    en_US: 'The server stopped during the import. Nothing was imported; try again.',
    zh_CN: '处理过程中服务器停止了，没有导入任何数据，请重试。',
  },
  cancelled: { status: 409, en_US: 'This was canceled.', zh_CN: '操作已取消。' },
  columns_clash: {
    status: 422,
    en_US: 'Two columns would be named "{column}". Rename one of them.',
    zh_CN: '有两列都会成为“{column}”，请改其中一列的名称。',
  },
  name_taken: {
    status: 409,
    en_US: 'The name "{value}" is already used. Choose another name.',
    zh_CN: '已经存在名为“{value}”的项目，请换一个名称。',
  },
  no_such_version: {
    status: 404,
    en_US: 'This version no longer exists. Choose one from the list.',
    zh_CN: '该版本已不存在，请从列表中选择。',
  },
  type_does_not_fit: {
    status: 422,
    en_US: "Column {column} can't be changed to that type: {value} doesn't match.",
    zh_CN: '“{column}”列无法改为该类型：{value} 不符合。',
  },
  rows_missing: {
    status: 422,
    en_US:
      'Only {rows} of the {expected} rows in this file could be read, so nothing was imported. Change the import options, or save the file as UTF-8 CSV and upload it again.',
    zh_CN:
      '文件有 {expected} 行，只读出 {rows} 行，因此未导入任何数据。请调整读取选项，或另存为 UTF-8 编码的 CSV 后重新上传。',
  },
  no_rows_fit: {
    status: 422,
    en_US:
      'None of the {rows} rows match the column types, so nothing was imported. The first problem is on line {line}. Check the types and import again.',
    zh_CN: '{rows} 行数据都不符合列的类型，因此未导入任何数据。第一处问题在第 {line} 行，请检查列的类型后重新导入。',
  },
  import_not_waiting: {
    status: 409,
    en_US: "This import isn't waiting for confirmation. Its file may have expired; upload it again.",
    zh_CN: '该导入不在等待确认，文件可能已过期，请重新上传。',
  },
} satisfies Record<string, ErrorEntry>;
