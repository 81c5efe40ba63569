import type { Column } from '#contract/query.ts';
import type { Answer, Question } from '#engine/engine.ts';

/** What a process can be asked to do, with what it answers. */
export type Tasks = {
  ask: { input: Question; output: Answer };
  seal: { input: { file: string; columns: Column[]; rows: string }; output: { rows: number } };
  merge: { input: { file: string; columns: Column[]; segments: string[] }; output: { rows: number } };
};

export type TaskName = keyof Tasks;

/** What goes to a process, and what comes back from it. */
export type Order = { id: number; name: TaskName; input: unknown } | { cancel: number };
export type Report = { id: number; output: unknown } | { id: number; error: string };
