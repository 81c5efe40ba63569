import type { Dashboard, DashboardState } from '#domain/dashboard/dashboard.ts';
import type { DashboardFormat } from '#contract/dashboards/exports.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Look } from '#display/frame.ts';
import type { QuerySubject } from '#display/words/subject.ts';

/** A dashboard file to be written: the dashboard in its state, and the files of its answers. */
export type PrintJob = {
  format: DashboardFormat;
  dashboard: Dashboard;
  state: DashboardState;
  look: Look;
  /** Columns and metrics for the texts of queries, by dataset; deleted datasets are missing. */
  subjects: Record<string, QuerySubject>;
  /** Answer files in the folder of the job, by `answerKey`. */
  answers: Record<string, string>;
  /** The newest row by dataset, for ranges that end with the newest data. */
  newest: Record<string, string>;
  /** The tab of an image; the first one if it does not exist. */
  tab: string | null;
  madeAt: string;
  madeBy: string;
};

/** The folder of a job and its answers, and the file to write. */
export type PrintPaths = { folder: string; file: string };

export const jobFile = 'job.json';
export const answerKey = (card: string, name: string): string => `${card} ${name}`;

/** Progress of a writer: the number of cards so far, and cards that could not be drawn. */
export type PrintProgress = { onCard: (cards: number) => void; onFailedCard: (card: string, error: Error) => void };

export type PrintWriterOptions = PrintProgress & { file: string };

/** Messages of the writing process. */
export type PrintMessage =
  | { kind: 'drawn'; cards: number }
  | { kind: 'failed'; card: string; message: string; stack: string | undefined }
  | { kind: 'problem'; code: ErrorCode }
  | { kind: 'done' };
