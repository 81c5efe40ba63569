import type { ErrorCode, ErrorParams } from '#contract/errors.ts';
import type { Column, ColumnType } from '#domain/query/query.ts';
import type { ByteRange } from '#domain/byte-range.ts';
import type { DetectedTable } from '#contract/imports/routes.ts';
import type { ReadingOptions } from '#contract/datasets/reading.ts';
import type {
  EngineAnswer,
  Export,
  ExportResult,
  GateResult,
  LimitedQuery,
  EngineQuery,
  SerializedAnswer,
  StoredCells,
} from '#engine/engine.ts';
import type { PushDelivery } from '#engine/events/frames.ts';
import type { InspectedTable, LoadColumn, LoadProgress, Recipe, RejectedRow, TableSource } from '#engine/tables.ts';

/** A segment that was written. */
export type WrittenSegment = { rows: number; bytes: number };

/** Which part of a log to seal; datasets that are not listed are created. */
export type SealInput = {
  log: string;
  from: number;
  to: number;
  atMost: number;
  /** Stops before a push that would exceed this number of datasets. */
  maxDatasets: number;
  datasets: { name: string; columns: Column[] }[];
  /** The folder of the segments, and the prefix of their names. */
  folder: string;
  prefix: string;
};

/** The result of sealing, and how far it got. */
export type SealOutput = {
  position: number;
  /** Damaged bytes that could not be read. */
  damaged: number;
  datasets: SealedDataset[];
  deliveries: (PushDelivery & { receivedAt: number })[];
};

export type SealedDataset = {
  name: string;
  keyNames: string[];
  added: Column[];
  widened: { id: string; type: ColumnType }[];
  /** Null if all of its rows were rejected. */
  segment: (WrittenSegment & { file: string }) | null;
  rejects: RejectedRow[];
};

/** The tables of the sample data. */
export type SampleTable = 'orders' | 'visits' | 'products' | 'customers';

/** The tasks of a process with their input and output. */
export type Tasks = {
  query: { input: EngineQuery; output: EngineAnswer };
  answer: { input: LimitedQuery; output: SerializedAnswer };
  gate: { input: { sql: string }; output: GateResult };
  export: { input: Export; output: ExportResult };
  merge: { input: { file: string; columns: Column[]; segments: string[] }; output: WrittenSegment };
  /** Inspects an uploaded file; temporary files go into `directory`. */
  inspect: {
    input: { file: string; name: string; zone: string; directory: string; options: ReadingOptions };
    output: InspectedTable[];
  };
  /** Inspects the first rows of a file of which only some ranges are available, or returns the ranges that it needs. */
  preview: {
    input: { file: string; name: string; zone: string; directory: string; bytes: number; ranges: ByteRange[] };
    output: { tables: DetectedTable[] } | { ranges: ByteRange[] };
  };
  /** Loads a table of a file into a segment, and writes rejected rows, one JSON object a line, into a file. */
  load: {
    input: {
      source: TableSource;
      zone: string;
      columns: LoadColumn[];
      recipe: Recipe[];
      segment: string;
      rejects: string;
    };
    output: WrittenSegment & { rejected: number; corrected: number };
  };
  /** Writes the pushes since a log position into segments, one per dataset. */
  seal: { input: SealInput; output: SealOutput };
  /** Writes a file of JSON objects keyed by column id, one a line, into a segment. */
  write: { input: { file: string; columns: Column[]; rows: string }; output: WrittenSegment };
  /** Writes the rows of a segment into a Parquet file. */
  parquet: { input: { segment: string; file: string }; output: StoredCells[] };
  /** Writes the rows of a Parquet file, whose columns are named by their ids, into a segment. */
  segment: { input: { parquet: string; columns: StoredCells[]; file: string }; output: WrittenSegment };
  /** A checksum of the rows of a segment or a Parquet file, whatever their order. */
  checksum: {
    input: ({ segment: string } | { parquet: string }) & { columns: StoredCells[] };
    output: { rows: number; checksum: string };
  };
  /** Generates a table of the sample data as of an instant. */
  sample: { input: { table: SampleTable; file: string; columns: Column[]; now: string }; output: WrittenSegment };
};

export type TaskName = keyof Tasks;

/** Messages to a process, and its reports. */
export type TaskMessage = { id: number; name: TaskName; input: unknown } | { cancel: number };
export type TaskReport =
  /** The process is ready for tasks. */
  | { up: true }
  /** The process has taken the task: if it dies from now on, the task may be the cause. */
  | { id: number; taken: true }
  | { id: number; progress: LoadProgress }
  | { id: number; output: unknown }
  /** With `exits` the process takes no more tasks. */
  | { id: number; problem: { code: ErrorCode; params: ErrorParams }; exits?: true }
  | { id: number; error: string };
