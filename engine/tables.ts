import type { ColumnFormat, RejectReason } from '#contract/datasets.ts';
import type { FoundTable } from '#contract/imports.ts';
import type { ColumnType } from '#contract/query.ts';

/**
 * Where the rows of a table in a file are, and how its cells are written. Only the reader of files looks inside,
 * but `cells` is made by others: a file of JSON arrays of texts, a row a line, in the order of the columns.
 */
export type TableSource = { kind: 'csv' | 'json' | 'parquet' | 'cells'; file: string; [detail: string]: unknown };

/** A table of a file with what is needed to load it. */
export type InspectedTable = FoundTable & { source: TableSource };

/** A column to load: its place in the file and what it becomes. */
export type LoadColumn = { source: number; id: string; type: ColumnType; format: ColumnFormat };

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
