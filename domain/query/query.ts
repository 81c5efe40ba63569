import type { DatabaseKind } from '#domain/databases.ts';
import type { Language } from '#domain/language.ts';

/** Column types. `time` is a timestamp, `json` any value that has no columns of its own. */
export const columnTypes = ['text', 'integer', 'number', 'boolean', 'date', 'time', 'json'] as const;
export type ColumnType = (typeof columnTypes)[number];

/** A column of a dataset. Its id is stable; its name may change. */
export type Column = { id: string; name: string; type: ColumnType };

/** A value of a filter or a parameter. */
export type Scalar = string | number | boolean | null;

/** A calendar day, 2026-01-31. */
export type IsoDay = string;

/**
 * Time grain. A step is identified by its first day in the zone of the query, or below a day by its first moment. A
 * fiscal year begins with the month `start`, 1 to 12.
 */
export type Grain =
  | { unit: 'minute' | 'hour' | 'day' | 'iso_week' | 'month' | 'quarter' | 'year' }
  | { unit: 'week'; start: 'monday' | 'sunday' }
  | { unit: 'fiscal_year'; start: number };

/**
 * Recurring date parts: hour of day (0 to 23), weekday (1, Monday, to 7, Sunday) or month of year (1 to 12), in the
 * zone of the query. Dates have no hours.
 */
export const dateParts = ['hour', 'weekday', 'month'] as const;
export type DatePart = (typeof dateParts)[number];

/** Group-by dimension. A bin is identified by its lower bound; `bins` makes about `count` bins with round bounds. */
export type Dimension = { id: string; column: string } & (
  | { kind: 'value' }
  | { kind: 'time'; grain: Grain }
  | { kind: 'date_part'; part: DatePart }
  | { kind: 'width'; width: number }
  | { kind: 'bins'; count: number }
);

/** An aggregate of a group of rows. `fraction` 0.95 is the 95th percentile. */
export type Aggregate =
  | { kind: 'count' }
  | { kind: 'distinct' | 'min' | 'max' | 'median'; column: string }
  | { kind: 'sum' | 'average'; column: string }
  | { kind: 'percentile'; column: string; fraction: number };

/** Arithmetic on aggregates; division by zero is null. `metric` refers to a named calculation of the dataset. */
export type Formula =
  | Aggregate
  | { kind: 'number'; value: number }
  | { kind: 'add' | 'subtract' | 'multiply' | 'divide'; left: Formula; right: Formula }
  | { kind: 'metric'; metric: string };

export type Metric = { id: string; formula: Formula };

/**
 * A measure of each group: the value, the running total along the first dimension that has steps (else the first one)
 * for each combination of the others, or the share of the sum over all groups.
 */
export type Measure = { id: string; formula: Formula; show: 'value' | 'running' | 'share' };

/**
 * The moment that a span counts back from instead of now: the newest row that is not in the future. Before planning it
 * is replaced by the first moment after that row.
 */
type Anchor = 'newest' | { end: string };

/** A time span. One that ends now includes the current, incomplete step. */
export type Span =
  | { kind: 'last'; count: number; grain: Grain; anchor?: Anchor | undefined }
  | { kind: 'this'; grain: Grain; until: 'now' | 'end' }
  | { kind: 'previous'; count: number; grain: Grain; anchor?: Anchor | undefined }
  | { kind: 'range'; from: IsoDay; to: IsoDay };

export type ComparisonOperator = 'equals' | 'not_equals' | 'less' | 'at_most' | 'greater' | 'at_least';
export type TextOperator = 'contains' | 'not_contains' | 'starts' | 'ends';

/**
 * A condition. Empty cells match only `empty`, and so match the negation of every other condition. Text matching
 * ignores case. A day compared with a timestamp means the whole day in the zone of the query.
 */
export type Condition =
  | { op: 'all' | 'any'; filters: Filter[] }
  | { op: 'not'; filter: Filter }
  | { op: ComparisonOperator; column: string; value: NonNullable<Scalar> }
  | { op: 'in' | 'not_in'; column: string; values: Scalar[] }
  | { op: 'between' | 'not_between'; column: string; from: string | number; to: string | number }
  | { op: TextOperator; column: string; value: string }
  | { op: 'empty' | 'filled'; column: string }
  | { op: 'during'; column: string; span: Span }
  | { op: 'date_part'; column: string; part: DatePart; numbers: number[] };

/** `source` is the card or control that made the filter; a card does not filter itself. */
export type Filter = Condition & { source?: string | undefined };

/** A second time window to compare with. */
export type Compare = { kind: 'none' } | { kind: 'previous' } | { kind: 'last_year' } | { kind: 'custom'; span: Span };

/** Comparisons that need no span of their own. */
export const simpleCompares: readonly Compare[] = [{ kind: 'none' }, { kind: 'previous' }, { kind: 'last_year' }];

export type Period = { kind: 'all' } | { kind: 'during'; column: string; span: Span; compare: Compare };

/** A period without its comparison. */
export const withoutCompare = (period: Period): Period =>
  period.kind === 'during' ? { ...period, compare: { kind: 'none' } } : period;

/** Parts of a compared measure. `percent` is a fraction of the base: 0.5 is 50% more. */
export const measureParts = ['value', 'base', 'difference', 'percent'] as const;
export type MeasurePart = (typeof measureParts)[number];

export type Direction = 'ascending' | 'descending';
export type QueryOrder =
  | { kind: 'dimension'; id: string; direction: Direction }
  | { kind: 'measure'; id: string; part: MeasurePart; direction: Direction };

/**
 * Top N (or bottom N) values of a dimension by a measure; the others are left out or merged into "the rest". With a
 * comparison it may rank by another part: the largest change.
 */
export type Top =
  | { kind: 'every' }
  | {
      kind: 'most';
      dimension: string;
      measure: string;
      part: MeasurePart;
      direction: Direction;
      count: number;
      others: 'left_out' | 'rest';
    };

/**
 * A query. Columns are given by id. `totals` also requests the same measures by fewer dimensions: each entry lists the
 * remaining dimensions, and an empty one is the grand total.
 */
export type Query = {
  dataset: string;
  dimensions: Dimension[];
  measures: Measure[];
  filters: Filter[];
  period: Period;
  top: Top;
  order: QueryOrder[];
  limit: number;
  totals: string[][];
  /** IANA name of the zone in which days begin. */
  zone: string;
  /** The time that "now" means. */
  now: string;
  /** For a total: the grains of the main query, so that both are compared with the same base. */
  alignedBy?: Grain[];
};

/**
 * Plain rows of a dataset. Without columns it returns all of them in the order of the dataset; the result names them by
 * id. The comparison of a period does not apply.
 */
export type RowsQuery = {
  dataset: string;
  columns: string[];
  filters: Filter[];
  period: Period;
  order: { column: string; direction: Direction }[];
  limit: number;
  zone: string;
  now: string;
};

/** Result column of a measure part. A dimension is named by its id. */
export const nameOfPart = (measure: string, part: MeasurePart) => (part === 'value' ? measure : `${measure}.${part}`);

/** Result column that flags the row of "the rest". */
export const nameOfRest = (dimension: string) => `${dimension}.rest`;

/** Grains of the period's own column in a query, or in the one that it is a total of. */
export function stepsOfPeriod({
  period,
  dimensions,
  alignedBy = [],
}: Pick<Query, 'period' | 'dimensions' | 'alignedBy'>): Grain[] {
  const steps = dimensions.flatMap((each) =>
    each.kind === 'time' && period.kind === 'during' && each.column === period.column ? [each.grain] : [],
  );
  return [...steps, ...alignedBy];
}

/** The query by fewer dimensions: all rows that pass the filters, including those that limit or top N leave out. */
export function totalOf(query: Query, left: string[]): Query {
  const { top } = query;
  const isTopped = top.kind === 'most' && left.includes(top.dimension);
  return {
    ...query,
    dimensions: query.dimensions.filter(({ id }) => left.includes(id)),
    top: isTopped ? top : { kind: 'every' },
    order: query.order.filter((order) => order.kind === 'dimension' && left.includes(order.id)),
    totals: [],
    alignedBy: stepsOfPeriod(query),
  };
}

/** The query without the filters of a card or control. */
export const withoutSource = (query: Query, source: string): Query => ({
  ...query,
  filters: query.filters.filter((filter) => filter.source !== source),
});

/** A value that SQL refers to as $name. */
export type Param = { name: string; type: Exclude<ColumnType, 'json'>; value: Scalar };

/** The dataset that a table name in saved SQL is bound to, even if another dataset gets that name later. */
export type TableBinding = { schema: string | null; name: string; dataset: string };

/**
 * A query as it is stored and sent: the field `ask` of charts and requests. Zone and time are added when it is
 * executed.
 */
export type QuerySpec =
  | ({ kind: 'query' } & Omit<Query, 'zone' | 'now' | 'alignedBy'>)
  | ({ kind: 'rows' } & Omit<RowsQuery, 'zone' | 'now'>)
  | {
      kind: 'sql';
      sql: string;
      params: Param[];
      limit: number;
      /** Set when saved; without it names are resolved with the rights of the caller. */
      tables?: TableBinding[] | undefined;
    };
export type SqlQuerySpec = Extract<QuerySpec, { kind: 'sql' }>;

/** A structured query. */
export type BuiltQuerySpec = Extract<QuerySpec, { kind: 'query' }>;

/** A query that counts all rows, as a starting point. */
export const emptyQuerySpec = (dataset: string): BuiltQuerySpec => ({
  kind: 'query',
  dataset,
  dimensions: [],
  measures: [{ id: 'm1', formula: { kind: 'count' }, show: 'value' }],
  filters: [],
  period: { kind: 'all' },
  top: { kind: 'every' },
  order: [],
  limit: 10_000,
  totals: [],
});
export type RowsQuerySpec = Extract<QuerySpec, { kind: 'rows' }>;
/** A query on one dataset. */
export type DatasetQuerySpec = BuiltQuerySpec | RowsQuerySpec;

/** A dataset that a result was computed from, as of that time. */
export type Origin = {
  id: string;
  name: string;
  application: string;
  version: number;
  /** Null if row rules limit which rows the reader may see. */
  rows: number | null;
  /** When rows were last added, regardless of the times in the rows. */
  lastDataAt: string | null;
  /**
   * Its newest row by its main time column, not in the future: a date or a moment. Null if there is none, or if it is not
   * known yet.
   */
  newest: string | null;
  /** The moment by which newer data was expected, while it is late. */
  lateSince: string | null;
  /** Whether programs push its rows; else they are imported from files. */
  isPushed: boolean;
  /** The database that it is read from in place, and since when its rows may have changed. */
  connection: { kind: DatabaseKind; asOf: string } | null;
};

/** By column: the first moment after its newest row. */
export type NewestRows = Record<string, string>;

/** How a result was computed. */
export type Proof = {
  sql: string;
  params: Scalar[];
  datasets: Origin[];
  applied: Filter[];
  /** Filters that do not apply to this query. */
  ignored: Filter[];
  /** Null if row rules limit which rows the reader may see. */
  rowsRead: number | null;
  rowsReturned: number;
  /** Whether there are more rows than the limit. */
  isCutOff: boolean;
  /** Execution time, and time in the queue before it. */
  milliseconds: number;
  waited: number;
  answeredAt: string;
  fromCache: boolean;
  /** Newest rows of the columns with anchored spans. */
  newest: NewestRows;
};

export type ResultColumn = { name: string; type: ColumnType };

/** The measures by fewer dimensions: columns of `dimensions`, then of the measures, as in the result itself. */
type ResultTotal = { dimensions: string[]; columns: ResultColumn[]; values: unknown[][] };

/** Labels of values in each language, by the text of the value. An empty label shows the value itself. */
export type ValueLabels = Record<string, Record<Language, string>>;

/** Labels of the values of a column in a result: its name there, and its id. No two values have the same text. */
export type ColumnLabels = { name: string; column: string; values: ValueLabels };

/** A query result by column. Integers beyond the safe range are text. `labels` are those of its own values only. */
export type Result = {
  columns: ResultColumn[];
  values: unknown[][];
  totals: ResultTotal[];
  proof: Proof;
  labels?: ColumnLabels[] | undefined;
};

/**
 * Max bytes of JSON in a response: 10,000 rows of 1,600 bytes. The web server buffers a response until it is sent, so
 * this bounds its memory.
 */
export const maxAnswerBytes = 16 * 1024 * 1024;

/** Max bytes of rows that can be browsed in a table; they are on disk and are streamed. */
export const maxTableBytes = 512 * 1024 * 1024;
