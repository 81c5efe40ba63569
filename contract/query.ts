/** What a column holds. `time` is a moment, `json` whatever has no columns of its own. */
export const columnTypes = ['text', 'integer', 'number', 'boolean', 'date', 'time', 'json'] as const;
export type ColumnType = (typeof columnTypes)[number];

/** One column of a dataset. Its id never changes; its name is today's. */
export type Column = { id: string; name: string; type: ColumnType };

/** A value that a filter or a parameter can have. */
export type Scalar = string | number | boolean | null;

/** A day of the calendar, 2026-01-31. */
export type Day = string;

/**
 * A step of the calendar. From days on a step is the day on which it begins, in the zone of the query; below that
 * it is the moment at which it begins. A fiscal year begins with the month `start`, 1 to 12.
 */
export type Grain =
  | { unit: 'minute' | 'hour' | 'day' | 'iso_week' | 'month' | 'quarter' | 'year' }
  | { unit: 'week'; start: 'monday' | 'sunday' }
  | { unit: 'fiscal_year'; start: number };

/**
 * What recurs in a calendar: the hour of day (0 to 23), the day of week (1, Monday, to 7, Sunday) or the month of year
 * (1 to 12), in the zone of the query. Dates have no hours.
 */
export const dateParts = ['hour', 'weekday', 'month'] as const;
export type DatePart = (typeof dateParts)[number];

/** What the rows are grouped by. A bin goes by its lower bound; of `bins` there are about so many, with round bounds. */
export type Dimension = { id: string; column: string } & (
  | { kind: 'value' }
  | { kind: 'time'; grain: Grain }
  | { kind: 'date_part'; part: DatePart }
  | { kind: 'width'; width: number }
  | { kind: 'bins'; count: number }
);

/** One number of a group of rows. `fraction` 0.95 is the 95th percentile. */
export type Aggregate =
  | { kind: 'count' }
  | { kind: 'distinct' | 'min' | 'max' | 'median'; column: string }
  | { kind: 'sum' | 'average'; column: string }
  | { kind: 'percentile'; column: string; fraction: number };

/** A calculation with such numbers; dividing by zero gives null. `metric` is one that the dataset's owner has named. */
export type Formula =
  | Aggregate
  | { kind: 'number'; value: number }
  | { kind: 'add' | 'subtract' | 'multiply' | 'divide'; left: Formula; right: Formula }
  | { kind: 'metric'; metric: string };

export type Metric = { id: string; formula: Formula };

/**
 * What is shown of each group: the value, the running total along the first dimension that has steps (else the
 * first one) for each combination of the others, or the share of the sum over all groups.
 */
export type Measure = { id: string; formula: Formula; show: 'value' | 'running' | 'share' };

/**
 * Where a span counts back from instead of now: the newest row that is not in the future. Before a question is planned
 * it becomes the first moment after that row.
 */
export type Anchor = 'newest' | { end: string };

/** A stretch of time. What ends now includes the step that is not over yet. */
export type Span =
  | { kind: 'last'; count: number; grain: Grain; anchor?: Anchor | undefined }
  | { kind: 'this'; grain: Grain; until: 'now' | 'end' }
  | { kind: 'previous'; count: number; grain: Grain; anchor?: Anchor | undefined }
  | { kind: 'range'; from: Day; to: Day };

export type Comparison = 'equals' | 'not_equals' | 'less' | 'at_most' | 'greater' | 'at_least';
export type Matching = 'contains' | 'not_contains' | 'starts' | 'ends';

/**
 * A condition. An empty cell meets none but `empty`, so that it does meet their opposites. Texts are matched
 * without regard to case. For a moment a day may be given: the whole day in the query's zone.
 */
export type Condition =
  | { op: 'all' | 'any'; filters: Filter[] }
  | { op: 'not'; filter: Filter }
  | { op: Comparison; column: string; value: NonNullable<Scalar> }
  | { op: 'in' | 'not_in'; column: string; values: Scalar[] }
  | { op: 'between' | 'not_between'; column: string; from: string | number; to: string | number }
  | { op: Matching; column: string; value: string }
  | { op: 'empty' | 'filled'; column: string }
  | { op: 'during'; column: string; span: Span }
  | { op: 'date_part'; column: string; part: DatePart; numbers: number[] };

/** `source` is the card or control that made it; a card does not filter itself. */
export type Filter = Condition & { source?: string | undefined };

/** A second stretch of time beside the first. */
export type Compare = { kind: 'none' } | { kind: 'previous' } | { kind: 'last_year' } | { kind: 'custom'; span: Span };

export type Period = { kind: 'all' } | { kind: 'during'; column: string; span: Span; compare: Compare };

/** What a comparison tells of a measure. The percentage is a fraction of the base: 0.5 is half more. */
export const parts = ['value', 'base', 'difference', 'percent'] as const;
export type Part = (typeof parts)[number];

export type Direction = 'ascending' | 'descending';
export type Order =
  | { kind: 'dimension'; id: string; direction: Direction }
  | { kind: 'measure'; id: string; part: Part; direction: Direction };

/**
 * Only the values of a dimension with the most of a measure, or the least; the others are left out or become one,
 * "the rest". With a comparison it may go by another part: what rose or fell most.
 */
export type Top =
  | { kind: 'every' }
  | {
      kind: 'most';
      dimension: string;
      measure: string;
      part: Part;
      direction: Direction;
      count: number;
      others: 'left_out' | 'rest';
    };

/**
 * A question. Columns go by their ids. `totals` asks, beside the groups, for the same measures by fewer dimensions:
 * each entry lists the dimensions that are left, and an empty one asks for the whole.
 */
export type Query = {
  dataset: string;
  dimensions: Dimension[];
  measures: Measure[];
  filters: Filter[];
  period: Period;
  top: Top;
  order: Order[];
  limit: number;
  totals: string[][];
  /** The IANA name of the zone in which days begin. */
  zone: string;
  /** The moment that "now" is. */
  now: string;
  /** Of a total: the steps of the question, so that both are compared with the same time. */
  alignedBy?: Grain[];
};

/**
 * Plain rows of a dataset. Without columns all of them are meant, in the order of the dataset; in the answer they go
 * by their ids. What a period is compared with has no rows of its own here.
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

/** The name that a part of a measure has in the answer. A dimension goes by its id. */
export const nameOfPart = (measure: string, part: Part) => (part === 'value' ? measure : `${measure}.${part}`);

/** The name of the column that says whether a row is the rest. */
export const nameOfRest = (dimension: string) => `${dimension}.rest`;

/** The steps of the period's own column that a question, or the one it is the total of, is asked by. */
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

/** The question by fewer dimensions: every row that passes the filters, also those that a limit or a top left out. */
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

/** The question without what the card or control itself filters. */
export const withoutSource = (query: Query, source: string): Query => ({
  ...query,
  filters: query.filters.filter((filter) => filter.source !== source),
});

/** A value that SQL refers to as $name. */
export type Param = { name: string; type: Exclude<ColumnType, 'json'>; value: Scalar };

/** A dataset that a name in SQL stands for since the SQL was saved, whatever is called so later. */
export type TableBinding = { schema: string | null; name: string; dataset: string };

/** What people ask, as it is kept: whoever asks it adds the zone and the moment. */
export type Ask =
  | ({ kind: 'query' } & Omit<Query, 'zone' | 'now' | 'alignedBy'>)
  | ({ kind: 'rows' } & Omit<RowsQuery, 'zone' | 'now'>)
  | {
      kind: 'sql';
      sql: string;
      params: Param[];
      limit: number;
      /** Set when it is saved; without it names are resolved for whoever asks. */
      tables?: TableBinding[] | undefined;
    };
export type SqlAsk = Extract<Ask, { kind: 'sql' }>;

/** A question by its parts. */
export type QueryAsk = Extract<Ask, { kind: 'query' }>;

/** A question that counts all rows, for others to begin with. */
export const emptyAsk = (dataset: string): QueryAsk => ({
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
export type RowsAsk = Extract<Ask, { kind: 'rows' }>;
/** A question about one dataset. */
export type DatasetAsk = QueryAsk | RowsAsk;

/** A dataset that an answer came from, as it was then. */
export type Origin = {
  id: string;
  name: string;
  application: string;
  version: number;
  rows: number;
  /** When rows were last added, whatever time the rows themselves are about. */
  lastDataAt: string | null;
  /** Whether programs push its rows; else they come with files. */
  isPushed: boolean;
};

/** By column: the first moment after its newest row. */
export type NewestRows = Record<string, string>;

/** How an answer came about. */
export type Proof = {
  sql: string;
  params: Scalar[];
  datasets: Origin[];
  applied: Filter[];
  /** Filters that this question did not take part in. */
  ignored: Filter[];
  rowsRead: number;
  rowsReturned: number;
  /** Whether there are more rows than the limit. */
  isCutOff: boolean;
  /** What the engine took, and what the question waited for it before. */
  milliseconds: number;
  waited: number;
  answeredAt: string;
  fromCache: boolean;
  /** Of the columns whose spans end at the newest row. */
  newest: NewestRows;
};

export type ResultColumn = { name: string; type: ColumnType };

/** The measures by fewer dimensions; the columns of `dimensions`, then of the measures, as in the result itself. */
export type Total = { dimensions: string[]; columns: ResultColumn[]; values: unknown[][] };

/** An answer, column by column. Integers beyond what a number holds are text. */
export type Result = { columns: ResultColumn[]; values: unknown[][]; totals: Total[]; proof: Proof };

/**
 * At most so many bytes of JSON come with an answer: 10,000 rows of 1,600 bytes. The web server holds an answer until
 * it is sent, so that this bounds its memory.
 */
export const maxAnswerBytes = 16 * 1024 * 1024;

/** At most so many bytes of rows can be looked through in a table; they are on disk and pass through a little at a time. */
export const maxTableBytes = 512 * 1024 * 1024;
