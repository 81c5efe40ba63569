import type { ColumnFormat, RejectReason } from '#contract/datasets.ts';
import type { EmptyRules } from '#contract/empty-cells.ts';
import type { FoundTable } from '#contract/imports.ts';
import type { ColumnType } from '#contract/query.ts';

/** How the cells of a column are written, as far as the sample shows. */
export type ColumnStyle = {
  type: ColumnType;
  /** Written as DuckDB itself reads the type, apart from texts that stand for an empty cell. */
  isPlain: boolean;
  /** Whether there are such texts. */
  hasMarkers: boolean;
  /** The one way in which its times are written, for strptime. */
  timeFormat: string | null;
  /** Whether 01/02/2026 is in February; null if nothing says so. */
  dayFirst: boolean | null;
  /** Whether 1,234 is a little over one. */
  decimalComma: boolean;
};

/** A delimited text in UTF-8 whose rows follow `skip` others. `numbered` ones begin with the row's line in the file. */
export type TextSource = {
  kind: 'csv';
  file: string;
  delimiter: string;
  skip: number;
  numbered: boolean;
  width: number;
  /** Which field of the text each column of the table is. */
  fields: number[];
  styles: ColumnStyle[];
  rows: number;
  /** Whether `rows` was counted; otherwise it is an estimate. */
  exact: boolean;
};

/** How the values of a Parquet column are to be read, where a plain cast would be wrong. */
export type ParquetReading = 'plain' | 'wall_time' | 'utc_time' | 'unsigned' | 'float' | 'binary';

/** A Parquet file: the names that lead to each column of the table, what each becomes and how it is read. */
export type ParquetSource = {
  kind: 'parquet';
  file: string;
  paths: string[][];
  types: ColumnType[];
  readings: ParquetReading[];
  rows: number;
};

/** Rows that others made: JSON arrays of texts, a row a line, in the order of the columns to load. */
export type CellsSource = { kind: 'cells'; file: string };

/** Where the rows of a table in a file are, and how its cells are written. Only the reader of files looks inside. */
export type TableSource = TextSource | ParquetSource | CellsSource;

/** A table of a file with what is needed to load it. */
export type InspectedTable = FoundTable & { source: TableSource };

/** A column to load: its place in the file, what it becomes, and which texts are empty in it beside the usual ones. */
export type LoadColumn = { source: number; id: string; type: ColumnType; format: ColumnFormat; empty: EmptyRules };

/** A value that did not fit, and what a person put in its place; `null` leaves the cell empty. */
export type Recipe = { column: string; from: string; to: string | null };

/** A row that does not fit. `cells` is the whole row by column id, as text. */
export type RejectedRow = {
  line: number;
  column: string | null;
  value: string;
  reason: RejectReason;
  cells: Record<string, string | null>;
};

/** How far a load is. */
export type Progress = { rows: number; percent: number };
