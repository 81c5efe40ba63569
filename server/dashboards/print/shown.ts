import { readFile } from 'node:fs/promises';
import path from 'node:path';

import type { Drawing } from '#contract/chart.ts';
import { chartNow, courseName, questionsOf } from '#contract/dashboard-asks.ts';
import type { Card, ChartCard } from '#contract/dashboard.ts';
import type { ErrorBody } from '#contract/errors.ts';
import type { Ask, Result } from '#contract/query.ts';
import type { RunLine } from '#contract/runs.ts';
import { measuresOf } from '#display/charts/columns.ts';
import { amountOf } from '#display/format/amount.ts';
import { formatAmount, plainStyle } from '#display/format/unit.ts';
import type { Frame } from '#display/frame.ts';
import { frameOf } from '#display/frames.ts';
import { titleOf } from '#display/words/sentence.ts';
import { type Subject, textOf } from '#display/words/subject.ts';
import { answerKey, type Job } from './job.ts';
import { printWords } from './words.ts';

/** A card with its answer, as it is put on paper. */
export type Shown = { card: Card; title: string } & (
  | {
      kind: 'chart';
      drawing: Drawing;
      /** What came back. */ frame: Frame;
      /** The same with its course. */ drawn: Frame;
    }
  | { kind: 'text'; text: string; numbers: Record<string, string> }
  | { kind: 'failed'; reason: string }
);

export type Reader = { job: Job; folder: string };

const nobody: Subject = { columns: [], metrics: [] };
const subjectOf = ({ subjects }: Job, ask: Ask): Subject =>
  ask.kind === 'sql' ? nobody : (subjects[ask.dataset] ?? nobody);

type Answer = Extract<RunLine, { kind: 'result' | 'error'; card: string }>;

async function readAnswer({ job, folder }: Reader, card: Card, name: string): Promise<Answer | undefined> {
  const file = job.answers[answerKey(card.id, name)];
  return file === undefined ? undefined : (JSON.parse(await readFile(path.join(folder, file), 'utf8')) as Answer);
}

function titleOfCard({ job, card }: { job: Job; card: Card }, ask?: Ask): string {
  const { language } = job.look;
  const own = textOf(card.title, language);
  if (own || !ask) return own;
  return ask.kind === 'sql' ? '' : titleOf(subjectOf(job, ask), ask, language);
}

/** One card at a time: answers are read when they are needed, so that no more than one of them is held. */
export async function loadShown(reader: Reader, card: Exclude<Card, { kind: 'divider' }>): Promise<Shown> {
  return card.kind === 'text' ? loadText(reader, card) : loadChart(reader, card);
}

async function loadChart(reader: Reader, card: ChartCard): Promise<Shown> {
  const { job } = reader;
  const { dashboard, state, look } = job;
  const { ask, drawing } = chartNow(dashboard, card, state).chart;
  const title = titleOfCard({ job, card }, card.chart.ask);
  const answer = await readAnswer(reader, card, '');
  if (answer?.kind !== 'result') return { kind: 'failed', card, title, reason: reasonOf(job, answer?.error) };
  const subject = subjectOf(job, ask);
  const frame = frameOf({ ask, result: answer.result, subject, look });
  const course = await loadCourse(reader, card);
  const drawn = course
    ? { ...course, totals: [{ dimensions: [], fields: frame.fields, values: frame.values }] }
    : frame;
  return { kind: 'chart', card, title, drawing, frame, drawn };
}

const reasonOf = ({ look }: Job, error: ErrorBody | undefined) =>
  error?.message ?? printWords[look.language].unanswered;

/** The steps that led to a figure. */
async function loadCourse(reader: Reader, card: ChartCard): Promise<Frame | undefined> {
  const { dashboard, state, look } = reader.job;
  const ask = questionsOf(dashboard, card, state).find(({ name }) => name === courseName)?.ask;
  const answer = ask && (await readAnswer(reader, card, courseName));
  if (!ask || answer?.kind !== 'result') return undefined;
  const { result } = answer;
  if (result.proof.isCutOff || (result.values[0]?.length ?? 0) === 0) return undefined;
  return frameOf({ ask, result, subject: subjectOf(reader.job, ask), look });
}

async function loadText(reader: Reader, card: Extract<Card, { kind: 'text' }>): Promise<Shown> {
  const { job } = reader;
  const numbers: Record<string, string> = {};
  for (const { name, ask, style } of card.numbers) {
    const answer = await readAnswer(reader, card, name);
    numbers[name] = answer?.kind === 'result' ? numberOf(job, ask, answer.result, style) : '-';
  }
  return {
    kind: 'text',
    card,
    title: titleOfCard({ job, card }),
    text: textOf(card.text, job.look.language),
    numbers,
  };
}

function numberOf(job: Job, ask: Ask, result: Result, style: Parameters<typeof formatAmount>[1] | null): string {
  const [measure] = measuresOf(frameOf({ ask, result, subject: subjectOf(job, ask), look: job.look }));
  return formatAmount(amountOf(measure?.values[0]), style ?? measure?.style ?? plainStyle, job.look);
}

/** The oldest data among all answers: the whole is no fresher than that. */
export async function loadFreshness({ job, folder }: Reader): Promise<string | null> {
  let oldest: string | null = null;
  for (const file of Object.values(job.answers)) {
    const line = JSON.parse(await readFile(path.join(folder, file), 'utf8')) as Answer;
    const moments = line.kind === 'result' ? line.result.proof.datasets.map(({ lastDataAt }) => lastDataAt) : [];
    for (const moment of moments) if (moment !== null && (oldest === null || moment < oldest)) oldest = moment;
  }
  return oldest;
}
