import { z } from 'zod';

import { folderKinds } from '#contract/folders/routes.ts';
import { idSchema, route } from '#contract/route.ts';
import { textSchema } from '#contract/text.ts';

const searchResultKinds = [
  'dashboard',
  'card',
  'application',
  'folder',
  'dataset',
  'metric',
  'column',
  'member',
] as const;
export type SearchResultKind = (typeof searchResultKinds)[number];

const marksSchema = z.array(z.tuple([z.number(), z.number()]));

const resultFields = {
  id: idSchema,
  /** Name in the reader's language, and its matched ranges. */
  text: z.string(),
  marks: marksSchema,
  /** The other name that matched, if it was not that one. */
  also: z.object({ text: z.string(), marks: marksSchema }).nullable(),
  /** Its location, such as the dashboard of a card. */
  place: z.string(),
};

/** A search result, with the ids that its link needs. */
const searchResultSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('dashboard'), ...resultFields, isFavourite: z.boolean() }),
  z.object({ kind: z.literal('card'), ...resultFields, dashboard: idSchema, tab: idSchema }),
  z.object({ kind: z.literal('application'), ...resultFields }),
  z.object({ kind: z.literal('folder'), ...resultFields, of: z.enum(folderKinds) }),
  z.object({ kind: z.literal('dataset'), ...resultFields, application: idSchema, isVerified: z.boolean() }),
  z.object({
    kind: z.literal('metric'),
    ...resultFields,
    application: idSchema,
    dataset: idSchema,
    isVerified: z.boolean(),
  }),
  z.object({ kind: z.literal('column'), ...resultFields, application: idSchema, dataset: idSchema }),
  z.object({ kind: z.literal('member'), ...resultFields }),
]);
export type SearchResult = z.infer<typeof searchResultSchema>;

export const searchRoutes = {
  'GET /search': route({
    access: 'member',
    summary: {
      en_US:
        'Search dashboards, cards, applications, folders, datasets, metrics, columns and members by name, pinyin or with typos; without a query, the recently viewed dashboards',
      zh_CN:
        '按名称查找仪表盘、卡片、应用、文件夹、数据集、指标、列和成员，支持拼音和少量错字；不给文字时返回最近看过的仪表盘',
    },
    input: z.strictObject({ q: textSchema(200) }),
    output: z.array(searchResultSchema),
  }),
};
