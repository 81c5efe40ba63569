import type { DatabaseKind } from '#domain/databases.ts';
import type { Column, ColumnType, Param, ResultColumn, Scalar } from '#domain/query/query.ts';
import type { LoadProgress } from './tables.ts';

/**
 * A condition on rows in SQL of the compiler, with its values as text, and the columns that it reads, by their ids from a
 * table `t`. See `engine/sql/row-condition.ts`.
 */
type RowCondition<C extends Column> = { sql: string; columns: C[] };

/**
 * Rows in files of this machine, as a table in SQL. With a schema its table name is `schema.name`. With `hasRowIds` it
 * also has the columns `#segment` and `#row`, which together identify a row permanently. Rows that do not
 * match `rowCondition` are invisible.
 */
export type FileSource = {
  at: 'files';
  schema?: string;
  name: string;
  columns: Column[];
  segments: string[];
  hasRowIds?: boolean;
  rowCondition?: RowCondition<Column> | undefined;
};

/**
 * A column of a table in a database: its name there, and, if it stores local times instead of instants, their time
 * zone.
 */
export type StoredColumn = Column & { storedName?: string; localZone?: string };

/** A table of a connected database, or the result of a query that a person wrote in its SQL. */
type ConnectionTable = { schema: string; table: string } | { sql: string };

/**
 * Rows of a connected database, read in place. They may change at any time; `asOf` is the time slot within which equal
 * queries have the same answer.
 */
export type ConnectionSource = ConnectionTable & {
  at: 'connection';
  connection: string;
  kind: DatabaseKind;
  /** The name of the dataset. */
  name: string;
  columns: StoredColumn[];
  asOf: string;
};

/** A column of a dataset in the warehouse, and the types with which its cells are stored: one, unless it was changed. */
export type WarehouseColumn = Column & { storedTypes: ColumnType[] };

/** Cells of a column that are stored with a type, which may be an earlier type of the column. */
export type StoredCells = Pick<Column, 'id' | 'type'>;

/** Numbers of segments, from the first to the last. */
export type SegmentRange = { from: number; to: number };

/** Rows in the warehouse: the segments with these numbers in the table of a dataset. */
export type WarehouseSource = {
  at: 'warehouse';
  schema?: string;
  name: string;
  columns: WarehouseColumn[];
  database: string;
  table: string;
  ranges: SegmentRange[];
  /** As in `FileSource`. */
  rowCondition?: RowCondition<WarehouseColumn> | undefined;
};

/** Where the rows of a dataset are. */
export type EngineSource = FileSource | WarehouseSource | ConnectionSource;

/**
 * A query in the engine's own SQL. It can read its sources and nothing else. `booleans` are the columns of its result
 * that are booleans, for databases that only have integers.
 */
export type EngineQuery<S = FileSource> = { sql: string; params: Scalar[]; booleans?: string[]; sources: S[] };

/** The result, column by column. */
export type EngineAnswer = { columns: { name: string; type: ColumnType }[]; values: unknown[][] };

/**
 * A query whose result contains every row and column that another query reads of its source, so that several queries
 * can share it as a temp table. Used only if it has at most `maxRows` rows; its SQL must be able to return one row
 * more.
 */
export type SharedRows = { sql: string; params: Scalar[]; maxRows: number };

/**
 * SQL and its author. SQL written by a person passes the gate again before it runs, runs in the person's time zone, and
 * its errors become a Problem with a position. Its parameters are bound by name. On a connection it is SQL of the
 * database, which has no gate and no parameters.
 */
export type Statement =
  | { by: 'compiler'; sql: string; params: Scalar[]; booleans?: string[] }
  | { by: 'person'; sql: string; params: Param[]; zone: string };

/**
 * A query of which at most `limit` rows are returned. Compiled SQL must be able to return one row more, which shows
 * that the result was cut off; a person's SQL is limited here.
 */
export type LimitedQuery<S = FileSource> = Statement & {
  sources: S[];
  limit: number;
  /** Queries that share these rows are faster: an engine may compute them once, in a temp table. */
  sharedRows?: SharedRows | undefined;
  /** The ids of the columns of which it reads the smallest and the largest cells, see `extremesTable`. */
  extremes?: string[] | undefined;
};

/**
 * The name of a table with the smallest and the largest cells of each segment of the first source, for queries that need
 * no others: segments store them, so no row is scanned. No dataset has this name.
 */
export const extremesTable = '#extremes';

/** A serialized result: each of `values` is the JSON text of the values of one column. */
export type SerializedAnswer = {
  columns: ResultColumn[];
  rows: number;
  isCutOff: boolean;
  values: string[];
  /** Time that the engine took. */
  milliseconds: number;
};

/** A table that SQL refers to, as written there; `at` is its character offset. */
export type Mention = { schema: string | null; name: string; at: number | null };

/** The tables and parameters that SQL refers to, once it passed the gate. */
export type GateResult = { tables: Mention[]; params: string[] };

/** `lines` is NDJSON, up to ten thousand rows a line, as `RowsLine` of kind `rows`. */
export type FileFormat = 'csv' | 'xlsx' | 'json' | 'parquet' | 'lines';

/**
 * A result to write into a file. Column names are replaced by `labels`; `bom` marks CSV as UTF-8 for Excel; XLSX has no
 * time zones and shows its times in `zone`.
 */
export type Export<S = FileSource> = {
  query: LimitedQuery<S>;
  format: FileFormat;
  file: string;
  labels: Record<string, string>;
  /** Replacement texts for the values of a column, by the column's name in the result. */
  valueTexts: Record<string, Record<string, string>>;
  options: { bom: boolean; zone: string };
};
export type ExportResult = { rows: number; bytes: number; isCutOff: boolean };

/** Timeout, cancellation and progress of one task. */
export type EngineRunOptions = { seconds: number; signal?: AbortSignal; onProgress?: (progress: LoadProgress) => void };

/** Executes queries on sources of one kind, files by default. Every engine passes the suite in engine.test.ts. */
export type Engine<S = FileSource> = {
  query: (query: EngineQuery<S>, options: EngineRunOptions) => Promise<EngineAnswer>;
  answer: (query: LimitedQuery<S>, options: EngineRunOptions) => Promise<SerializedAnswer>;
  /** Returns what the SQL refers to, or rejects it with a Problem. */
  gate: (sql: string, options: EngineRunOptions) => Promise<GateResult>;
  export: (order: Export<S>, options: EngineRunOptions) => Promise<ExportResult>;
  close: () => Promise<void>;
};

/** A query that the engine rejects or aborts, for a reason that can be shown to the person who ran it. */
export class Refusal extends Error {
  constructor(
    readonly reason: 'wrong' | 'cancelled' | 'timeout' | 'crashed',
    message: string = reason,
  ) {
    super(message);
    this.name = 'Refusal';
  }
}
