import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';

import { queriesOfCard } from '#domain/dashboard/queries.ts';
import { cardsOf, type Dashboard, type DashboardState } from '#domain/dashboard/dashboard.ts';
import type { DashboardExportLine, dashboardExportRoutes } from '#contract/dashboards/exports.ts';
import { usesOf } from '#domain/dashboard/uses.ts';
import { type QuerySubject, textOf } from '#display/words/subject.ts';
import type { FailureOf, SendLine } from '#server/context.ts';
import { withLongShare, queueShareOf } from '#server/queue/queue-share.ts';
import { loadViewedDashboard, type ViewedDashboard, type DashboardContext } from '#server/dashboards/load-dashboard.ts';
import { listPermittedUses } from '#server/dashboards/publisher-rights.ts';
import { findVisibleDataset } from '#server/dashboards/visible-dataset.ts';
import type { RunPolicy } from '#server/dashboards/run.ts';
import { type CollectedAnswers, collectAnswers } from './collect-answers.ts';
import { type PrintJob, jobFile, type PrintPaths } from './job.ts';
import { type AppliedSetting, settingsOf } from './settings.ts';
import { writeInProcess } from './start-process.ts';
import { printWords } from './words.ts';

export type DashboardExportInput = z.output<(typeof dashboardExportRoutes)['POST /dashboards/:id/exports']['input']>;
export type ExportStream = { send: SendLine; signal: AbortSignal; failureOf: FailureOf };
/** The author to name instead of the caller, and a restricted view to export instead of the whole dashboard. */
type ExportOverrides = { madeBy?: string; view?: ExportView };
/** A restricted view of a dashboard: only its cards are queried, with the policy of the viewer. */
type ExportView = { dashboard: Dashboard; state: DashboardState; policy: RunPolicy };

/** A written dashboard file and its name for people. */
export type WrittenFile = { file: string; name: string; bytes: number; settings: AppliedSetting[] };

/** Exports a dashboard in its current state into a file that can be downloaded for an hour; streams the progress. */
export async function exportDashboard(
  ctx: DashboardContext,
  input: DashboardExportInput,
  stream: ExportStream,
): Promise<void> {
  const { file, name, bytes } = await writeDashboardFile(ctx, input, stream);
  const id = await ctx.exports.keep({ member: ctx.identity.member.id, file, name, format: input.format, bytes });
  await stream.send({ kind: 'ready', id, name, bytes } satisfies DashboardExportLine);
}

/** Writes a dashboard in its current state into a file and streams the progress. The caller deletes the file. */
export async function writeDashboardFile(
  viewer: DashboardContext,
  input: DashboardExportInput,
  stream: ExportStream & ExportOverrides,
): Promise<WrittenFile> {
  const ctx = withLongShare(viewer);
  const viewed = await loadViewedDashboard(ctx, input);
  const { dashboard } = viewed;
  const madeBy = stream.madeBy ?? ctx.identity.member.name;
  const id = randomUUID();
  const paths: PrintPaths = {
    folder: path.join(ctx.exports.folder, `${id}.answers`),
    file: path.join(ctx.exports.folder, id),
  };
  await mkdir(paths.folder);
  try {
    const job = await writeDashboard(ctx, { input, viewed, paths, madeBy, view: stream.view }, stream);
    const { size: bytes } = await stat(paths.file);
    const title = textOf(dashboard.title, input.language) || printWords[input.language].untitled;
    const name = `${title.replaceAll(/[\\/:*?"<>|\p{C}]/gu, '_').slice(0, 100)}.${input.format}`;
    return { file: paths.file, name, bytes, settings: settingsOf(job) };
  } catch (error) {
    await rm(paths.file, { force: true });
    throw error;
  } finally {
    await rm(paths.folder, { recursive: true, force: true });
  }
}

type ExportTask = {
  input: DashboardExportInput;
  viewed: ViewedDashboard;
  paths: PrintPaths;
  madeBy: string;
  view: ExportView | undefined;
};

async function writeDashboard(
  ctx: DashboardContext,
  { paths, ...task }: ExportTask,
  stream: ExportStream,
): Promise<PrintJob> {
  const { input, viewed } = task;
  const { dashboard } = viewed;
  const { signal, failureOf, send } = stream;
  const { id, draft, state, zone } = input;
  const cards = cardsOf(dashboard);
  const queries = cards.flatMap((card) => queriesOfCard(dashboard, card, state)).length;
  const drawableCards = cards.filter(({ kind }) => kind !== 'divider').length;
  let answerCount = 0;
  const sendProgress = (drawnCards: number) =>
    void send({
      kind: 'running',
      done: answerCount + drawnCards,
      of: queries + drawableCards,
    } satisfies DashboardExportLine);
  sendProgress(0);
  const onAnswer = () => {
    answerCount += 1;
    sendProgress(0);
  };
  const { view } = task;
  const visibleCards = view && cardsOf(view.dashboard).map((card) => card.id);
  const run = { id, draft, state, zone, cards: visibleCards, first: [], fresh: false, prefetch: false };
  const collectOptions = { folder: paths.folder, signal, failureOf, onAnswer, policy: view?.policy };
  const collected = await collectAnswers(ctx, run, collectOptions);
  const job = await jobOf(ctx, { ...task, ...collected });
  await writeFile(path.join(paths.folder, jobFile), JSON.stringify(job));
  const turn = { ...queueShareOf(ctx), signal };
  const onFailedCard = (card: string, error: Error) =>
    ctx.log.error({ err: error, dashboard: id, card }, 'drawing a card of an export failed');
  await ctx.exports.queue.run(turn, (stop) =>
    writeInProcess(paths, { signal: stop, onCard: sendProgress, onFailedCard }),
  );
  return job;
}

/** Adds the labels of values in filters; column ids are unique, so every subject may have all of them. */
const withLabels = (subjects: PrintJob['subjects'], labels: CollectedAnswers['labels']): PrintJob['subjects'] =>
  Object.fromEntries(Object.entries(subjects).map(([id, subject]) => [id, { ...subject, labels }]));

type CollectedExport = Omit<ExportTask, 'paths'> & CollectedAnswers;

async function jobOf(
  ctx: DashboardContext,
  { input, answers, newest, labels, madeBy, view, viewed }: CollectedExport,
): Promise<PrintJob> {
  const { dashboard, state } = view ?? { dashboard: viewed.dashboard, state: input.state };
  const { format, language, theme, zone, units, rising, weekStart, tab } = input;
  return {
    format,
    dashboard,
    state,
    // Paper is white.
    look: { language, theme: format === 'pdf' ? 'light' : theme, units, rising, weekStart, zone },
    subjects: withLabels(await loadSubjects(ctx, { ...viewed, dashboard }), labels),
    answers,
    newest,
    tab,
    madeAt: new Date().toISOString(),
    madeBy,
  };
}

/** Deleted and forbidden datasets are left out: their cards show the error. */
async function loadSubjects(ctx: DashboardContext, viewed: ViewedDashboard): Promise<Record<string, QuerySubject>> {
  const uses = await listPermittedUses(ctx, viewed, usesOf(viewed.dashboard));
  const ids = [...new Set(uses.map(({ dataset }) => dataset))];
  const entries = await Promise.all(
    ids.map(async (id): Promise<[string, QuerySubject][]> => {
      const dataset = await findVisibleDataset(ctx, id);
      return dataset ? [[id, { columns: dataset.columns, metrics: dataset.metrics }]] : [];
    }),
  );
  return Object.fromEntries(entries.flat());
}
