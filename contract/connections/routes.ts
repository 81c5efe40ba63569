import { z } from 'zod';

import { applicationSchema } from '#contract/applications/routes.ts';
import { datasetSchema, datasetSummarySchema, zoneSchema } from '#contract/datasets/routes.ts';
import { connectionSqlErrors, connectionTestErrors } from '#contract/error-groups.ts';
import { newFolderSchema, placeErrors } from '#contract/folders/routes.ts';
import { idSchema, noInput, route } from '#contract/route.ts';
import { nameSchema, textSchema } from '#contract/text.ts';
import { databaseKinds, tlsModes } from '#domain/databases.ts';
import { columnTypes } from '#domain/query/query.ts';

/** A host name or an IP address: no path of a socket, no URL, no port. */
const hostSchema = textSchema(255)
  .trim()
  .regex(/^(?:[\p{L}\p{N}_](?:[\p{L}\p{N}._-]*[\p{L}\p{N}_])?\.?|\[?[\da-f:.]+\]?)$/iu);

const kindSchema = z.enum(databaseKinds);

const connectionSettings = {
  host: hostSchema,
  port: z.int().min(1).max(65_535),
  database: textSchema(255),
  user: textSchema(255),
  tls: z.enum(tlsModes),
  /** Time zone of columns that store none. */
  zone: zoneSchema,
  /** Whether the host may be in the server's private network; only owners may allow it. */
  allowsPrivate: z.boolean().default(false),
};

/** A password. Stored encrypted and never returned. */
const databasePasswordSchema = textSchema(1000);

/** Seconds for which an answer is reused; 0 asks the database every time. */
export const freshnessSeconds = [0, 60, 300, 900, 3600, 21_600, 86_400] as const;
const freshnessSchema = z.union(freshnessSeconds.map((seconds) => z.literal(seconds)));
export type FreshnessSeconds = (typeof freshnessSeconds)[number];

const connectionSchema = z.object({
  kind: kindSchema,
  ...connectionSettings,
  freshness: z.number(),
  /** Whether people who may connect databases and edit the application may write SQL; only owners may change it. */
  allowsSql: z.boolean(),
  /** Whether the caller may change the settings. */
  canChange: z.boolean(),
});
export type Connection = z.infer<typeof connectionSchema>;

/** Result of a connection test: tables, duration, and rights of the account beyond reading. */
const connectionTestSchema = z.object({
  tables: z.number(),
  milliseconds: z.number(),
  /** Examples of what the account could change. */
  writes: z.array(z.string()),
  readsFiles: z.boolean(),
  callsHosts: z.boolean(),
  /** Whether the database cannot convert time zones: MySQL without its time zone tables. */
  lacksTimeZones: z.boolean(),
  /** SQL that creates an account which can only read. */
  readOnlyAccount: z.string(),
});
export type ConnectionTest = z.infer<typeof connectionTestSchema>;

const tableNameSchema = { schema: textSchema(255), name: textSchema(255) };

/** A table or view; `rows` is an estimate of the database, `dataset` the dataset that reads it. */
const connectedTableSchema = z.object({
  ...tableNameSchema,
  kind: z.enum(['table', 'view']),
  comment: z.string(),
  rows: z.number().nullable(),
  dataset: idSchema.nullable(),
});
export type ConnectedTable = z.infer<typeof connectedTableSchema>;

const connectedColumnSchema = z.object({
  name: z.string(),
  type: z.enum(columnTypes),
  /** Its type in the database. */
  declared: z.string(),
  comment: z.string(),
});
export type ConnectedColumn = z.infer<typeof connectedColumnSchema>;

/** How the columns of a dataset differ from those of its table or SQL in the database. */
export const schemaChangesSchema = z.object({
  /** New in the table. */
  added: z.array(connectedColumnSchema),
  /** No longer in the table, by column id. */
  missing: z.array(z.object({ column: idSchema, name: z.string(), type: z.enum(columnTypes) })),
  /** Of another type than before. */
  changed: z.array(
    z.object({ column: idSchema, name: z.string(), from: z.enum(columnTypes), to: z.enum(columnTypes) }),
  ),
});
export type SchemaChanges = z.infer<typeof schemaChangesSchema>;

/** Missing columns that have another name now: column ids to names. */
export const renamesSchema = z.record(idSchema, textSchema(255)).default({});

export const connectionRoutes = {
  'GET /connections': route({
    access: 'editor',
    summary: { en_US: 'Check whether you can connect databases', zh_CN: '查询您是否可以连接数据库' },
    input: noInput,
    output: z.object({ mayConnect: z.boolean(), mayAllowPrivate: z.boolean(), mayAllowSql: z.boolean() }),
  }),
  'POST /connections/test': route({
    access: 'editor',
    audit: { area: 'data', action: 'test_connection', en_US: 'Test a database connection', zh_CN: '测试数据库连接' },
    auditedFields: ['kind', 'host'],
    stale: [],
    summary: {
      en_US: 'Test a database connection and get what its user is allowed to do',
      zh_CN: '测试数据库连接，并说明该用户的权限',
    },
    errors: connectionTestErrors,
    input: z.strictObject({
      kind: kindSchema,
      ...connectionSettings,
      /** Absent with an application: its stored password is used. */
      password: databasePasswordSchema.optional(),
      application: idSchema.optional(),
    }),
    output: connectionTestSchema,
  }),
  'POST /connections': route({
    access: 'editor',
    audit: { area: 'data', action: 'create_connection', en_US: 'Connect a database', zh_CN: '连接数据库' },
    auditedFields: ['name', 'kind', 'host'],
    stale: ['applications'],
    summary: {
      en_US: 'Connect a database as a new application; the password is never returned',
      zh_CN: '将数据库连接为新的应用；密码不会再返回',
    },
    errors: [...connectionTestErrors, ...placeErrors],
    input: z.strictObject({
      name: nameSchema,
      kind: kindSchema,
      ...connectionSettings,
      password: databasePasswordSchema,
      folder: newFolderSchema,
    }),
    output: applicationSchema,
  }),
  'GET /applications/:id/connection': route({
    access: 'editor',
    needs: 'edit application',
    summary: { en_US: "Get a connection's settings, without its password", zh_CN: '读取连接的设置，不含密码' },
    input: z.strictObject({ id: idSchema }),
    output: connectionSchema,
  }),
  'PUT /applications/:id/connection': route({
    access: 'editor',
    audit: {
      area: 'data',
      action: 'change_connection',
      en_US: 'Change a database connection',
      zh_CN: '修改数据库连接',
    },
    auditedFields: ['host', 'allowsSql'],
    needs: 'edit application',
    stale: ['tables/:id'],
    summary: {
      en_US: 'Update a connection; without a password, the stored one is kept',
      zh_CN: '修改连接；未填写密码时保留原密码',
    },
    errors: [...connectionTestErrors, 'connection_sql_owners'],
    input: z.strictObject({
      id: idSchema,
      ...connectionSettings,
      password: databasePasswordSchema.optional(),
      freshness: freshnessSchema,
      /** Absent to leave it as it is. */
      allowsSql: z.boolean().optional(),
    }),
    output: connectionSchema,
  }),
  'GET /applications/:id/tables': route({
    access: 'editor',
    needs: 'edit application',
    summary: { en_US: 'List the tables of a connected database', zh_CN: '列出已连接数据库中的表' },
    errors: connectionTestErrors,
    input: z.strictObject({ id: idSchema }),
    output: z.array(connectedTableSchema),
  }),
  'GET /applications/:id/tables/columns': route({
    access: 'editor',
    needs: 'edit application',
    summary: { en_US: 'List the columns of a table in a connected database', zh_CN: '列出已连接数据库中某张表的列' },
    errors: connectionTestErrors,
    input: z.strictObject({ id: idSchema, ...tableNameSchema }),
    output: z.array(connectedColumnSchema),
  }),
  'POST /applications/:id/tables': route({
    access: 'editor',
    audit: { area: 'data', action: 'add_tables', en_US: 'Add tables of a database', zh_CN: '添加数据库中的表' },
    needs: 'edit application',
    stale: ['applications', 'application/:id', 'tables/:id'],
    summary: {
      en_US: 'Add tables of a connected database as datasets; rows stay in the database',
      zh_CN: '将已连接数据库中的表添加为数据集；数据仍留在原处',
    },
    errors: connectionTestErrors,
    input: z.strictObject({ id: idSchema, tables: z.array(z.strictObject(tableNameSchema)).min(1).max(100) }),
    output: z.array(datasetSummarySchema),
  }),
  'GET /datasets/:id/schema-changes': route({
    access: 'editor',
    needs: 'edit dataset',
    summary: {
      en_US: 'Compare the columns of a dataset with those of its table in the database',
      zh_CN: '比较数据集的列与数据库中表的列',
    },
    errors: connectionSqlErrors,
    input: z.strictObject({ id: idSchema }),
    output: schemaChangesSchema,
  }),
  'POST /datasets/:id/schema-changes': route({
    access: 'editor',
    audit: { area: 'data', action: 'update_schema', en_US: "Update a dataset's columns", zh_CN: '更新数据集的列' },
    needs: 'edit dataset',
    stale: ['dataset/:id'],
    summary: {
      en_US: 'Update the columns to those of the table; missing columns are renamed or removed',
      zh_CN: '采用数据库中表的列：缺失的列改名或移除',
    },
    errors: connectionSqlErrors,
    input: z.strictObject({
      id: idSchema,
      renames: renamesSchema,
    }),
    output: datasetSchema,
  }),
};
