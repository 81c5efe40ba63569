import { z } from 'zod';

import { accessFields } from '#contract/access/routes.ts';
import { chartKinds } from '#domain/query/chart-kinds.ts';
import type { Dashboard, DashboardState } from '#domain/dashboard/dashboard.ts';
import { dashboardSchema, dashboardStateSchema, titleSchema } from './schemas.ts';
import { localizedTextSchema } from '#contract/datasets/routes.ts';
import { newFolderSchema, placeErrors } from '#contract/folders/routes.ts';
import {
  idSchema,
  momentSchema,
  noInput,
  noOutput,
  route,
  versionParamSchema,
  versionNumberSchema,
} from '#contract/route.ts';
import { nameSchema, plainTextsSchema } from '#contract/text.ts';
import { executionErrors } from '#contract/error-groups.ts';
import type { ErrorCode } from '#contract/errors.ts';

const personSchema = z.object({ id: idSchema, name: z.string() }).nullable();
/** Creator, with the id of their avatar. */
const creatorSchema = z.object({ id: idSchema, name: z.string(), avatar: idSchema.nullable() }).nullable();

/** Thumbnails of cards: a few values of each, from 0 to 1, as of the last view. */
const sketchSchema = z.array(
  z.object({
    kind: z.enum([...chartKinds, 'text', 'divider']),
    place: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
    points: z.array(z.number()),
  }),
);
export type Sketch = z.infer<typeof sketchSchema>;

/** A dashboard in the list. */
const listedDashboardSchema = z.object({
  id: idSchema,
  title: plainTextsSchema,
  description: plainTextsSchema,
  by: creatorSchema,
  cards: z.number(),
  sketch: sketchSchema,
  isFavourite: z.boolean(),
  /** When the reader pinned it to the top of the list. */
  pinnedAt: momentSchema.nullable(),
  /** Whether the reader has unpublished changes. */
  hasDraft: z.boolean(),
  seenAt: momentSchema.nullable(),
  createdAt: momentSchema,
  updatedAt: momentSchema,
  ...accessFields,
});
export type ListedDashboard = z.infer<typeof listedDashboardSchema>;

const dashboardDraftSchema = z.object({
  /** The version that the draft is based on. */
  base: z.number(),
  dashboard: z.custom<Dashboard>(),
  savedAt: momentSchema,
});
export type DashboardDraft = z.infer<typeof dashboardDraftSchema>;

/** A published dashboard, and the reader's own draft of the next version. */
const savedDashboardSchema = z.object({
  id: idSchema,
  version: z.number(),
  dashboard: z.custom<Dashboard>(),
  by: personSchema,
  /** Who published this version. */
  publishedBy: personSchema,
  isFavourite: z.boolean(),
  draft: dashboardDraftSchema.nullable(),
  createdAt: momentSchema,
  updatedAt: momentSchema,
  trashedAt: momentSchema.nullable(),
  ...accessFields,
});
export type SavedDashboard = z.infer<typeof savedDashboardSchema>;

const dashboardVersionSchema = z.object({
  number: z.number(),
  by: personSchema,
  createdAt: momentSchema,
  cards: z.number(),
});
export type DashboardVersion = z.infer<typeof dashboardVersionSchema>;

/** Saved state of a dashboard: with a name for its author only, or without one behind a short link. */
const dashboardViewSchema = z.object({
  id: idSchema,
  name: z.string().nullable(),
  state: z.custom<DashboardState>(),
  createdAt: momentSchema,
});
export type DashboardView = z.infer<typeof dashboardViewSchema>;

/** Focus of an automatically created dashboard. */
export const dashboardTemplates = ['overview', 'trends', 'ranking', 'spread', 'wall'] as const;
export type DashboardTemplate = (typeof dashboardTemplates)[number];

/** A document may hold two hundred cards of long SQL. */
const maxDashboardBytes = 24 * 1024 * 1024;

const dashboardErrors: ErrorCode[] = ['newer_program', 'too_many_cards', 'text_too_long', 'sql_too_long'];

const createDashboardAction = {
  area: 'dashboards',
  action: 'create_dashboard',
  en_US: 'Create a dashboard',
  zh_CN: '创建仪表盘',
} as const;

export const dashboardRoutes = {
  'GET /dashboards': route({
    access: 'member',
    summary: {
      en_US: 'List dashboards: those you pinned first, in the order you pinned them, then last modified first',
      zh_CN: '列出仪表盘：自己置顶的在前，按置顶先后排列，其余最近修改的在前',
    },
    input: noInput,
    output: z.array(listedDashboardSchema),
  }),
  'POST /dashboards': route({
    access: 'editor',
    audit: createDashboardAction,
    stale: ['dashboards'],
    summary: { en_US: 'Create a dashboard', zh_CN: '新建仪表盘' },
    errors: [...dashboardErrors, ...placeErrors],
    input: z.strictObject({ dashboard: dashboardSchema, folder: newFolderSchema }),
    output: savedDashboardSchema,
    bytes: maxDashboardBytes,
  }),
  'POST /dashboards/automatic': route({
    access: 'editor',
    audit: createDashboardAction,
    stale: ['dashboards'],
    summary: { en_US: 'Generate a dashboard from a dataset', zh_CN: '根据数据集自动生成仪表盘' },
    errors: ['dataset_gone', ...placeErrors, ...executionErrors],
    input: z.strictObject({
      dataset: idSchema,
      template: z.enum(dashboardTemplates).default('overview'),
      folder: newFolderSchema,
    }),
    output: savedDashboardSchema,
  }),
  'GET /dashboards/:id': route({
    access: 'member',
    needs: 'view dashboard',
    summary: {
      en_US: 'Get a dashboard and your draft of its next version',
      zh_CN: '读取仪表盘，以及自己的下一版草稿',
    },
    errors: ['newer_program'],
    input: z.strictObject({ id: idSchema }),
    output: savedDashboardSchema,
  }),
  'PUT /dashboards/:id': route({
    access: 'editor',
    audit: { area: 'dashboards', action: 'publish_dashboard', en_US: 'Publish a dashboard', zh_CN: '发布仪表盘' },
    needs: 'edit dashboard',
    stale: ['dashboards', 'dashboard/:id'],
    summary: {
      en_US: 'Publish the next version of a dashboard; rejected if a newer version than its base exists',
      zh_CN: '发布下一个版本；若已有更新的版本则拒绝',
    },
    errors: [...dashboardErrors, 'newer_version'],
    input: z.strictObject({ id: idSchema, base: versionNumberSchema, dashboard: dashboardSchema }),
    output: savedDashboardSchema,
    bytes: maxDashboardBytes,
  }),
  'PATCH /dashboards/:id': route({
    access: 'editor',
    audit: { area: 'dashboards', action: 'change_dashboard', en_US: 'Rename a dashboard', zh_CN: '重命名仪表盘' },
    needs: 'edit dashboard',
    stale: ['dashboards', 'dashboard/:id'],
    summary: {
      en_US: 'Rename a dashboard as a new version; your draft continues from there',
      zh_CN: '重命名仪表盘，成为单独的版本；自己的草稿由此继续',
    },
    errors: ['newer_program', 'text_too_long'],
    input: z.strictObject({ id: idSchema, title: titleSchema }),
    output: savedDashboardSchema,
  }),
  'PUT /dashboards/:id/draft': route({
    access: 'editor',
    audit: null,
    needs: 'edit dashboard',
    stale: [],
    summary: { en_US: 'Save your draft of the next version', zh_CN: '保存自己的下一版草稿' },
    errors: dashboardErrors,
    input: z.strictObject({ id: idSchema, base: versionNumberSchema, dashboard: dashboardSchema }),
    output: z.object({ savedAt: momentSchema }),
    bytes: maxDashboardBytes,
  }),
  'DELETE /dashboards/:id/draft': route({
    access: 'editor',
    audit: null,
    needs: 'view dashboard',
    stale: [],
    summary: { en_US: 'Discard your draft', zh_CN: '丢弃自己的草稿' },
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
  'POST /dashboards/:id/copy': route({
    access: 'editor',
    audit: { area: 'dashboards', action: 'copy_dashboard', en_US: 'Duplicate a dashboard', zh_CN: '复制仪表盘' },
    needs: 'view dashboard',
    stale: ['dashboards'],
    summary: { en_US: 'Duplicate a dashboard', zh_CN: '复制仪表盘' },
    errors: dashboardErrors,
    input: z.strictObject({ id: idSchema, title: localizedTextSchema(200) }),
    output: savedDashboardSchema,
  }),
  'POST /dashboards/:id/seen': route({
    access: 'member',
    audit: null,
    needs: 'view dashboard',
    stale: [],
    summary: { en_US: 'Record that you viewed a dashboard', zh_CN: '记下自己看过该仪表盘' },
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
  'PUT /dashboards/:id/favourite': route({
    access: 'member',
    audit: null,
    needs: 'view dashboard',
    stale: ['dashboards', 'dashboard/:id'],
    summary: { en_US: 'Add a dashboard to your favorites, or remove it', zh_CN: '收藏仪表盘，或取消收藏' },
    input: z.strictObject({ id: idSchema, isFavourite: z.boolean() }),
    output: noOutput,
  }),
  'PUT /dashboards/:id/pin': route({
    access: 'member',
    audit: null,
    needs: 'view dashboard',
    stale: ['dashboards'],
    summary: {
      en_US: 'Pin a dashboard to the top of your list, or unpin it',
      zh_CN: '在自己的列表中置顶仪表盘，或取消置顶',
    },
    input: z.strictObject({ id: idSchema, isPinned: z.boolean() }),
    output: noOutput,
  }),
  'DELETE /dashboards/:id': route({
    access: 'editor',
    audit: {
      area: 'dashboards',
      action: 'delete_dashboard',
      en_US: 'Move a dashboard to trash',
      zh_CN: '将仪表盘移入回收站',
    },
    needs: 'edit dashboard',
    stale: ['dashboards'],
    summary: { en_US: 'Move a dashboard to trash', zh_CN: '将仪表盘移到回收站' },
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
  'POST /dashboards/:id/restore': route({
    access: 'editor',
    audit: { area: 'dashboards', action: 'restore_dashboard', en_US: 'Restore a dashboard', zh_CN: '恢复仪表盘' },
    needs: 'edit dashboard',
    stale: ['dashboards', 'dashboard/:id'],
    summary: { en_US: 'Restore a dashboard from trash', zh_CN: '从回收站恢复仪表盘' },
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
  'DELETE /dashboards/:id/trash': route({
    access: 'editor',
    audit: {
      area: 'dashboards',
      action: 'erase_dashboard',
      en_US: 'Permanently delete a dashboard',
      zh_CN: '彻底删除仪表盘',
    },
    needs: 'edit dashboard',
    stale: ['dashboards', 'dashboard/:id'],
    summary: { en_US: 'Permanently delete a dashboard in the trash', zh_CN: '彻底删除回收站中的仪表盘' },
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
  'GET /dashboards/trash': route({
    access: 'member',
    summary: {
      en_US: "List dashboards in the trash; they're deleted after 30 days",
      zh_CN: '列出回收站中的仪表盘；30 天后删除',
    },
    input: noInput,
    output: z.array(listedDashboardSchema.extend({ trashedAt: momentSchema })),
  }),
  'GET /dashboards/:id/versions': route({
    access: 'member',
    needs: 'view dashboard',
    summary: { en_US: "List a dashboard's versions, newest first", zh_CN: '列出仪表盘的版本，最新的在前' },
    input: z.strictObject({ id: idSchema }),
    output: z.array(dashboardVersionSchema),
  }),
  'GET /dashboards/:id/versions/:number': route({
    access: 'member',
    needs: 'view dashboard',
    summary: { en_US: 'Get a version of a dashboard', zh_CN: '读取仪表盘的一个版本' },
    errors: ['no_such_version', 'newer_program'],
    input: z.strictObject({ id: idSchema, number: versionParamSchema }),
    output: dashboardVersionSchema.extend({ dashboard: z.custom<Dashboard>() }),
  }),
  'GET /dashboards/:id/views': route({
    access: 'member',
    needs: 'view dashboard',
    summary: { en_US: 'List your saved views of a dashboard', zh_CN: '列出自己保存的视图' },
    input: z.strictObject({ id: idSchema }),
    output: z.array(dashboardViewSchema),
  }),
  'POST /dashboards/:id/views': route({
    access: 'member',
    audit: null,
    needs: 'view dashboard',
    stale: ['dashboard/:id/views'],
    summary: {
      en_US: "Save a dashboard's current settings: with a name as your view, or without one as a short link",
      zh_CN: '保存当前设置：命名后供自己使用，不命名则用于短链接',
    },
    errors: ['name_taken'],
    input: z.strictObject({ id: idSchema, name: nameSchema.nullable(), state: dashboardStateSchema }),
    output: dashboardViewSchema,
  }),
  'GET /dashboards/:id/views/:view': route({
    access: 'member',
    needs: 'view dashboard',
    summary: { en_US: 'Get a view by its id, as a short link does', zh_CN: '按标识读取视图，短链接即由此打开' },
    input: z.strictObject({ id: idSchema, view: idSchema }),
    output: dashboardViewSchema,
  }),
  'PATCH /dashboards/:id/views/:view': route({
    access: 'member',
    audit: null,
    needs: 'view dashboard',
    stale: ['dashboard/:id/views'],
    summary: { en_US: 'Rename one of your views', zh_CN: '重命名自己的视图' },
    errors: ['name_taken'],
    input: z.strictObject({ id: idSchema, view: idSchema, name: nameSchema }),
    output: dashboardViewSchema,
  }),
  'DELETE /dashboards/:id/views/:view': route({
    access: 'member',
    audit: null,
    needs: 'view dashboard',
    stale: ['dashboard/:id/views'],
    summary: { en_US: 'Delete one of your views', zh_CN: '删除自己的视图' },
    input: z.strictObject({ id: idSchema, view: idSchema }),
    output: noOutput,
  }),
};
