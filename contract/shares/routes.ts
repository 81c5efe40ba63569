import { z } from 'zod';

import { type Dashboard, maxCards } from '#domain/dashboard/dashboard.ts';
import { dashboardFormats } from '#contract/dashboards/exports.ts';
import { dashboardStateSchema } from '#contract/dashboards/schemas.ts';
import type { DatasetMetric } from '#contract/datasets/routes.ts';
import type { DatasetColumn, LocalizedText } from '#domain/columns/column.ts';
import { languageSchema } from '#contract/language.ts';
import { timeZoneSchema } from '#contract/queries/schemas.ts';
import { idSchema, momentSchema, noInput, noOutput, route, streamAgeSchema } from '#contract/route.ts';
import { runRoutes } from '#contract/dashboards/runs.ts';
import { textSchema } from '#contract/text.ts';
import { printErrors } from '#contract/error-groups.ts';
import type { ErrorCode } from '#contract/errors.ts';

/** Max links in the list of all links. */
export const maxListedShares = 2000;
/** Max links of one dashboard, and max sites of one link. */
export const maxShares = 100;
const maxSites = 20;
/** Choices of days until a link expires. */
export const shareDays = [1, 7, 30, 90, 365] as const;
export const sharePasswordLength = { min: 6, max: 128 } as const;

const label = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?';
const sitePattern = new RegExp(`^(https?://)?(${label}(?:\\.${label})*(?::[0-9]{1,5})?)/?$`);

/**
 * Normalizes a site to its origin: scheme, host and port. The pattern admits nothing that could end the list in the
 * header.
 */
export function siteOf(text: string): string | undefined {
  if (text.length > 300) return undefined;
  const [, scheme = 'https://', host] = sitePattern.exec(text.trim().toLowerCase()) ?? [];
  return host === undefined ? undefined : scheme + host;
}

const siteSchema = z
  .string()
  .refine((text) => siteOf(text) !== undefined, 'not a site')
  .transform((text) => siteOf(text)!);

/** State of the dashboard when the link was created. */
const shareStartSchema = dashboardStateSchema.pick({ time: true, values: true });
export type ShareStart = z.infer<typeof shareStartSchema>;

/** Permissions of viewers besides viewing. Settings that they may not change stay as they were when the link was created. */
const sharePermissionsSchema = z.strictObject({
  time: z.boolean(),
  controls: z.array(idSchema).max(30),
  download: z.boolean(),
});
export type SharePermissions = z.infer<typeof sharePermissionsSchema>;

/** Whether a link works, or why not. */
export const shareStates = ['open', 'expired', 'used_up', 'stopped'] as const;

const shareSchema = z.object({
  id: idSchema,
  name: z.string(),
  by: z.object({ id: idSchema, name: z.string() }).nullable(),
  /**
   * Whether the reader may change it: its creator and the owner. Others who may edit the dashboard can only revoke it.
   */
  canChange: z.boolean(),
  /** The path to share; only for its creator and the owner. */
  path: z.string().nullable(),
  state: z.enum(shareStates),
  hasPassword: z.boolean(),
  expiresAt: momentSchema.nullable(),
  maxViews: z.number().nullable(),
  views: z.number(),
  seenAt: momentSchema.nullable(),
  /** Only for those who may change it. */
  start: shareStartSchema.nullable(),
  zone: z.string(),
  allows: sharePermissionsSchema,
  sites: z.array(z.string()),
  createdAt: momentSchema,
});
export type Share = z.infer<typeof shareSchema>;

/** A link in the list of all links. */
const listedShareSchema = shareSchema.extend({
  dashboard: z.object({ id: idSchema, title: z.custom<LocalizedText>(), isTrashed: z.boolean() }),
});
export type ListedShare = z.infer<typeof listedShareSchema>;

const listedSharesSchema = z.object({ shares: z.array(listedShareSchema), total: z.number() });
export type ListedShares = z.infer<typeof listedSharesSchema>;

const rules = {
  name: textSchema(100).trim(),
  password: textSchema(sharePasswordLength.max).min(sharePasswordLength.min).nullable(),
  /** Counted from now. */
  days: z.literal(shareDays).nullable(),
  maxViews: z.int().min(1).max(1_000_000).nullable(),
  start: shareStartSchema,
  /** Zone in which the days of the link begin and end, wherever it is opened. */
  zone: timeZoneSchema,
  allows: sharePermissionsSchema,
  sites: z.array(siteSchema).max(maxSites),
};

/** A part of a dashboard that links and reports leave out, because its publisher may not see its data. */
const blockedPartSchema = z.object({
  /** A key from `domain/dashboard/parts.ts`. */
  key: z.string(),
  by: z.object({ id: idSchema, name: z.string() }).nullable(),
  /** Whether the reader may see the data, and so republish the part in their own name. */
  canTakeOver: z.boolean(),
});
export type BlockedPart = z.infer<typeof blockedPartSchema>;

const shareLinkErrors: ErrorCode[] = [
  'share_gone',
  'share_card',
  'publisher_forbidden',
  'value_misfit',
  'query_timeout',
  'answer_too_large',
  'too_many_waiting',
];

const revokeShareAction = {
  area: 'dashboards',
  action: 'revoke_share',
  en_US: 'Revoke a public link',
  zh_CN: '撤销公开链接',
} as const;

export const shareRoutes = {
  'GET /dashboards/:id/blocked-parts': route({
    access: 'editor',
    needs: 'edit dashboard',
    summary: {
      en_US: "List the parts of a dashboard that public links and reports don't show, and who published them",
      zh_CN: '列出公开链接和定期报告不显示的部分及其发布者',
    },
    errors: ['newer_program'],
    input: z.strictObject({ id: idSchema }),
    output: z.array(blockedPartSchema),
  }),
  'POST /dashboards/:id/blocked-parts': route({
    access: 'editor',
    needs: 'edit dashboard',
    audit: {
      area: 'dashboards',
      action: 'take_over_parts',
      en_US: 'Republish cards',
      zh_CN: '以自己的名义发布卡片',
    },
    stale: [],
    summary: {
      en_US: 'Publish parts of a dashboard in your name, so public links and reports show what you have access to',
      zh_CN: '以自己的名义发布这些部分，使公开链接和定期报告显示自己有权查看的数据',
    },
    errors: ['newer_program', 'newer_version', 'dataset_forbidden'],
    input: z.strictObject({
      id: idSchema,
      /** The version that the reader saw: later changes are not taken over unseen. */
      version: z.int().min(1).max(2_147_483_647),
      keys: z.array(textSchema(300)).min(1).max(500),
    }),
    output: z.array(blockedPartSchema),
  }),
  'GET /dashboards/:id/shares': route({
    access: 'editor',
    needs: 'edit dashboard',
    summary: { en_US: "List a dashboard's public links, newest first", zh_CN: '列出仪表盘的公开链接，最新的在前' },
    input: z.strictObject({ id: idSchema }),
    output: z.array(shareSchema),
  }),
  'POST /dashboards/:id/shares': route({
    access: 'editor',
    needs: 'edit dashboard',
    audit: { area: 'dashboards', action: 'create_share', en_US: 'Create a public link', zh_CN: '创建公开链接' },
    auditedFields: ['name', 'days', 'maxViews'],
    stale: [],
    summary: { en_US: 'Create a public link to a dashboard', zh_CN: '创建仪表盘的公开链接' },
    errors: ['share_too_many'],
    input: z.strictObject({
      id: idSchema,
      ...rules,
      name: rules.name.default(''),
      password: rules.password.default(null),
      days: rules.days.default(null),
      maxViews: rules.maxViews.default(null),
      /** Defaults to that of its creator. */
      zone: rules.zone.optional(),
      sites: rules.sites.default([]),
    }),
    output: shareSchema,
  }),
  'DELETE /dashboards/:id/shares/:share': route({
    access: 'editor',
    needs: 'edit dashboard',
    audit: revokeShareAction,
    stale: [],
    summary: {
      en_US: 'Revoke a public link immediately, for everyone viewing it',
      zh_CN: '撤销公开链接，正在查看的人立即失效',
    },
    input: z.strictObject({ id: idSchema, share: idSchema }),
    output: noOutput,
  }),
};

/** The reader's own links to any dashboard; all links for the owner. */
export const ownShareRoutes = {
  'GET /shares': route({
    access: 'member',
    summary: {
      en_US: "List your public links to all dashboards, newest first; owners see everyone's",
      zh_CN: '列出自己在所有仪表盘上的公开链接，最新的在前；所有者可以看到全部',
    },
    input: noInput,
    output: listedSharesSchema,
  }),
  'PATCH /shares/:id': route({
    access: 'member',
    audit: { area: 'dashboards', action: 'change_share', en_US: 'Change a public link', zh_CN: '修改公开链接' },
    auditedFields: ['name', 'days', 'maxViews'],
    stale: ['shares', 'dashboard'],
    summary: {
      en_US: 'Update one of your public links; its URL stays, and the rules apply immediately to everyone viewing it',
      zh_CN: '修改自己的公开链接的规则；地址不变，对正在查看的人立即生效',
    },
    input: z.strictObject({ id: idSchema, ...z.strictObject(rules).partial().shape }),
    output: listedShareSchema,
  }),
  'DELETE /shares/:id': route({
    access: 'member',
    audit: revokeShareAction,
    stale: ['shares'],
    summary: { en_US: 'Revoke one of your public links', zh_CN: '撤销自己的公开链接' },
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
};

/** Columns and metrics of a dataset, as far as a dashboard shows them. */
export type SharedDataset = { columns: DatasetColumn[]; metrics: DatasetMetric[] };

/** A dashboard as a link shows it: without the filters of its cards, and without settings that viewers may not change. */
const sharedDashboardSchema = z.object({
  version: z.number(),
  dashboard: z.custom<Dashboard>(),
  /** Zone in which its days begin and end. */
  zone: timeZoneSchema,
  allows: sharePermissionsSchema,
  /** By dataset. */
  subjects: z.record(z.string(), z.custom<SharedDataset>()),
});
export type SharedDashboard = z.infer<typeof sharedDashboardSchema>;

/** Events for an open page of a link. `closed` is the last one. */
export type ShareEvent =
  | { kind: 'closed' }
  | { kind: 'dashboard' }
  /** The page may have missed events. */
  | { kind: 'missed' }
  /** The rules of the link changed; the pass may no longer be valid. */
  | { kind: 'rules' }
  | { kind: 'dataset'; id: string }
  | { kind: 'pass'; pass: string };

const pass = z.string();
/** `zone` is accepted from pages that were opened before the zone of the link applied to everyone. */
const viewInput = { pass, state: dashboardStateSchema, zone: timeZoneSchema.optional() };

/** Public routes of a link. The body authenticates: the token of the link, then the pass that it was exchanged for. */
export const sharedRoutes = {
  'POST /shares/open': route({
    access: 'anyone',
    cookieless: true,
    audit: null,
    stale: [],
    summary: {
      en_US: 'Open a public link; counts as one view and returns a pass valid for one hour',
      zh_CN: '打开公开链接：计为一次浏览，并返回一小时的凭证',
    },
    errors: ['share_gone', 'share_password', 'share_password_wrong', 'too_many_attempts'],
    input: z.strictObject({ token: z.string(), password: z.string().max(1000).optional() }),
    output: z.object({ pass: z.string() }),
  }),
  'POST /shares/read': route({
    access: 'anyone',
    cookieless: true,
    isReadOnly: true,
    summary: { en_US: 'Get the dashboard of an opened link', zh_CN: '读取已打开链接的仪表盘' },
    errors: ['share_gone'],
    input: z.strictObject({ pass }),
    output: sharedDashboardSchema,
  }),
  'POST /shares/run': route({
    access: 'anyone',
    cookieless: true,
    isReadOnly: true,
    summary: {
      en_US: "Run the cards of an opened link, returning each as soon as it's done",
      zh_CN: '计算已打开链接的卡片，各自完成后立即返回',
    },
    errors: [...shareLinkErrors, 'cancelled'],
    input: z.strictObject({
      ...viewInput,
      cards: z.array(idSchema).max(maxCards).optional(),
      first: z.array(idSchema).max(maxCards).default([]),
    }),
    output: z.void(),
    response: 'lines',
  }),
  'POST /shares/values': route({
    access: 'anyone',
    cookieless: true,
    isReadOnly: true,
    summary: {
      en_US: 'List values of a control that viewers of an opened link can set',
      zh_CN: '列出访问者可以设置的控件的可选值',
    },
    errors: [...shareLinkErrors, 'not_found'],
    input: z.strictObject({ ...viewInput, control: idSchema, search: textSchema(200).default('') }),
    output: runRoutes['POST /dashboards/:id/values'].output,
  }),
  'POST /shares/file': route({
    access: 'anyone',
    cookieless: true,
    isReadOnly: true,
    summary: {
      en_US: 'Export the dashboard of an opened link to a file, if the link allows it',
      zh_CN: '将已打开链接的仪表盘写入文件；须经链接的创建者允许',
    },
    errors: [...shareLinkErrors, ...printErrors, 'too_many_files', 'not_found'],
    input: z.strictObject({
      ...viewInput,
      format: z.enum(dashboardFormats),
      language: languageSchema,
      theme: z.enum(['light', 'dark']).default('light'),
      tab: idSchema.nullable().default(null),
    }),
    output: z.void(),
    response: 'file',
  }),
  'POST /shares/live': route({
    access: 'anyone',
    cookieless: true,
    isReadOnly: true,
    summary: {
      en_US: "Stream changes for an opened link as server-sent events, until it's revoked",
      zh_CN: '以服务器推送事件接收已打开链接的变化，直到链接被撤销',
    },
    errors: ['share_gone'],
    input: z.strictObject({ pass, age: streamAgeSchema }),
    output: z.void(),
    response: 'events',
  }),
  'GET /shares/:token/picture': route({
    access: 'anyone',
    cookieless: true,
    summary: {
      en_US: 'Get the preview image of a link without a password',
      zh_CN: '无密码链接的预览图，供聊天工具等显示',
    },
    input: z.strictObject({ token: z.string() }),
    output: z.void(),
    response: 'picture',
  }),
};
