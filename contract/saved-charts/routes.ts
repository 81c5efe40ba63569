import { z } from 'zod';

import { rights } from '#contract/access/routes.ts';
import {
  type CellFormat,
  type Chart,
  type ChartOptions,
  numberFormats,
  type NumberStyle,
  cellRuleOps,
} from '#domain/query/chart.ts';
import { chartKinds } from '#domain/query/chart-kinds.ts';
import { querySpecSchema, numberSchema } from '#contract/queries/schemas.ts';
import { idSchema, momentSchema, noInput, noOutput, route } from '#contract/route.ts';
import { nameSchema, textSchema } from '#contract/text.ts';

export const numberStyleSchema = z.strictObject({
  format: z.enum(numberFormats),
  decimals: z.int().min(0).max(10).nullable(),
  unit: textSchema(20),
}) satisfies z.ZodType<NumberStyle>;

const columnSchema = textSchema(200);
const cellFormatSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['scale', 'bar']), column: columnSchema }),
  z.strictObject({
    kind: z.literal('rule'),
    column: columnSchema,
    op: z.enum(cellRuleOps),
    value: numberSchema,
    tone: z.enum(['good', 'bad', 'warn']),
  }),
]) satisfies z.ZodType<CellFormat>;

// JSON has no undefined: a key that is present has a value.
const optionsSchema = z
  .strictObject({
    stack: z.enum(['none', 'stacked', 'percent']),
    labels: z.enum(['auto', 'on', 'off']),
    legend: z.enum(['auto', 'off']),
    scale: z.enum(['linear', 'log']),
    fromZero: z.boolean(),
    smooth: z.boolean(),
    second: z.array(columnSchema).max(50),
    target: numberSchema.nullable(),
    rows: z.int().min(0).max(20),
    subtotals: z.boolean(),
    numbers: z.record(columnSchema, numberStyleSchema),
    cells: z.array(cellFormatSchema).max(50),
  })
  .partial() as unknown as z.ZodType<Partial<ChartOptions>, Partial<ChartOptions>>;

export const drawingSchema = z.strictObject({ kind: z.enum(chartKinds), options: optionsSchema });
export const chartSchema = z.strictObject({ ask: querySpecSchema, drawing: drawingSchema }) satisfies z.ZodType<Chart>;

/** A saved chart. */
const savedChartSchema = z.object({
  id: idSchema,
  name: z.string(),
  chart: z.custom<Chart>(),
  /** The dataset of a structured query; null for SQL. */
  dataset: idSchema.nullable(),
  by: z.object({ id: idSchema, name: z.string() }).nullable(),
  /** The reader's right to it. */
  right: z.enum(rights),
  createdAt: momentSchema,
  updatedAt: momentSchema,
});
export type SavedChart = z.infer<typeof savedChartSchema>;

const chartInput = { name: nameSchema, chart: chartSchema };

export const chartRoutes = {
  'GET /charts': route({
    access: 'member',
    summary: { en_US: 'List saved charts, newest first', zh_CN: '列出已保存的图表，最新的在前' },
    input: noInput,
    output: z.array(savedChartSchema),
  }),
  'POST /charts': route({
    access: 'editor',
    audit: { area: 'dashboards', action: 'create_chart', en_US: 'Save a chart', zh_CN: '保存图表' },
    stale: ['charts'],
    summary: { en_US: 'Save a chart', zh_CN: '保存图表' },
    errors: ['sql_too_long'],
    input: z.strictObject(chartInput),
    output: savedChartSchema,
  }),
  'GET /charts/:id': route({
    access: 'member',
    needs: 'view chart',
    summary: { en_US: 'Get a chart', zh_CN: '读取图表' },
    input: z.strictObject({ id: idSchema }),
    output: savedChartSchema,
  }),
  'PATCH /charts/:id': route({
    access: 'editor',
    audit: { area: 'dashboards', action: 'change_chart', en_US: 'Change a chart', zh_CN: '修改图表' },
    needs: 'edit chart',
    stale: ['charts'],
    summary: {
      en_US: 'Rename a chart, or replace its query or chart type',
      zh_CN: '重命名图表，或更换其查询或画法',
    },
    errors: ['sql_too_long'],
    input: z.strictObject({ id: idSchema, name: nameSchema.optional(), chart: chartSchema.optional() }),
    output: savedChartSchema,
  }),
  'DELETE /charts/:id': route({
    access: 'editor',
    audit: { area: 'dashboards', action: 'delete_chart', en_US: 'Delete a chart', zh_CN: '删除图表' },
    needs: 'edit chart',
    stale: ['charts'],
    summary: { en_US: 'Delete a chart', zh_CN: '删除图表' },
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
};
