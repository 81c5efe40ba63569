import type { ErrorEntry } from '#contract/queries/errors.ts';

/** Errors of what the product runs on: disk, warehouse, other servers, backups. */
export const systemErrors = {
  backup_running: {
    status: 409,
    en_US: 'A backup is already running. Wait for it, or cancel it.',
    zh_CN: '正在备份中，请等待完成或先取消。',
  },
  backup_incomplete: {
    status: 500,
    en_US: 'Dataset files are missing on this server, so the backup would be incomplete. Nothing was written.',
    zh_CN: '这台服务器上缺少数据集的文件，无法得到完整的备份，因此没有写入任何内容。',
  },
  backup_failed: {
    status: 500,
    en_US: 'The backup failed. See the server log for the reason.',
    zh_CN: '备份写入失败，原因见服务器日志。',
  },
  server_unreachable: {
    status: 503,
    en_US: "The server that has this file isn't reachable. Try again in a moment, or start over.",
    zh_CN: '无法连接存有该文件的服务器。请稍后再试，或重新操作。',
  },
  warehouse_failed: {
    status: 503,
    en_US: "The warehouse couldn't store the rows. Ask an owner to check the server log.",
    zh_CN: '数据仓库无法保存这些行。请联系所有者查看服务器日志。',
  },
  warehouse_unavailable: {
    status: 503,
    en_US: "The warehouse that stores the rows isn't responding. Try again in a moment.",
    zh_CN: '存放数据行的数据仓库没有应答，请稍后再试。',
  },
  disk_full: {
    status: 507,
    en_US: 'The disk is full. Nothing was stored. Free up some space and try again.',
    zh_CN: '磁盘空间不足，没有保存任何内容。请清理空间后重试。',
  },
} as const satisfies Record<string, ErrorEntry>;
