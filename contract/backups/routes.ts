import { z } from 'zod';

import { enteredPasswordSchema } from '#contract/accounts/routes.ts';
import { idSchema, momentSchema, noInput, noOutput, route, sessionRoutes } from '#contract/route.ts';
import { passwordErrors } from '#contract/error-groups.ts';

/** A backup on the disk of the server, finished or being written. */
const backupSchema = z.object({
  id: idSchema,
  state: z.enum(['running', 'ready']),
  createdAt: momentSchema,
  bytes: z.number(),
  /** Progress. */
  percent: z.number(),
});
export type Backup = z.infer<typeof backupSchema>;

const byId = z.strictObject({ id: idSchema });

export const backupRoutes = sessionRoutes({
  'GET /backups': route({
    access: 'owner',
    summary: {
      en_US: "List backups on the server's disk, newest first",
      zh_CN: '列出服务器磁盘上的备份，最新的在前',
    },
    input: noInput,
    output: z.object({
      backups: z.array(backupSchema),
      /** Error of the last failed backup. */
      failure: z.string().nullable(),
      folder: z.string(),
    }),
  }),
  'POST /backups': route({
    access: 'owner',
    audit: { area: 'installation', action: 'create_backup', en_US: 'Back up', zh_CN: '备份' },
    stale: ['backups'],
    summary: { en_US: 'Start a full backup', zh_CN: '开始备份全部内容' },
    errors: ['backup_running', 'backup_incomplete'],
    input: noInput,
    output: backupSchema,
  }),
  'DELETE /backups/:id': route({
    isRelayed: true,
    access: 'owner',
    audit: { area: 'installation', action: 'delete_backup', en_US: 'Delete a backup', zh_CN: '删除备份' },
    stale: ['backups'],
    summary: {
      en_US: 'Delete a backup, or cancel the running one',
      zh_CN: '删除备份，或取消正在进行的备份',
    },
    input: byId,
    output: noOutput,
  }),
  'POST /backups/:id/file': route({
    isRelayed: true,
    access: 'owner',
    audit: { area: 'installation', action: 'download_backup', en_US: 'Download a backup', zh_CN: '下载备份' },
    stale: [],
    summary: {
      en_US: 'Download a backup; requires your password, because it contains secrets',
      zh_CN: '下载备份；其中含有机密，需要输入密码',
    },
    errors: [...passwordErrors, 'backup_incomplete'],
    input: z.strictObject({ id: idSchema, password: enteredPasswordSchema.optional() }),
    output: z.void(),
    response: 'file',
  }),
});
