import { z } from 'zod';

import { chartKinds } from './chart.ts';
import { chartSchema, numberStyleSchema } from './charts.ts';
import {
  type Card,
  cardsOf,
  type Control,
  type ControlValue,
  type Dashboard,
  type DashboardState,
  gridColumns,
  type Mark,
  maxCards,
  type Place,
  type Target,
  type TimeRange,
} from './dashboard.ts';
import { textsSchema } from './datasets.ts';
import { askSchema, boundSchema, compareSchema, scalarSchema, spanSchema, stepSchema } from './queries.ts';
import { idSchema, momentSchema, noInput, noOutput, route } from './route.ts';
import { nameSchema, textSchema } from './text.ts';

const placeSchema: z.ZodType<Place> = z
  .strictObject({
    x: z
      .int()
      .min(0)
      .max(gridColumns - 1),
    y: z.int().min(0).max(100_000),
    width: z.int().min(1).max(gridColumns),
    height: z.int().min(1).max(100),
  })
  .refine(({ x, width }) => x + width <= gridColumns, 'outside the grid');

const columnTargetSchema = z.strictObject({ kind: z.literal('column'), dataset: idSchema, column: idSchema });
const targetSchema: z.ZodType<Target> = z.discriminatedUnion('kind', [
  columnTargetSchema,
  z.strictObject({ kind: z.literal('param'), card: idSchema, param: idSchema }),
]);

const titleSchema = textsSchema(200);
const card = { id: idSchema, title: titleSchema, place: placeSchema };
const liveNumberSchema = z.strictObject({ name: idSchema, ask: askSchema, style: numberStyleSchema.nullable() });

export const maxTextLength = 20_000;

// Says which problem it is, so that people read more than "too big".
const writtenSchema = z
  .string()
  .refine((text) => text.length <= maxTextLength, { params: { problem: 'text_too_long' }, abort: true })
  .pipe(textSchema(maxTextLength));

const cardSchema: z.ZodType<Card> = z.discriminatedUnion('kind', [
  z.strictObject({
    ...card,
    kind: z.literal('chart'),
    chart: chartSchema,
    time: z.enum(['dashboard', 'own']),
    path: z.array(stepSchema).max(10),
    link: idSchema.nullable(),
  }),
  z.strictObject({
    ...card,
    kind: z.literal('text'),
    text: z.strictObject({ en_US: writtenSchema, zh_CN: writtenSchema }),
    numbers: z.array(liveNumberSchema).max(50),
  }),
  z.strictObject({ ...card, kind: z.literal('divider'), isFolded: z.boolean() }),
]);

const numberSchema = z.number().min(-1e15).max(1e15).nullable();
const controlValueSchema: z.ZodType<ControlValue> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('select'), values: z.array(scalarSchema).max(1000) }),
  z.strictObject({ kind: z.literal('range'), from: numberSchema, to: numberSchema }),
  z.strictObject({ kind: z.literal('text'), value: textSchema(1000) }),
]);

const controlSchema: z.ZodType<Control> = z.strictObject({
  id: idSchema,
  label: titleSchema,
  targets: z.array(targetSchema).min(1).max(50),
  isMany: z.boolean(),
  value: controlValueSchema,
});

const timeRange = { span: spanSchema.nullable(), compare: compareSchema };
const timeRangeSchema: z.ZodType<TimeRange> = z.strictObject(timeRange);

const hasOwnIds = (dashboard: Dashboard) => {
  const ids = [...dashboard.tabs, ...dashboard.controls, ...cardsOf(dashboard)].map(({ id }) => id);
  return new Set(ids).size === ids.length;
};

// A document of a newer program is not misread as a wrong one.
const formatSchema = z
  .number()
  .refine((format) => format <= 1, { params: { problem: 'newer_program' }, abort: true })
  .pipe(z.literal(1));

export const dashboardSchema = z
  .strictObject({
    format: formatSchema,
    title: titleSchema,
    description: textsSchema(2000),
    time: z.strictObject({ ...timeRange, targets: z.array(columnTargetSchema).max(50) }),
    controls: z.array(controlSchema).max(30),
    tabs: z
      .array(z.strictObject({ id: idSchema, title: titleSchema, cards: z.array(cardSchema) }))
      .min(1)
      .max(30),
    refresh: z.int().min(0).max(86_400),
  })
  .refine((dashboard) => cardsOf(dashboard).length <= maxCards, { params: { problem: 'too_many_cards' } })
  .refine(hasOwnIds, 'two parts of a dashboard have the same id') satisfies z.ZodType<Dashboard>;

export const markSchema: z.ZodType<Mark> = z.union([
  scalarSchema,
  z.strictObject({ from: boundSchema, to: boundSchema }),
]);

export const dashboardStateSchema = z.strictObject({
  time: timeRangeSchema.nullable().default(null),
  values: z.record(idSchema, controlValueSchema).default({}),
  picks: z
    .array(z.strictObject({ card: idSchema, points: z.array(z.record(idSchema, markSchema)).min(1).max(100) }))
    .max(50)
    .default([]),
  drills: z.record(idSchema, z.array(scalarSchema).max(10)).default({}),
}) satisfies z.ZodType<DashboardState>;

const personSchema = z.object({ id: idSchema, name: z.string() }).nullable();
const plainTextsSchema = z.object({ en_US: z.string(), zh_CN: z.string() });

/** A card as a small drawing: a few of its numbers, from 0 to 1, as they were when someone last looked. */
export const sketchSchema = z.array(
  z.object({
    kind: z.enum([...chartKinds, 'text', 'divider']),
    place: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
    points: z.array(z.number()),
  }),
);
export type Sketch = z.infer<typeof sketchSchema>;

/** A dashboard in the list. */
export const listedDashboardSchema = z.object({
  id: idSchema,
  title: plainTextsSchema,
  description: plainTextsSchema,
  by: personSchema,
  cards: z.number(),
  sketch: sketchSchema,
  isFavourite: z.boolean(),
  /** Whether one has changes that are not published. */
  hasDraft: z.boolean(),
  seenAt: momentSchema.nullable(),
  createdAt: momentSchema,
  updatedAt: momentSchema,
});
export type ListedDashboard = z.infer<typeof listedDashboardSchema>;

export const draftSchema = z.object({
  /** The version from which it began. */
  base: z.number(),
  dashboard: z.custom<Dashboard>(),
  savedAt: momentSchema,
});
export type Draft = z.infer<typeof draftSchema>;

/** A published dashboard, and one's own draft of the next version. */
export const savedDashboardSchema = z.object({
  id: idSchema,
  version: z.number(),
  dashboard: z.custom<Dashboard>(),
  by: personSchema,
  /** Who published this version. */
  publishedBy: personSchema,
  isFavourite: z.boolean(),
  draft: draftSchema.nullable(),
  createdAt: momentSchema,
  updatedAt: momentSchema,
  trashedAt: momentSchema.nullable(),
});
export type SavedDashboard = z.infer<typeof savedDashboardSchema>;

export const dashboardVersionSchema = z.object({
  number: z.number(),
  by: personSchema,
  createdAt: momentSchema,
  cards: z.number(),
});
export type DashboardVersion = z.infer<typeof dashboardVersionSchema>;

/** What someone had set, kept under a name for oneself, or without one behind a short link. */
export const viewSchema = z.object({
  id: idSchema,
  name: z.string().nullable(),
  state: z.custom<DashboardState>(),
  createdAt: momentSchema,
});
export type DashboardView = z.infer<typeof viewSchema>;

/** What a dashboard that is made of a dataset should show first of all. */
export const templates = ['overview', 'trends', 'ranking', 'spread', 'wall'] as const;
export type Template = (typeof templates)[number];

/** A document may hold two hundred cards of long SQL. */
export const maxDashboardBytes = 24 * 1024 * 1024;

export const dashboardRoutes = {
  'GET /dashboards': route({
    access: 'member',
    summary: 'List the dashboards, the last changed first',
    input: noInput,
    output: z.array(listedDashboardSchema),
  }),
  'POST /dashboards': route({
    access: 'editor',
    summary: 'Make a dashboard',
    input: z.strictObject({ dashboard: dashboardSchema }),
    output: savedDashboardSchema,
    bytes: maxDashboardBytes,
  }),
  'POST /dashboards/automatic': route({
    access: 'editor',
    summary: 'Make a dashboard of what a dataset holds',
    input: z.strictObject({ dataset: idSchema, template: z.enum(templates).default('overview') }),
    output: savedDashboardSchema,
  }),
  'GET /dashboards/:id': route({
    access: 'member',
    summary: 'Read a dashboard, and one’s own draft of its next version',
    input: z.strictObject({ id: idSchema }),
    output: savedDashboardSchema,
  }),
  'PUT /dashboards/:id': route({
    access: 'editor',
    summary: 'Publish the next version of a dashboard; refused if there is a newer one than the version it is based on',
    input: z.strictObject({ id: idSchema, base: z.int().min(0), dashboard: dashboardSchema }),
    output: savedDashboardSchema,
    bytes: maxDashboardBytes,
  }),
  'PATCH /dashboards/:id': route({
    access: 'editor',
    summary: 'Rename a dashboard, as a version of its own; one’s own draft goes on from there',
    input: z.strictObject({ id: idSchema, title: titleSchema }),
    output: savedDashboardSchema,
  }),
  'PUT /dashboards/:id/draft': route({
    access: 'editor',
    summary: 'Keep one’s own draft of the next version',
    input: z.strictObject({ id: idSchema, base: z.int().min(0), dashboard: dashboardSchema }),
    output: z.object({ savedAt: momentSchema }),
    bytes: maxDashboardBytes,
  }),
  'DELETE /dashboards/:id/draft': route({
    access: 'editor',
    summary: 'Throw one’s own draft away',
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
  'POST /dashboards/:id/copy': route({
    access: 'editor',
    summary: 'Make a second dashboard like this one',
    input: z.strictObject({ id: idSchema, title: textsSchema(200) }),
    output: savedDashboardSchema,
  }),
  'POST /dashboards/:id/seen': route({
    access: 'member',
    summary: 'Note that one has looked at a dashboard',
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
  'PUT /dashboards/:id/favourite': route({
    access: 'member',
    summary: 'Put a dashboard among one’s favourites, or take it out',
    input: z.strictObject({ id: idSchema, isFavourite: z.boolean() }),
    output: noOutput,
  }),
  'DELETE /dashboards/:id': route({
    access: 'editor',
    summary: 'Move a dashboard to the trash',
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
  'POST /dashboards/:id/restore': route({
    access: 'editor',
    summary: 'Take a dashboard out of the trash',
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
  'DELETE /dashboards/:id/trash': route({
    access: 'editor',
    summary: 'Delete a dashboard in the trash for good',
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
  'GET /dashboards/trash': route({
    access: 'member',
    summary: 'List the dashboards in the trash; after thirty days they are deleted',
    input: noInput,
    output: z.array(listedDashboardSchema.extend({ trashedAt: momentSchema })),
  }),
  'GET /dashboards/:id/versions': route({
    access: 'member',
    summary: 'List the versions of a dashboard, newest first',
    input: z.strictObject({ id: idSchema }),
    output: z.array(dashboardVersionSchema),
  }),
  'GET /dashboards/:id/versions/:number': route({
    access: 'member',
    summary: 'Read a version of a dashboard',
    input: z.strictObject({ id: idSchema, number: z.coerce.number().int().min(1) }),
    output: dashboardVersionSchema.extend({ dashboard: z.custom<Dashboard>() }),
  }),
  'GET /dashboards/:id/views': route({
    access: 'member',
    summary: 'List the views of a dashboard that one has kept under a name',
    input: z.strictObject({ id: idSchema }),
    output: z.array(viewSchema),
  }),
  'POST /dashboards/:id/views': route({
    access: 'member',
    summary: 'Keep what is set on a dashboard: under a name for oneself, or without one for a short link',
    input: z.strictObject({ id: idSchema, name: nameSchema.nullable(), state: dashboardStateSchema }),
    output: viewSchema,
  }),
  'GET /dashboards/:id/views/:view': route({
    access: 'member',
    summary: 'Read a view by its id, as a short link does',
    input: z.strictObject({ id: idSchema, view: idSchema }),
    output: viewSchema,
  }),
  'DELETE /dashboards/:id/views/:view': route({
    access: 'member',
    summary: 'Forget one of one’s own views',
    input: z.strictObject({ id: idSchema, view: idSchema }),
    output: noOutput,
  }),
};
