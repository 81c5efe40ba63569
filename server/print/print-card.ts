import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { type Drawing, plainStyle } from '#domain/query/chart.ts';
import { currentChartOf, trendName, queriesOfCard } from '#domain/dashboard/queries.ts';
import type { Card, ChartCard } from '#domain/dashboard/dashboard.ts';
import type { ErrorBody } from '#contract/errors.ts';
import type { QuerySpec, Origin, Result } from '#domain/query/query.ts';
import type { RunLine } from '#contract/dashboards/runs.ts';
import { measuresOf } from '#display/charts/frame-columns.ts';
import { amountOf } from '#display/format/amount.ts';
import { formatAmount } from '#display/format/unit.ts';
import type { Frame } from '#display/frame.ts';
import { frameOf } from '#display/frames.ts';
import { titleOf } from '#display/words/sentence.ts';
import { type QuerySubject, textOf, emptySubject } from '#display/words/subject.ts';
import { answerKey, type PrintJob } from './job.ts';
import { printWords } from './words.ts';

/** A card with its answer, ready to be drawn. */
export type PrintCard = { card: Card; title: string } & (
  | {
      kind: 'chart';
      drawing: Drawing;
      /** The answer. */ frame: Frame;
      /** The answer with its trend. */ drawnFrame: Frame;
    }
  | { kind: 'text'; text: string; numbers: Record<string, string> }
  | { kind: 'failed'; reason: string }
);

export type JobReader = { job: PrintJob; folder: string };

const subjectOf = ({ subjects }: PrintJob, spec: QuerySpec): QuerySubject =>
  spec.kind === 'sql' ? emptySubject : (subjects[spec.dataset] ?? emptySubject);

type AnswerFileLine = Extract<RunLine, { kind: 'result' | 'error'; card: string }>;

async function readAnswer({ job, folder }: JobReader, card: Card, name: string): Promise<AnswerFileLine | undefined> {
  const file = job.answers[answerKey(card.id, name)];
  return file === undefined
    ? undefined
    : (JSON.parse(await readFile(path.join(folder, file), 'utf8')) as AnswerFileLine);
}

function titleOfCard({ job, card }: { job: PrintJob; card: Card }, spec?: QuerySpec): string {
  const { language } = job.look;
  const own = textOf(card.title, language);
  if (own || !spec) return own;
  return spec.kind === 'sql' ? '' : titleOf(subjectOf(job, spec), spec, language);
}

/** Answers are read on demand, so that only one of them is in memory. */
export async function loadPrintCard(reader: JobReader, card: Exclude<Card, { kind: 'divider' }>): Promise<PrintCard> {
  return card.kind === 'text' ? loadText(reader, card) : loadChart(reader, card);
}

async function loadChart(reader: JobReader, card: ChartCard): Promise<PrintCard> {
  const { job } = reader;
  const { dashboard, state, look } = job;
  const { ask: spec, drawing } = currentChartOf(dashboard, card, state).chart;
  const title = titleOfCard({ job, card }, card.chart.ask);
  const answer = await readAnswer(reader, card, '');
  if (answer?.kind !== 'result') return { kind: 'failed', card, title, reason: reasonOf(job, answer?.error) };
  const subject = subjectOf(job, spec);
  const frame = frameOf({ spec, result: answer.result, subject, look });
  const trend = await loadTrend(reader, card);
  const drawnFrame = trend
    ? { ...trend, totals: [{ dimensions: [], fields: frame.fields, values: frame.values }] }
    : frame;
  return { kind: 'chart', card, title, drawing, frame, drawnFrame };
}

const reasonOf = ({ look }: PrintJob, error: ErrorBody | undefined) =>
  error?.message ?? printWords[look.language].unanswered;

/** The trend of a number card. */
async function loadTrend(reader: JobReader, card: ChartCard): Promise<Frame | undefined> {
  const { dashboard, state, look } = reader.job;
  const spec = queriesOfCard(dashboard, card, state).find(({ name }) => name === trendName)?.spec;
  const answer = spec && (await readAnswer(reader, card, trendName));
  if (!spec || answer?.kind !== 'result') return undefined;
  const { result } = answer;
  if (result.proof.isCutOff || (result.values[0]?.length ?? 0) === 0) return undefined;
  return frameOf({ spec, result, subject: subjectOf(reader.job, spec), look });
}

async function loadText(reader: JobReader, card: Extract<Card, { kind: 'text' }>): Promise<PrintCard> {
  const { job } = reader;
  const numbers: Record<string, string> = {};
  for (const { name, ask: spec, style } of card.numbers) {
    const answer = await readAnswer(reader, card, name);
    numbers[name] = answer?.kind === 'result' ? numberOf(job, spec, answer.result, style) : '-';
  }
  return {
    kind: 'text',
    card,
    title: titleOfCard({ job, card }),
    text: textOf(card.text, job.look.language),
    numbers,
  };
}

function numberOf(
  job: PrintJob,
  spec: QuerySpec,
  result: Result,
  style: Parameters<typeof formatAmount>[1] | null,
): string {
  const [measure] = measuresOf(frameOf({ spec, result, subject: subjectOf(job, spec), look: job.look }));
  return formatAmount(amountOf(measure?.values[0]), style ?? measure?.style ?? plainStyle, job.look);
}

/** How fresh the data of a file is. */
export type PrintFreshness = { loadedAt: string | null; newest: string | null; lateSince: string | null };

const minOf = (moments: (string | null)[]): string | null =>
  moments.filter((each) => each !== null).toSorted()[0] ?? null;

/** The earliest load among the datasets of all answers, because the file is no fresher, and the earliest lateness. */
export async function loadFreshness({ job, folder }: JobReader): Promise<PrintFreshness> {
  const origins = new Map<string, Origin>();
  for (const file of Object.values(job.answers)) {
    const line = JSON.parse(await readFile(path.join(folder, file), 'utf8')) as AnswerFileLine;
    if (line.kind === 'result') for (const origin of line.result.proof.datasets) origins.set(origin.id, origin);
  }
  const all = [...origins.values()];
  const loadedAt = minOf(all.map(({ lastDataAt }) => lastDataAt));
  const newest = all.find(({ lastDataAt }) => loadedAt !== null && lastDataAt === loadedAt)?.newest ?? null;
  return { loadedAt, newest, lateSince: minOf(all.map(({ lateSince }) => lateSince)) };
}
