import type { ColumnFormat } from '#domain/columns/column.ts';
import type { RejectReason } from '#domain/cells/cells.ts';
import type { EmptyRules } from '#domain/cells/empty-cells.ts';
import type { DetectedTable } from '#contract/imports/routes.ts';
import type { ColumnType } from '#domain/query/query.ts';

/** How the cells of a column are written, judging by the sample. */
export type ColumnStyle = {
  type: ColumnType;
  /** DuckDB itself parses the column as this type, apart from texts that mark an empty cell. */
  isPlain: boolean;
  /** Whether there are such texts. */
  hasMarkers: boolean;
  /** The single format of its times, in the notation of strptime. */
  timeFormat: string | null;
  /** Whether 01/02/2026 is in February; null if the sample does not decide it. */
  dayFirst: boolean | null;
  /** Whether 1,234 means 1.234. */
  decimalComma: boolean;
};

/**
 * A delimited UTF-8 text whose rows follow `skip` others. With `numbered`, each row begins with its line number in the
 * original file.
 */
export type TextSource = {
  kind: 'csv';
  file: string;
  delimiter: string;
  skip: number;
  numbered: boolean;
  width: number;
  /** The text field of each column of the table. */
  fields: number[];
  styles: ColumnStyle[];
  rows: number;
  /** Whether `rows` was counted; otherwise it is an estimate. */
  exact: boolean;
};

/** How the values of a Parquet column are read where a plain cast would be wrong. */
export type ParquetReading = 'plain' | 'wall_time' | 'utc_time' | 'unsigned' | 'float' | 'binary';

/** A Parquet file: for each column of the table its path, its type and how it is read. */
export type ParquetSource = {
  kind: 'parquet';
  file: string;
  paths: string[][];
  types: ColumnType[];
  readings: ParquetReading[];
  rows: number;
};

/** Rows from elsewhere: JSON arrays of texts, one row a line, in the order of the columns to load. */
type CellsSource = { kind: 'cells'; file: string };

/** Where the rows of a table in a file are, and how its cells are written. Opaque to all but the file reader. */
export type TableSource = TextSource | ParquetSource | CellsSource;

/** A table found in a file, with what is needed to load it. */
export type InspectedTable = DetectedTable & { source: TableSource };

/** A column to load: its index in the file, its target type, and which texts count as empty beside the usual ones. */
export type LoadColumn = { source: number; id: string; type: ColumnType; format: ColumnFormat; empty: EmptyRules };

/** A value that did not fit, and its replacement by a person; `null` leaves the cell empty. */
export type Recipe = { column: string; from: string; to: string | null };

/** A row that does not fit. `cells` is the whole row by column id, as text. */
export type RejectedRow = {
  line: number;
  column: string | null;
  value: string;
  reason: RejectReason;
  cells: Record<string, string | null>;
};

/** Progress of a load. */
export type LoadProgress = { rows: number; percent: number };
