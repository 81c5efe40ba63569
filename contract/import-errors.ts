import type { ErrorEntry } from './data-errors.ts';

/** What can go wrong when the rows of a file are loaded. */
export const importErrors = {
  rows_missing: {
    status: 422,
    en_US:
      'Only {rows} of the {expected} rows in this file could be read, so nothing was loaded. Choose other reading options, or save the file as UTF-8 CSV and upload it again.',
    zh_CN:
      '文件有 {expected} 行，只读出 {rows} 行，因此未导入任何数据。请调整读取选项，或另存为 UTF-8 编码的 CSV 后重新上传。',
  },
  no_rows_fit: {
    status: 422,
    en_US:
      'None of the {rows} rows fits the column types, so nothing was loaded. The first problem is in line {line}. Check the types and load again.',
    zh_CN: '{rows} 行数据都不符合列的类型，因此未导入任何数据。第一处问题在第 {line} 行，请检查列的类型后重新导入。',
  },
  import_not_waiting: {
    status: 409,
    en_US: 'This import is not waiting for a confirmation. Its file may have expired; upload it again.',
    zh_CN: '该导入不在等待确认，文件可能已过期，请重新上传。',
  },
} satisfies Record<string, ErrorEntry>;

export type ImportErrorCode = keyof typeof importErrors;
