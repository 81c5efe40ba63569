import { z } from 'zod';

import { chartSchema, numberStyleSchema } from '#contract/saved-charts/routes.ts';
import {
  type Card,
  cardsOf,
  type Control,
  type ControlValue,
  type Dashboard,
  type DashboardState,
  gridColumns,
  type PointValue,
  maxCards,
  maxTextLength,
  type GridPosition,
  type ControlTarget,
  type TimeRange,
} from '#domain/dashboard/dashboard.ts';
import { localizedTextSchema } from '#contract/datasets/routes.ts';
import {
  querySpecSchema,
  boundSchema,
  compareSchema,
  scalarSchema,
  spanSchema,
  drillStepSchema,
  numberSchema,
} from '#contract/queries/schemas.ts';
import { columnIdSchema, idSchema } from '#contract/route.ts';
import { textSchema } from '#contract/text.ts';

const gridPositionSchema: z.ZodType<GridPosition> = z
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

const columnTargetSchema = z.strictObject({ kind: z.literal('column'), dataset: idSchema, column: columnIdSchema });
const controlTargetSchema: z.ZodType<ControlTarget> = z.discriminatedUnion('kind', [
  columnTargetSchema,
  z.strictObject({ kind: z.literal('param'), card: idSchema, param: idSchema }),
]);

export const titleSchema = localizedTextSchema(200);
const card = { id: idSchema, title: titleSchema, place: gridPositionSchema };
const liveNumberSchema = z.strictObject({ name: idSchema, ask: querySpecSchema, style: numberStyleSchema.nullable() });

// Names the problem, so that people get a better message than "too big".
const cardTextSchema = z
  .string()
  .refine((text) => text.length <= maxTextLength, { params: { problem: 'text_too_long' }, abort: true })
  .pipe(textSchema(maxTextLength));

const cardSchema: z.ZodType<Card> = z.discriminatedUnion('kind', [
  z.strictObject({
    ...card,
    kind: z.literal('chart'),
    chart: chartSchema,
    time: z.enum(['dashboard', 'own']),
    path: z.array(drillStepSchema).max(10),
    link: idSchema.nullable(),
  }),
  z.strictObject({
    ...card,
    kind: z.literal('text'),
    text: z.strictObject({ en_US: cardTextSchema, zh_CN: cardTextSchema }),
    numbers: z.array(liveNumberSchema).max(50),
  }),
  z.strictObject({ ...card, kind: z.literal('divider'), isFolded: z.boolean() }),
]);

const controlValueSchema: z.ZodType<ControlValue> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('select'), values: z.array(scalarSchema).max(1000) }),
  z.strictObject({ kind: z.literal('range'), from: numberSchema.nullable(), to: numberSchema.nullable() }),
  z.strictObject({ kind: z.literal('text'), value: textSchema(1000) }),
]);

const controlSchema: z.ZodType<Control> = z.strictObject({
  id: idSchema,
  label: titleSchema,
  targets: z.array(controlTargetSchema).min(1).max(50),
  isMany: z.boolean(),
  value: controlValueSchema,
});

const timeRange = { span: spanSchema.nullable(), compare: compareSchema };
const timeRangeSchema: z.ZodType<TimeRange> = z.strictObject(timeRange);

const hasUniqueIds = (dashboard: Dashboard) => {
  const ids = [...dashboard.tabs, ...dashboard.controls, ...cardsOf(dashboard)].map(({ id }) => id);
  return new Set(ids).size === ids.length;
};

// A document of a newer version is reported as such, not as invalid.
const formatSchema = z
  .number()
  .refine((format) => format <= 1, { params: { problem: 'newer_program' }, abort: true })
  .pipe(z.literal(1));

export const dashboardSchema = z
  .strictObject({
    format: formatSchema,
    title: titleSchema,
    description: localizedTextSchema(2000),
    time: z.strictObject({ ...timeRange, targets: z.array(columnTargetSchema).max(50) }),
    controls: z.array(controlSchema).max(30),
    tabs: z
      .array(z.strictObject({ id: idSchema, title: titleSchema, cards: z.array(cardSchema) }))
      .min(1)
      .max(30),
    refresh: z.int().min(0).max(86_400),
  })
  .refine((dashboard) => cardsOf(dashboard).length <= maxCards, { params: { problem: 'too_many_cards' } })
  .refine(hasUniqueIds, 'two parts of a dashboard have the same id') satisfies z.ZodType<Dashboard>;

export const pointValueSchema: z.ZodType<PointValue> = z.union([
  scalarSchema,
  z.strictObject({ from: boundSchema, to: boundSchema }),
]);

export const dashboardStateSchema = z.strictObject({
  time: timeRangeSchema.nullable().default(null),
  values: z.record(idSchema, controlValueSchema).default({}),
  picks: z
    .array(z.strictObject({ card: idSchema, points: z.array(z.record(idSchema, pointValueSchema)).min(1).max(100) }))
    .max(50)
    .default([]),
  drills: z.record(idSchema, z.array(scalarSchema).max(10)).default({}),
}) satisfies z.ZodType<DashboardState>;
