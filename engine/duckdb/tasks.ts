import type { ErrorCode, ErrorParams } from '#contract/errors.ts';
import type { Column, ColumnType } from '#contract/query.ts';
import type { ReadingOptions } from '#contract/reading-schemas.ts';
import type { Answer, Export, Exported, Gated, LimitedQuestion, Question, WrittenAnswer } from '#engine/engine.ts';
import type { Delivery } from '#engine/events/frames.ts';
import type { InspectedTable, LoadColumn, Progress, Recipe, RejectedRow, TableSource } from '#engine/tables.ts';

/** A segment that was written. */
export type Sealed = { rows: number; bytes: number };

/** Which part of a log to seal: datasets that are not among those known come into being. */
export type SealInput = {
  log: string;
  from: number;
  to: number;
  atMost: number;
  /** No push is taken that would make it more datasets. */
  maxDatasets: number;
  datasets: { name: string; columns: Column[] }[];
  /** Where the segments go, and how their names begin. */
  folder: string;
  prefix: string;
};

/** What a part of a log became, and how far it went. */
export type SealOutput = {
  position: number;
  /** Bytes that were damaged and could not be read. */
  damaged: number;
  datasets: SealedDataset[];
  deliveries: (Delivery & { receivedAt: number })[];
};

export type SealedDataset = {
  name: string;
  keyNames: string[];
  added: Column[];
  widened: { id: string; type: ColumnType }[];
  /** Null if no row of it fitted. */
  segment: (Sealed & { file: string }) | null;
  rejects: RejectedRow[];
};

/** The tables of the sample. */
export type SampleTable = 'orders' | 'visits' | 'products';

/** What a process can be asked to do, with what it answers. */
export type Tasks = {
  ask: { input: Question; output: Answer };
  answer: { input: LimitedQuestion; output: WrittenAnswer };
  gate: { input: { sql: string }; output: Gated };
  export: { input: Export; output: Exported };
  merge: { input: { file: string; columns: Column[]; segments: string[] }; output: Sealed };
  /** Reads a file that someone uploaded under a name, and what it needs of it into a directory. */
  inspect: {
    input: { file: string; name: string; zone: string; directory: string; options: ReadingOptions };
    output: InspectedTable[];
  };
  /** Writes a table of a file into a segment, and the rows that do not fit, one JSON object a line, into a file. */
  load: {
    input: {
      source: TableSource;
      zone: string;
      columns: LoadColumn[];
      recipe: Recipe[];
      segment: string;
      rejects: string;
    };
    output: Sealed & { rejected: number; corrected: number };
  };
  /** Writes what was pushed since a position of a log into segments, one a dataset. */
  seal: { input: SealInput; output: SealOutput };
  /** Writes a file of JSON objects keyed by column id, one a line, into a segment. */
  write: { input: { file: string; columns: Column[]; rows: string }; output: Sealed };
  /** Makes up a table of the sample as of a moment. */
  sample: { input: { table: SampleTable; file: string; columns: Column[]; now: string }; output: Sealed };
};

export type TaskName = keyof Tasks;

/** What goes to a process, and what comes back from it. */
export type Order = { id: number; name: TaskName; input: unknown } | { cancel: number };
export type Report =
  /** It can take orders. */
  | { up: true }
  /** It has the order: if it dies from now on, the order may be why. */
  | { id: number; taken: true }
  | { id: number; progress: Progress }
  | { id: number; output: unknown }
  /** One that leaves takes no more orders. */
  | { id: number; problem: { code: ErrorCode; params: ErrorParams }; leaves?: true }
  | { id: number; error: string };
