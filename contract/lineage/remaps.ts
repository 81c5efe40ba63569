import { z } from 'zod';

import type { AlertWatch } from '#contract/alerts/schemas.ts';
import { testedDependentSchema } from '#contract/datasets/uses.ts';
import { columnIdSchema, idSchema, momentSchema, route } from '#contract/route.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { plainTextsSchema } from '#contract/text.ts';
import type { LocalizedText } from '#domain/columns/column.ts';
import type { Dashboard } from '#domain/dashboard/dashboard.ts';
import type { Chart } from '#domain/query/chart.ts';
import type { Expression } from '#domain/query/expression.ts';
import type { Formula } from '#domain/query/query.ts';
import type { RelationKey } from '#domain/query/relation.ts';

/** Days in which a replacement can be undone. */
export const undoDays = 30;

const replacementsOf = <Schema extends typeof idSchema>(id: Schema) =>
  z.record(id, id).refine((ids) => Object.keys(ids).length <= 2000);

const mappingInput = {
  /** The dataset whose columns are replaced. */
  id: idSchema,
  /** The dataset of the new columns; it may be the same. */
  dataset: idSchema,
  /** New column by old column, and new metric by old metric. */
  columns: replacementsOf(columnIdSchema),
  metrics: replacementsOf(idSchema),
};

/** What a replacement would do: uses without a problem are changed, the others stay, with the reason. */
const remapPreviewSchema = z.object({
  items: z.array(testedDependentSchema),
  /** Hash of the preview: a replacement that would have another result is refused. */
  fingerprint: z.string(),
});
export type RemapPreview = z.infer<typeof remapPreviewSchema>;

const remapSchema = z.object({
  id: idSchema,
  at: momentSchema,
  by: z.string().nullable(),
  /** The other dataset that it moved uses to. */
  to: idSchema.nullable(),
  /** Names of the replaced columns and metrics at that time. */
  pairs: z.array(z.object({ from: z.string(), to: z.string() })),
  /** Number of changed dashboards, charts, metrics, calculated columns, relations and alerts. */
  changed: z.int(),
  undoneAt: momentSchema.nullable(),
  mayUndo: z.boolean(),
});
export type Remap = z.infer<typeof remapSchema>;

const undoneItemSchema = z.object({
  kind: z.enum(['dashboard', 'chart', 'metric', 'calculation', 'relation', 'alert']),
  id: idSchema,
  title: plainTextsSchema,
  /** Why it was not undone. */
  problem: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type UndoneItem = z.infer<typeof undoneItemSchema>;

type ReplacedValue<Kind extends string, Value> = {
  kind: Kind;
  id: string;
  title: LocalizedText;
  before: Value;
  after: Value;
};

/** One changed object before and after; a dashboard by its versions, with the draft of the member who replaced it. */
export type RemapEntry =
  | (ReplacedValue<'dashboard', number> & { draft: { before: Dashboard; after: Dashboard } | null })
  | ReplacedValue<'chart', Chart>
  | ReplacedValue<'metric', Formula>
  | ReplacedValue<'calculation', Expression>
  | ReplacedValue<'relation', RelationKey[]>
  | ReplacedValue<'alert', AlertWatch>;

const remapErrors: ErrorCode[] = ['not_found', 'dataset_gone'];

/** Query keys of everything that a replacement may change. */
const replaceable = ['dataset', 'dashboard', 'dashboards', 'charts', 'chart', 'alert', 'alerts'];

export const remapRoutes = {
  'POST /datasets/:id/remaps/preview': route({
    access: 'editor',
    needs: 'view dataset',
    isReadOnly: true,
    summary: {
      en_US: "Preview a replacement of columns everywhere they're used",
      zh_CN: '预览在所有使用处替换列的结果',
    },
    errors: remapErrors,
    input: z.strictObject(mappingInput),
    output: remapPreviewSchema,
  }),
  'POST /datasets/:id/remaps': route({
    access: 'editor',
    audit: { area: 'data', action: 'replace_columns', en_US: 'Replace columns', zh_CN: '批量替换列' },
    needs: 'view dataset',
    stale: replaceable,
    summary: {
      en_US: 'Replace columns everywhere you can edit, as previewed',
      zh_CN: '按预览在您可编辑的所有使用处替换列',
    },
    errors: [...remapErrors, 'remap_outdated', 'remap_nothing'],
    input: z.strictObject({ ...mappingInput, fingerprint: z.string().max(100) }),
    output: remapSchema,
  }),
  'GET /datasets/:id/remaps': route({
    access: 'member',
    needs: 'view dataset',
    summary: { en_US: 'List column replacements of the last 30 days', zh_CN: '列出最近 30 天的列替换' },
    input: z.strictObject({ id: idSchema }),
    output: z.array(remapSchema),
  }),
  'POST /remaps/:id/undo': route({
    access: 'editor',
    audit: { area: 'data', action: 'undo_replacement', en_US: 'Undo a column replacement', zh_CN: '撤销列替换' },
    stale: replaceable,
    summary: {
      en_US: 'Undo a column replacement, except where something was edited since',
      zh_CN: '撤销列替换；之后修改过的内容除外',
    },
    errors: ['not_found', 'remap_undone'],
    input: z.strictObject({ id: idSchema }),
    output: z.array(undoneItemSchema),
  }),
};
