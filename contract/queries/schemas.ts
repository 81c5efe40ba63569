import { z } from 'zod';

import {
  type QuerySpec,
  type Compare,
  dateParts,
  type Dimension,
  type Filter,
  type Formula,
  type Grain,
  type Measure,
  type QueryOrder,
  type Param,
  measureParts,
  type Period,
  type Query,
  type Span,
  type TableBinding,
  type Top,
} from '#domain/query/query.ts';
import { columnIdSchema, idSchema, momentSchema } from '#contract/route.ts';
import { textSchema } from '#contract/text.ts';

export const numberSchema = z.number().min(-1e15).max(1e15);
const daySchema = z.iso.date();
const countSchema = z.int().min(1).max(10_000);

export const grainSchema: z.ZodType<Grain> = z.discriminatedUnion('unit', [
  z.strictObject({ unit: z.enum(['minute', 'hour', 'day', 'iso_week', 'month', 'quarter', 'year']) }),
  z.strictObject({ unit: z.literal('week'), start: z.enum(['monday', 'sunday']) }),
  z.strictObject({ unit: z.literal('fiscal_year'), start: z.int().min(1).max(12) }),
]);

const dimensionsOf = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.discriminatedUnion('kind', [
    z.strictObject({ ...shape, kind: z.literal('value') }),
    z.strictObject({ ...shape, kind: z.literal('time'), grain: grainSchema }),
    z.strictObject({ ...shape, kind: z.literal('date_part'), part: z.enum(dateParts) }),
    z.strictObject({ ...shape, kind: z.literal('width'), width: z.number().min(1e-9).max(1e15) }),
    z.strictObject({ ...shape, kind: z.literal('bins'), count: z.int().min(1).max(1000) }),
  ]);
const dimensionSchema = dimensionsOf({ id: idSchema, column: columnIdSchema }) satisfies z.ZodType<Dimension>;

/** A dimension without an id, for drill paths. */
export const drillStepSchema = dimensionsOf({ column: columnIdSchema });

const aggregates = [
  z.strictObject({ kind: z.literal('count') }),
  z.strictObject({ kind: z.enum(['distinct', 'sum', 'average', 'min', 'max', 'median']), column: columnIdSchema }),
  z.strictObject({ kind: z.literal('percentile'), column: columnIdSchema, fraction: z.number().min(0).max(1) }),
] as const;

/** A formula, as in a measure or a metric. */
export const formulaSchema: z.ZodType<Formula> = z
  .lazy(() =>
    z.discriminatedUnion('kind', [
      ...aggregates,
      z.strictObject({ kind: z.literal('number'), value: numberSchema }),
      z.strictObject({
        kind: z.enum(['add', 'subtract', 'multiply', 'divide']),
        left: formulaSchema,
        right: formulaSchema,
      }),
      z.strictObject({ kind: z.literal('metric'), metric: idSchema }),
    ]),
  )
  .meta({ id: 'Formula' });

const measureSchema: z.ZodType<Measure> = z.strictObject({
  id: idSchema,
  formula: formulaSchema,
  show: z.enum(['value', 'running', 'share']),
});

const anchor = { anchor: z.literal('newest').optional() };

export const spanSchema: z.ZodType<Span> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('last'), count: countSchema, grain: grainSchema, ...anchor }),
  z.strictObject({ kind: z.literal('this'), grain: grainSchema, until: z.enum(['now', 'end']) }),
  z.strictObject({ kind: z.literal('previous'), count: countSchema, grain: grainSchema, ...anchor }),
  z
    .strictObject({ kind: z.literal('range'), from: daySchema, to: daySchema })
    .refine(({ from, to }) => from <= to, 'reversed'),
]);

const source = { source: idSchema.optional() };
const columnFields = { column: columnIdSchema, ...source };
const valueSchema = z.union([textSchema(1000), numberSchema, z.boolean()]);
export const scalarSchema = valueSchema.nullable();
export const boundSchema = z.union([textSchema(1000), numberSchema]);

/** Filters may be nested; the request parser limits the depth of all JSON. */
export const filterSchema: z.ZodType<Filter> = z
  .lazy(() =>
    z.discriminatedUnion('op', [
      z.strictObject({ op: z.enum(['all', 'any']), filters: z.array(filterSchema).max(100), ...source }),
      z.strictObject({ op: z.literal('not'), filter: filterSchema, ...source }),
      z.strictObject({
        op: z.enum(['equals', 'not_equals', 'less', 'at_most', 'greater', 'at_least']),
        value: valueSchema,
        ...columnFields,
      }),
      z.strictObject({
        op: z.enum(['in', 'not_in']),
        values: z.array(scalarSchema).max(10_000),
        ...columnFields,
      }),
      z.strictObject({ op: z.enum(['between', 'not_between']), from: boundSchema, to: boundSchema, ...columnFields }),
      z.strictObject({
        op: z.enum(['contains', 'not_contains', 'starts', 'ends']),
        value: textSchema(1000),
        ...columnFields,
      }),
      z.strictObject({ op: z.enum(['empty', 'filled']), ...columnFields }),
      z.strictObject({ op: z.literal('during'), span: spanSchema, ...columnFields }),
      z.strictObject({
        op: z.literal('date_part'),
        part: z.enum(dateParts),
        numbers: z.array(z.int().min(0).max(23)).max(24),
        ...columnFields,
      }),
    ]),
  )
  .meta({ id: 'Filter' });

export const compareSchema: z.ZodType<Compare> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['none', 'previous', 'last_year']) }),
  z.strictObject({ kind: z.literal('custom'), span: spanSchema }),
]);

export const periodSchema: z.ZodType<Period> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('all') }),
  z.strictObject({ kind: z.literal('during'), column: columnIdSchema, span: spanSchema, compare: compareSchema }),
]);

const directionSchema = z.enum(['ascending', 'descending']);
const orderSchema: z.ZodType<QueryOrder> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('dimension'), id: idSchema, direction: directionSchema }),
  z.strictObject({ kind: z.literal('measure'), id: idSchema, part: z.enum(measureParts), direction: directionSchema }),
]);

const topSchema: z.ZodType<Top> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('every') }),
  z.strictObject({
    kind: z.literal('most'),
    dimension: idSchema,
    measure: idSchema,
    part: z.enum(measureParts).default('value'),
    direction: directionSchema.default('descending'),
    count: z.int().min(1).max(1000),
    others: z.enum(['left_out', 'rest']),
  }),
]);

// Zone names go into SQL verbatim; one that this machine does not support is refused.
function isZone(zone: string): boolean {
  try {
    return zones.has(zone) || (/^[A-Za-z][\w+/-]{1,63}$/.test(zone) && isSupportedZone(zone));
  } catch {
    // Intl throws for a zone it does not support.
    return false;
  }
}

// Cache of valid zones: every query names one, and checking it with Intl costs more than the rest of its validation.
const zones = new Set<string>();
const maxCachedZones = 1000;

function isSupportedZone(zone: string): boolean {
  const isKnown = Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  if (zones.size < maxCachedZones) zones.add(zone);
  return isKnown;
}

export const timeZoneSchema = z.string().max(64).refine(isZone, 'unknown zone');

const hasUniqueIds = ({ dimensions, measures }: Pick<Query, 'dimensions' | 'measures'>) => {
  const ids = [...dimensions, ...measures].map(({ id }) => id);
  return new Set(ids).size === ids.length;
};

const queryShape = {
  dataset: idSchema,
  dimensions: z.array(dimensionSchema).max(20).default([]),
  measures: z.array(measureSchema).min(1).max(50),
  filters: z.array(filterSchema).max(100).default([]),
  period: periodSchema.default({ kind: 'all' }),
  top: topSchema.default({ kind: 'every' }),
  order: z.array(orderSchema).max(20).default([]),
  limit: z.int().min(1).max(1_000_000).default(10_000),
  totals: z.array(z.array(idSchema).max(20)).max(16).default([]),
};

/** A query as it is received. Parts that are left out have defaults: every row, no comparison, no order. */
export const querySchema = z
  .strictObject({ ...queryShape, zone: timeZoneSchema, now: momentSchema })
  .refine(hasUniqueIds, 'two parts of a query have the same id') satisfies z.ZodType<Query>;

/** Max length of SQL in characters. */
export const maxSqlLength = 100_000;

// Names the problem, so that people get a better message than "too big".
export const sqlSchema = z
  .string()
  .refine((sql) => sql.trim().length <= maxSqlLength, { params: { problem: 'sql_too_long' }, abort: true })
  .pipe(z.string().trim().pipe(textSchema(maxSqlLength).min(1)));

const paramSchema = z.strictObject({
  name: z.string().regex(/^[a-z_]\w{0,62}$/i),
  type: z.enum(['text', 'integer', 'number', 'boolean', 'date', 'time']),
  value: scalarSchema,
}) satisfies z.ZodType<Param>;
export const paramsSchema = z.array(paramSchema).max(100);

/** Max datasets bound in one SQL query. */
export const maxBindings = 1000;

export const bindingsSchema = z
  .array(z.strictObject({ schema: textSchema(1000).nullable(), name: textSchema(1000), dataset: idSchema }))
  .max(maxBindings) satisfies z.ZodType<TableBinding[]>;

const areDistinct = (columns: string[]) => new Set(columns).size === columns.length;

/** A query as it is stored or sent: structured or SQL. */
export const querySpecSchema = z.discriminatedUnion('kind', [
  z
    .strictObject({ kind: z.literal('query'), ...queryShape })
    .refine(hasUniqueIds, 'two parts of a query have the same id'),
  z.strictObject({
    kind: z.literal('rows'),
    dataset: idSchema,
    columns: z.array(columnIdSchema).max(1000).refine(areDistinct, 'a column comes twice').default([]),
    filters: queryShape.filters,
    period: queryShape.period,
    order: z
      .array(z.strictObject({ column: columnIdSchema, direction: directionSchema }))
      .max(20)
      .default([]),
    limit: z.int().min(1).max(1_000_000).default(1000),
  }),
  z.strictObject({
    kind: z.literal('sql'),
    sql: sqlSchema,
    params: paramsSchema.default([]),
    limit: z.int().min(1).max(1_000_000).default(10_000),
    tables: bindingsSchema.optional(),
  }),
]) satisfies z.ZodType<QuerySpec>;
