import type { Column, ColumnType, Param, ResultColumn, Scalar } from '#contract/query.ts';
import type { Progress } from './tables.ts';

/**
 * A dataset as an engine sees it: the name it goes by in a question, its columns, and where its rows are.
 * With a schema it goes by `schema.name`. With places it also shows `#segment` and `#row`, which together never
 * change for a row.
 */
export type Source = { schema?: string; name: string; columns: Column[]; segments: string[]; hasPlaces?: boolean };

/** A question in the engine's own SQL. It can see its sources and nothing else. */
export type Question = { sql: string; params: Scalar[]; sources: Source[] };

/** The answer, column by column. */
export type Answer = { columns: { name: string; type: ColumnType }[]; values: unknown[][] };

/**
 * A question whose answer holds every row, and every column, that another question reads of its source, if it is no
 * longer than `most`: it must be able to give one row more.
 */
export type Within = { sql: string; params: Scalar[]; most: number };

/**
 * SQL and who wrote it. What a person wrote passes the gate again before it runs, runs in the person's zone, and what
 * is wrong with it is a Problem that says where. Values of persons go by their names.
 */
export type Statement =
  | { by: 'compiler'; sql: string; params: Scalar[] }
  | { by: 'person'; sql: string; params: Param[]; zone: string };

/**
 * A question of which `limit` rows are wanted at most. Compiled SQL must be able to give one row more, which tells
 * that there are more; what a person wrote is limited here.
 */
export type LimitedQuestion = Statement & {
  sources: Source[];
  limit: number;
  /** Several questions that stay within the same rows are answered sooner: an engine may find these rows once. */
  within?: Within | undefined;
};

/** An answer on its way to someone else: `json` is the text of the values, column by column. */
export type WrittenAnswer = {
  columns: ResultColumn[];
  rows: number;
  isCutOff: boolean;
  json: string;
  /** What the engine took. */
  milliseconds: number;
};

/** A table that SQL refers to, as it is written there; `at` counts the characters before it. */
export type Mention = { schema: string | null; name: string; at: number | null };

/** What SQL that passed the gate refers to. */
export type Gated = { tables: Mention[]; params: string[] };

/** `lines` are NDJSON, up to ten thousand rows a line, as `RowsLine` of kind `rows`. */
export type FileFormat = 'csv' | 'xlsx' | 'json' | 'parquet' | 'lines';

/**
 * An answer to be written into a file. Columns are called by their labels, if they have one; `bom` marks CSV as UTF-8
 * for Excel; in `zone` XLSX shows its times, which know no zones.
 */
export type Export = {
  question: LimitedQuestion;
  format: FileFormat;
  file: string;
  labels: Record<string, string>;
  /** What stands in the file for the values of a column, by its name in the answer. */
  valueTexts: Record<string, Record<string, string>>;
  options: { bom: boolean; zone: string };
};
export type Exported = { rows: number; bytes: number; isCutOff: boolean };

/** How long something may take, who may stop it sooner, and who hears how far it is. */
export type Patience = { seconds: number; signal?: AbortSignal; onProgress?: (progress: Progress) => void };

/** What answers questions. Every engine passes the suite in engine.test.ts. */
export type Engine = {
  ask: (question: Question, patience: Patience) => Promise<Answer>;
  answer: (question: LimitedQuestion, patience: Patience) => Promise<WrittenAnswer>;
  /** Says what SQL refers to, or refuses it with a Problem. */
  gate: (sql: string, patience: Patience) => Promise<Gated>;
  export: (order: Export, patience: Patience) => Promise<Exported>;
  close: () => Promise<void>;
};

/** A question that the engine refuses or gives up, for a reason that the person who asked can understand. */
export class Refusal extends Error {
  constructor(
    readonly reason: 'wrong' | 'cancelled' | 'timeout' | 'crashed',
    message: string = reason,
  ) {
    super(message);
    this.name = 'Refusal';
  }
}
