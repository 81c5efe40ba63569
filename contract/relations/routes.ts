import { z } from 'zod';

import { datasetColumnSchema, localizedTextSchema } from '#contract/datasets/routes.ts';
import { executionErrors } from '#contract/error-groups.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { idSchema, noOutput, route } from '#contract/route.ts';
import { plainTextsSchema } from '#contract/text.ts';
import { cardinalities, type RelationKey } from '#domain/query/relation.ts';

const keySchema = z.strictObject({ column: idSchema, relatedColumn: idSchema }) satisfies z.ZodType<RelationKey>;
const keysSchema = z
  .array(keySchema)
  .min(1)
  .max(5)
  .refine((keys) => new Set(keys.map(({ column }) => column)).size === keys.length, 'a column comes twice')
  .refine((keys) => new Set(keys.map((key) => key.relatedColumn)).size === keys.length, 'a column comes twice');

const relatedDatasetSchema = z.object({
  id: idSchema,
  name: z.string(),
  label: plainTextsSchema,
  applicationId: idSchema,
  application: z.string(),
});

/**
 * A relation as seen from a dataset. `from` has the rows, each of which has at most one partner in `to`; the dataset is
 * either of them.
 */
const relationSchema = z.object({
  id: idSchema,
  label: plainTextsSchema,
  cardinality: z.enum(cardinalities),
  from: relatedDatasetSchema,
  to: relatedDatasetSchema,
  /** With the names of the columns; null if a column was deleted. */
  keys: z.array(keySchema.extend({ columnName: z.string().nullable(), relatedColumnName: z.string().nullable() })),
});
export type Relation = z.infer<typeof relationSchema>;

/** How well the rows of two datasets match. */
const matchSchema = z.object({
  rows: z.number(),
  /** Rows with a value in every key column, and those of them that have a partner; null if partners are not unique. */
  rowsWithKey: z.number(),
  matched: z.number().nullable(),
  relatedRows: z.number(),
  /** The values without a partner that most rows have. */
  unmatched: z.array(z.object({ value: z.string(), rows: z.number() })),
  /** A value that several rows of the related dataset have, and how many; null if each value occurs once. */
  duplicate: z.object({ value: z.string(), rows: z.number() }).nullable(),
  /** The same for this dataset: if null, the relation can be one-to-one. */
  ownDuplicate: z.object({ value: z.string(), rows: z.number() }).nullable(),
});
export type RelationMatch = z.infer<typeof matchSchema>;

const proposalSchema = z.object({ related: relatedDatasetSchema, keys: z.array(keySchema), match: matchSchema });
export type RelationProposal = z.infer<typeof proposalSchema>;

const fields = {
  /** Empty: the label of the related dataset. */
  label: localizedTextSchema(100),
  cardinality: z.enum(cardinalities),
  keys: keysSchema,
};

const editErrors: ErrorCode[] = [
  ...executionErrors,
  'dataset_gone',
  'column_unknown',
  'formula_broken',
  'relation_types_differ',
  'relation_type_unusable',
  'relation_not_unique',
  'relation_repeated_rows',
  'relation_to_itself',
  'relation_places_differ',
  'name_taken',
];

export const relationRoutes = {
  'GET /datasets/:id/relations': route({
    access: 'member',
    needs: 'view dataset',
    summary: { en_US: "List a dataset's relations to other datasets", zh_CN: '列出数据集与其他数据集的关联' },
    input: z.strictObject({ id: idSchema }),
    output: z.array(relationSchema),
  }),
  'GET /datasets/:id/related-columns': route({
    access: 'member',
    needs: 'view dataset',
    summary: {
      en_US: 'List the columns of related datasets that queries on a dataset can use',
      zh_CN: '列出查询该数据集时可以使用的关联数据集的列',
    },
    input: z.strictObject({ id: idSchema }),
    output: z.array(datasetColumnSchema.extend({ id: z.string() })),
  }),
  'GET /datasets/:id/relations/proposals': route({
    access: 'editor',
    needs: 'edit dataset',
    summary: {
      en_US: 'Suggest relations from the names, types and values of columns',
      zh_CN: '根据列的名称、类型和值推荐关联',
    },
    errors: executionErrors,
    input: z.strictObject({ id: idSchema }),
    output: z.array(proposalSchema),
  }),
  'POST /datasets/:id/relations/check': route({
    access: 'editor',
    needs: 'edit dataset',
    isReadOnly: true,
    summary: { en_US: 'Count the rows a relation would match', zh_CN: '统计关联能匹配的行数' },
    errors: editErrors,
    input: z.strictObject({ id: idSchema, related: idSchema, keys: keysSchema }),
    output: matchSchema,
  }),
  'POST /datasets/:id/relations': route({
    access: 'editor',
    audit: { area: 'data', action: 'create_relation', en_US: 'Create a relation', zh_CN: '新建关联' },
    needs: 'edit dataset',
    stale: ['dataset/:id'],
    summary: { en_US: 'Relate a dataset to another one', zh_CN: '将数据集与另一个数据集关联' },
    errors: editErrors,
    input: z.strictObject({ id: idSchema, related: idSchema, ...fields }),
    output: relationSchema,
  }),
  'PUT /datasets/:id/relations/:relation': route({
    access: 'editor',
    audit: { area: 'data', action: 'change_relation', en_US: 'Change a relation', zh_CN: '修改关联' },
    needs: 'edit dataset',
    stale: ['dataset/:id'],
    summary: { en_US: 'Update a relation', zh_CN: '修改关联' },
    errors: editErrors,
    input: z.strictObject({ id: idSchema, relation: idSchema, ...fields }),
    output: relationSchema,
  }),
  'DELETE /datasets/:id/relations/:relation': route({
    access: 'editor',
    audit: { area: 'data', action: 'delete_relation', en_US: 'Delete a relation', zh_CN: '删除关联' },
    needs: 'edit dataset',
    stale: ['dataset/:id'],
    summary: { en_US: 'Delete a relation', zh_CN: '删除关联' },
    input: z.strictObject({ id: idSchema, relation: idSchema }),
    output: noOutput,
  }),
};
