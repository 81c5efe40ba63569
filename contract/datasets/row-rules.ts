import { z } from 'zod';

import { filterSchema, timeZoneSchema } from '#contract/queries/schemas.ts';
import { executionErrors } from '#contract/error-groups.ts';
import { columnIdSchema, idSchema, noOutput, route } from '#contract/route.ts';
import { nameSchema } from '#contract/text.ts';
import { rowOrderSchema, rowPageSchema } from './routes.ts';
import type { Filter } from '#domain/query/query.ts';

/** Max rules of a dataset, and max conditions of a rule. */
export const maxRowRules = 100;
const maxConditions = 20;

/** A rule must not depend on the newest row, which may be one that it hides. */
function hasAnchor(filter: Filter): boolean {
  if ('filters' in filter) return filter.filters.some(hasAnchor);
  if ('filter' in filter) return hasAnchor(filter.filter);
  return 'span' in filter && 'anchor' in filter.span && filter.span.anchor !== undefined;
}

const someRowsSchema = z
  .strictObject({
    kind: z.literal('some'),
    filters: z
      .array(filterSchema.refine((filter) => !hasAnchor(filter), 'anchored to the newest row'))
      .max(maxConditions),
    /** The column is one of the values of an attribute of the member. */
    attributes: z.array(z.strictObject({ column: columnIdSchema, attribute: nameSchema })).max(maxConditions),
  })
  .refine(({ filters, attributes }) => filters.length + attributes.length > 0, 'no condition');

/** Which rows some members may see. Rows must match all filters and attributes of a rule, and one of the rules. */
const rowRuleSchema = z.strictObject({
  id: idSchema,
  audience: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('everyone') }),
    z.strictObject({ kind: z.enum(['member', 'group']), id: idSchema }),
  ]),
  rows: z.discriminatedUnion('kind', [z.strictObject({ kind: z.literal('all') }), someRowsSchema]),
});
export type RowRule = z.infer<typeof rowRuleSchema>;
export type RowRuleAudience = RowRule['audience'];

const rulesSchema = z.array(rowRuleSchema).max(maxRowRules);

/** The rules of a dataset; null if it shows all rows. `broken` are the ids of rules that no longer work: they show nothing. */
const rowRuleSetSchema = z.object({ rules: rulesSchema.nullable(), zone: timeZoneSchema, broken: z.array(idSchema) });
export type RowRuleSet = z.infer<typeof rowRuleSetSchema>;

export const rowRuleRoutes = {
  'GET /datasets/:id/row-rules': route({
    access: 'editor',
    needs: 'edit dataset',
    summary: { en_US: 'Get the row rules of a dataset', zh_CN: '读取数据集的行级权限' },
    input: z.strictObject({ id: idSchema }),
    output: rowRuleSetSchema,
  }),
  'PUT /datasets/:id/row-rules': route({
    access: 'editor',
    audit: { area: 'data', action: 'change_row_rules', en_US: 'Change row rules', zh_CN: '修改行级权限' },
    needs: 'edit dataset',
    bytes: 16 * 1024 * 1024,
    stale: ['dataset/:id'],
    summary: {
      en_US: 'Set the row rules of a dataset; null shows all rows to everyone with access',
      zh_CN: '设置数据集的行级权限；为 null 时，有权查看的成员可以看到全部行',
    },
    errors: ['row_rule_invalid', 'row_rule_related'],
    input: z.strictObject({ id: idSchema, rules: rulesSchema.nullable(), zone: timeZoneSchema }),
    output: noOutput,
  }),
  'POST /datasets/:id/row-rules/preview': route({
    access: 'editor',
    audit: { area: 'data', action: 'see_rows_as', en_US: 'See rows as a member', zh_CN: '以成员身份查看数据行' },
    auditedFields: ['member'],
    needs: 'edit dataset',
    stale: [],
    summary: {
      en_US: 'Get the first rows of a dataset that a member can see',
      zh_CN: '读取某位成员可见的前若干行',
    },
    errors: ['dataset_forbidden', 'column_unknown', 'row_rule_invalid', ...executionErrors],
    input: z.strictObject({ id: idSchema, member: idSchema, order: rowOrderSchema }),
    output: rowPageSchema,
  }),
};
