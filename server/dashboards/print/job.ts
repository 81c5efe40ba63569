import type { Dashboard, DashboardState } from '#contract/dashboard.ts';
import type { DashboardFormat } from '#contract/dashboard-exports.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Look } from '#display/frame.ts';
import type { Subject } from '#display/words/subject.ts';

/** What is written into a file: a dashboard as someone looks at it, and where its answers lie. */
export type Job = {
  format: DashboardFormat;
  dashboard: Dashboard;
  state: DashboardState;
  look: Look;
  /** What questions are about, by dataset; one that is gone is not here. */
  subjects: Record<string, Subject>;
  /** By `answerKey`: the file beside this one. */
  answers: Record<string, string>;
  /** By dataset: the newest row, of those that come with files. */
  newest: Record<string, string>;
  /** The tab that a picture shows; the first one if there is no such. */
  tab: string | null;
  madeAt: string;
  madeBy: string;
};

/** Where a job and its answers lie, and the file that is to be written. */
export type Place = { folder: string; file: string };

export const jobFile = 'job.json';
export const answerKey = (card: string, name: string): string => `${card} ${name}`;

/** What the process that writes tells. */
export type Report = { kind: 'drawn'; cards: number } | { kind: 'problem'; code: ErrorCode } | { kind: 'done' };
