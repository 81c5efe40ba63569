import type { ErrorCode, ErrorParams } from '#contract/errors.ts';
import type { Column } from '#contract/query.ts';
import type { Answer, Question } from '#engine/engine.ts';
import type { InspectedTable, LoadColumn, Progress, Recipe, TableSource } from '#engine/tables.ts';

/** A segment that was written. */
export type Sealed = { rows: number; bytes: number };

/** What a process can be asked to do, with what it answers. */
export type Tasks = {
  ask: { input: Question; output: Answer };
  merge: { input: { file: string; columns: Column[]; segments: string[] }; output: Sealed };
  /** Reads a file that someone uploaded under a name, and what it needs of it into a directory. */
  inspect: {
    input: { file: string; name: string; zone: string; directory: string };
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
    output: Sealed & { rejected: number };
  };
  seal: { input: { file: string; columns: Column[]; rows: string }; output: Sealed };
};

export type TaskName = keyof Tasks;

/** What goes to a process, and what comes back from it. */
export type Order = { id: number; name: TaskName; input: unknown } | { cancel: number };
export type Report =
  | { id: number; progress: Progress }
  | { id: number; output: unknown }
  | { id: number; problem: { code: ErrorCode; params: ErrorParams } }
  | { id: number; error: string };
