import { z } from 'zod';

import { datasetSchema } from '#contract/datasets/routes.ts';
import { connectionSqlErrors } from '#contract/error-groups.ts';
import { sqlSchema } from '#contract/queries/schemas.ts';
import { idSchema, route } from '#contract/route.ts';
import { nameSchema } from '#contract/text.ts';
import { renamesSchema, schemaChangesSchema } from './routes.ts';

/** Max rows of a preview. */
export const maxSqlPreviewRows = 1_000;

/** Streams the answer of a query, like `POST /queries`. */
export const connectionPreviewRoutes = {
  'POST /applications/:id/sql/preview': route({
    access: 'editor',
    needs: 'edit application',
    isReadOnly: true,
    summary: {
      en_US: 'Run SQL in a connected database and get the first rows',
      zh_CN: '在已连接的数据库中运行 SQL，读取前若干行',
    },
    errors: connectionSqlErrors,
    input: z.strictObject({ id: idSchema, sql: sqlSchema }),
    output: z.void(),
    response: 'lines',
  }),
};

/** Routes of SQL that people write for a connected database, in its own SQL. */
export const connectionSqlRoutes = {
  'POST /applications/:id/sql': route({
    access: 'editor',
    audit: { area: 'data', action: 'add_sql', en_US: 'Add a dataset from SQL', zh_CN: '用 SQL 添加数据集' },
    auditedFields: ['name'],
    needs: 'edit application',
    stale: ['applications', 'application/:id'],
    summary: {
      en_US: 'Add the result of SQL in a connected database as a dataset; it runs whenever the dataset is read',
      zh_CN: '将已连接数据库中 SQL 的结果添加为数据集；每次读取数据集时运行',
    },
    errors: [...connectionSqlErrors, 'name_taken'],
    input: z.strictObject({ id: idSchema, name: nameSchema, sql: sqlSchema }),
    output: datasetSchema,
  }),
  'POST /datasets/:id/sql/changes': route({
    access: 'editor',
    needs: 'edit dataset',
    isReadOnly: true,
    summary: {
      en_US: 'Compare the columns of a dataset with those of other SQL',
      zh_CN: '比较数据集的列与另一段 SQL 的列',
    },
    errors: connectionSqlErrors,
    input: z.strictObject({ id: idSchema, sql: sqlSchema }),
    output: schemaChangesSchema,
  }),
  'PUT /datasets/:id/sql': route({
    access: 'editor',
    audit: { area: 'data', action: 'change_sql', en_US: "Change a dataset's SQL", zh_CN: '修改数据集的 SQL' },
    needs: 'edit dataset',
    stale: ['dataset/:id'],
    summary: {
      en_US: "Update a dataset's SQL; missing columns are renamed or removed",
      zh_CN: '修改数据集的 SQL：缺失的列改名或移除',
    },
    errors: connectionSqlErrors,
    input: z.strictObject({ id: idSchema, sql: sqlSchema, renames: renamesSchema }),
    output: datasetSchema,
  }),
};
