import type { ErrorEntry } from '#contract/queries/errors.ts';

/** Errors of extracts. */
export const extractErrors = {
  extract_not_connected: {
    status: 422,
    en_US: 'Only tables of connected databases can be extracted.',
    zh_CN: '只能抽取已连接数据库中的表。',
  },
  extract_growing_column: {
    status: 422,
    en_US: 'Choose an integer or time column whose values only increase, such as a sequential number.',
    zh_CN: '请选择数值只增不减的整数列或时间列，例如自增编号。',
  },
  extract_too_large: {
    status: 422,
    en_US: 'The table is too large to extract at once. Choose a growing column to extract it in parts.',
    zh_CN: '该表过大，无法一次抽取。请选择一个递增列，以便分批抽取。',
  },
  extract_unreadable: {
    status: 422,
    en_US: "The stored URL can't be read, because the server's secret has changed. Set it up again.",
    zh_CN: '服务器的密钥已更换，无法读取保存的地址，请重新设置。',
  },
  extract_nobody: {
    status: 422,
    en_US: "The member who set this up no longer has an account or can't edit data anymore. Set it up again.",
    zh_CN: '设置者的账号已停用或移除，或不再有编辑权限，请重新设置。',
  },
  extract_unseen: {
    status: 422,
    en_US: 'The member who set this up no longer has access to the source.',
    zh_CN: '设置者已无权访问数据来源。',
  },
  extract_target_gone: {
    status: 422,
    en_US: 'The dataset or application that receives the rows no longer exists, or its editor lost access.',
    zh_CN: '接收数据的数据集或应用已不存在，或设置者已无权编辑。',
  },
  extract_unconfirmed: {
    status: 422,
    en_US: 'The new rows would lose data: rows were rejected or columns have changed. Confirm the import to load them.',
    zh_CN: '抽取会丢失数据：有行未通过，或列发生了变化。确认导入后才会写入。',
  },
} satisfies Record<string, ErrorEntry>;
