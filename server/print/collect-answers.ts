import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { RunLine } from '#contract/dashboards/runs.ts';
import type { FailureOf, LinePiece } from '#server/context.ts';
import type { DashboardContext } from '#server/dashboards/load-dashboard.ts';
import { type RunPolicy, type DashboardRunInput, runDashboard } from '#server/dashboards/run.ts';
import { answerKey, type PrintJob } from './job.ts';

type CollectOptions = {
  folder: string;
  signal: AbortSignal;
  failureOf: FailureOf;
  onAnswer: () => void;
  policy?: RunPolicy | undefined;
};

/** A line begins with the card and name of its query; the rest may be long and is not parsed here. */
const linePrefix = /^\{"kind":"\w+","card":("(?:[^"\\]|\\.)*"),"name":("(?:[^"\\]|\\.)*")/;

function keyOf(line: string): string | undefined {
  const [, card, name] = linePrefix.exec(line) ?? [];
  return card && name && answerKey(JSON.parse(card) as string, JSON.parse(name) as string);
}

const textOf = (line: object | LinePiece[]): LinePiece[] => {
  if (Array.isArray(line)) return line;
  const { kind, card, name, ...rest } = line as Record<string, unknown>;
  return [JSON.stringify({ kind, card, name, ...rest })];
};

type NewestLine = Extract<RunLine, { kind: 'newest' }>;
type LabelsLine = Extract<RunLine, { kind: 'labels' }>;

const isNewest = (line: object): line is NewestLine => 'kind' in line && line.kind === 'newest';
const isLabels = (line: object): line is LabelsLine => 'kind' in line && line.kind === 'labels';

export type CollectedAnswers = Pick<PrintJob, 'answers' | 'newest'> & { labels: LabelsLine['labels'] };

/**
 * Runs all cards as a page does and writes each answer into its own file, so that only a few are in memory at once.
 * Returns the files by answer key, the newest rows by dataset, and the labels of values in filters by column.
 */
export async function collectAnswers(
  ctx: DashboardContext,
  input: DashboardRunInput,
  { folder, signal, failureOf, onAnswer, policy }: CollectOptions,
): Promise<CollectedAnswers> {
  const answers: Record<string, string> = {};
  const newest: Record<string, string> = {};
  const labels: CollectedAnswers['labels'] = {};
  const send = async (line: object | LinePiece[]) => {
    if (isNewest(line)) newest[line.dataset] = line.cell;
    if (isLabels(line)) Object.assign(labels, line.labels);
    const pieces = textOf(line);
    const key = keyOf(Buffer.concat(pieces.slice(0, 2).map((piece) => Buffer.from(piece))).toString());
    if (key === undefined) return;
    const file = `${Object.keys(answers).length}.json`;
    answers[key] = file;
    await writeFile(
      path.join(folder, file),
      pieces.map((piece) => Buffer.from(piece)),
    );
    onAnswer();
  };
  await runDashboard(ctx, input, { send, signal, failureOf, policy });
  return { answers, newest, labels };
}
