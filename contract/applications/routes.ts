import { z } from 'zod';

import { accessFields } from '#contract/access/routes.ts';
import { datasetSummarySchema } from '#contract/datasets/routes.ts';
import { newFolderSchema, placeErrors } from '#contract/folders/routes.ts';
import { idSchema, momentSchema, noInput, noOutput, route } from '#contract/route.ts';
import { nameSchema } from '#contract/text.ts';

/** Where the data of an application comes from. */
export const applicationKinds = ['files', 'events', 'connection', 'sample'] as const;
export type ApplicationKind = (typeof applicationKinds)[number];

/** Status: has data, waits for its first data, has rejected rows or late data, or its last import failed. */
const applicationHealths = ['good', 'waiting', 'rejects', 'late', 'failed'] as const;
export type ApplicationHealth = (typeof applicationHealths)[number];

export const applicationSchema = z.object({
  id: idSchema,
  name: z.string(),
  kind: z.enum(applicationKinds),
  health: z.enum(applicationHealths),
  datasets: z.number(),
  /** Null if row rules limit which rows of its datasets the reader may see. */
  rows: z.number().nullable(),
  bytes: z.number(),
  /** Rows that arrived in each of the last sixty minutes, the current one last. */
  rate: z.array(z.number()),
  createdAt: momentSchema,
  /** When rows were last loaded, and the newest row of all datasets: a date or a moment. */
  lastDataAt: momentSchema.nullable(),
  newest: z.string().nullable(),
  trashedAt: momentSchema.nullable(),
  ...accessFields,
});
export type Application = z.infer<typeof applicationSchema>;

/** A write key. Its secret is shown once; after that only its last characters are known. */
const keySchema = z.object({
  id: idSchema,
  name: z.string(),
  hint: z.string(),
  createdAt: momentSchema,
  lastUsedAt: momentSchema.nullable(),
  revokedAt: momentSchema.nullable(),
});
export type Key = z.infer<typeof keySchema>;

const id = z.strictObject({ id: idSchema });

export const applicationRoutes = {
  'GET /applications': route({
    access: 'member',
    summary: { en_US: 'List applications', zh_CN: '列出应用' },
    input: noInput,
    output: z.array(applicationSchema),
  }),
  'POST /applications': route({
    access: 'editor',
    audit: { area: 'data', action: 'create_application', en_US: 'Create an application', zh_CN: '创建应用' },
    stale: ['applications'],
    summary: { en_US: 'Create an application', zh_CN: '创建应用' },
    errors: placeErrors,
    input: z.strictObject({ name: nameSchema, kind: z.enum(['files', 'events']), folder: newFolderSchema }),
    output: applicationSchema,
  }),
  'GET /applications/:id': route({
    access: 'member',
    needs: 'view application',
    summary: { en_US: 'Get an application', zh_CN: '读取应用' },
    input: id,
    output: applicationSchema,
  }),
  'PATCH /applications/:id': route({
    access: 'editor',
    audit: { area: 'data', action: 'change_application', en_US: 'Change an application', zh_CN: '修改应用' },
    needs: 'edit application',
    stale: ['applications'],
    summary: { en_US: 'Rename an application', zh_CN: '重命名应用' },
    input: z.strictObject({ id: idSchema, name: nameSchema }),
    output: applicationSchema,
  }),
  'DELETE /applications/:id': route({
    access: 'editor',
    audit: {
      area: 'data',
      action: 'delete_application',
      en_US: 'Move an application to trash',
      zh_CN: '将应用移入回收站',
    },
    needs: 'edit application',
    stale: ['applications', 'trash'],
    summary: { en_US: 'Move an application to trash', zh_CN: '将应用移到回收站' },
    input: id,
    output: noOutput,
  }),
  'POST /applications/:id/restore': route({
    access: 'editor',
    audit: { area: 'data', action: 'restore_application', en_US: 'Restore an application', zh_CN: '恢复应用' },
    needs: 'edit application',
    stale: ['trash', 'applications', 'application', 'dataset'],
    summary: { en_US: 'Restore an application from trash', zh_CN: '从回收站恢复应用' },
    errors: ['name_taken'],
    input: id,
    output: noOutput,
  }),
  'DELETE /applications/:id/trash': route({
    access: 'editor',
    audit: {
      area: 'data',
      action: 'erase_application',
      en_US: 'Permanently delete an application',
      zh_CN: '彻底删除应用',
    },
    needs: 'edit application',
    stale: ['trash', 'applications', 'application', 'dataset'],
    summary: { en_US: 'Permanently delete an application in the trash', zh_CN: '彻底删除回收站中的应用' },
    input: id,
    output: noOutput,
  }),
  'GET /trash': route({
    access: 'editor',
    summary: {
      en_US: "List items in the trash; they're deleted after 30 days",
      zh_CN: '列出回收站的内容；30 天后删除',
    },
    input: noInput,
    output: z.object({ applications: z.array(applicationSchema), datasets: z.array(datasetSummarySchema) }),
  }),
  'GET /applications/:id/keys': route({
    access: 'editor',
    needsSession: true,
    needs: 'edit application',
    summary: { en_US: "List an application's write keys", zh_CN: '列出应用的写入密钥' },
    input: id,
    output: z.array(keySchema),
  }),
  'POST /applications/:id/keys': route({
    access: 'editor',
    needsSession: true,
    audit: { area: 'data', action: 'create_key', en_US: 'Create a write key', zh_CN: '创建写入密钥' },
    auditedFields: ['name'],
    needs: 'edit application',
    stale: ['application/:id/keys'],
    summary: {
      en_US: 'Create a write key; its secret is shown only once',
      zh_CN: '创建写入密钥；内容仅在此时返回一次',
    },
    errors: ['connection_takes_no_rows'],
    input: z.strictObject({ id: idSchema, name: nameSchema }),
    output: z.object({ key: keySchema, secret: z.string() }),
  }),
  'DELETE /applications/:id/keys/:key': route({
    access: 'editor',
    needsSession: true,
    audit: { area: 'data', action: 'revoke_key', en_US: 'Revoke a write key', zh_CN: '吊销写入密钥' },
    needs: 'edit application',
    stale: ['application/:id/keys'],
    summary: { en_US: 'Revoke a write key', zh_CN: '吊销写入密钥' },
    input: z.strictObject({ id: idSchema, key: idSchema }),
    output: noOutput,
  }),
  'POST /sample': route({
    access: 'editor',
    audit: { area: 'data', action: 'load_sample', en_US: 'Create the sample', zh_CN: '生成示例' },
    stale: ['applications'],
    summary: {
      en_US: 'Create the sample: a shop with orders, visits, products and customers',
      zh_CN: '生成示例：一家商店的订单、访问、商品和顾客',
    },
    errors: ['interrupted'],
    input: noInput,
    output: applicationSchema,
  }),
  'DELETE /sample': route({
    access: 'editor',
    audit: { area: 'data', action: 'remove_sample', en_US: 'Remove the sample', zh_CN: '移除示例' },
    stale: ['applications', 'trash'],
    summary: { en_US: 'Permanently remove the sample', zh_CN: '彻底移除示例' },
    input: noInput,
    output: noOutput,
  }),
};
