import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';

import { questionsOf } from '#contract/dashboard-asks.ts';
import { cardsOf, type Dashboard } from '#contract/dashboard.ts';
import type { DashboardExportLine, dashboardExportRoutes } from '#contract/dashboard-exports.ts';
import { usesOf } from '#contract/dashboard-uses.ts';
import { type Subject, textOf } from '#display/words/subject.ts';
import type { FailureOf, SendLine } from '#server/context.ts';
import { loadDataset } from '#server/datasets/read.ts';
import { loadLooked, type Viewing } from '../look.ts';
import { gatherAnswers } from './gather.ts';
import { type Job, jobFile, type Place } from './job.ts';
import { writeInProcess } from './start.ts';
import { printWords } from './words.ts';

type ExportInput = z.output<(typeof dashboardExportRoutes)['POST /dashboards/:id/exports']['input']>;
type Told = { send: SendLine; signal: AbortSignal; failureOf: FailureOf };

/** Writes a dashboard as it is set now into a file, telling how far it is. */
export async function exportDashboard(ctx: Viewing, input: ExportInput, told: Told): Promise<void> {
  const { dashboard } = await loadLooked(ctx, input);
  const name = randomUUID();
  const place: Place = {
    folder: path.join(ctx.exports.folder, `${name}.answers`),
    file: path.join(ctx.exports.folder, name),
  };
  await mkdir(place.folder);
  try {
    await writeDashboard(ctx, { input, dashboard, place }, told);
    const { size: bytes } = await stat(place.file);
    const { format, language } = input;
    const title = textOf(dashboard.title, language) || printWords[language].untitled;
    const fileName = `${title.replaceAll(/[\\/:*?"<>|\p{C}]/gu, '_').slice(0, 100)}.${format}`;
    const id = ctx.exports.keep({ member: ctx.identity.member.id, file: place.file, name: fileName, format, bytes });
    await told.send({ kind: 'ready', id, name: fileName, bytes } satisfies DashboardExportLine);
  } catch (error) {
    await rm(place.file, { force: true });
    throw error;
  } finally {
    await rm(place.folder, { recursive: true, force: true });
  }
}

type Order = { input: ExportInput; dashboard: Dashboard; place: Place };

async function writeDashboard(ctx: Viewing, { input, dashboard, place }: Order, told: Told): Promise<void> {
  const { signal, failureOf, send } = told;
  const { id, draft, state, zone } = input;
  const cards = cardsOf(dashboard);
  const questions = cards.flatMap((card) => questionsOf(dashboard, card, state)).length;
  const drawing = cards.filter(({ kind }) => kind !== 'divider').length;
  let answered = 0;
  const tell = (drawn: number) =>
    void send({ kind: 'running', done: answered + drawn, of: questions + drawing } satisfies DashboardExportLine);
  tell(0);
  const onAnswer = () => {
    answered += 1;
    tell(0);
  };
  const run = { id, draft, state, zone, first: [], fresh: false };
  const answers = await gatherAnswers(ctx, run, { folder: place.folder, signal, failureOf, onAnswer });
  const job = await jobOf(ctx, { input, dashboard, answers });
  await writeFile(path.join(place.folder, jobFile), JSON.stringify(job));
  const turn = { person: ctx.identity.member.id, signal, onPosition: () => undefined };
  await ctx.exports.queue.run(turn, () => writeInProcess(place, { signal, onCard: tell }));
}

type Gathered = Omit<Order, 'place'> & { answers: Job['answers'] };

async function jobOf(ctx: Viewing, { input, dashboard, answers }: Gathered): Promise<Job> {
  const { format, state, language, theme, zone, units, rising, weekStart, tab } = input;
  return {
    format,
    dashboard,
    state,
    // Paper is white.
    look: { language, theme: format === 'pdf' ? 'light' : theme, units, rising, weekStart, zone },
    subjects: await loadSubjects(ctx, dashboard),
    answers,
    tab,
    madeAt: new Date().toISOString(),
    madeBy: ctx.identity.member.name,
  };
}

/** A dataset that is gone is left out: its cards say so themselves. */
async function loadSubjects({ db }: Viewing, dashboard: Dashboard): Promise<Record<string, Subject>> {
  const ids = [...new Set(usesOf(dashboard).map(({ dataset }) => dataset))];
  const found = await Promise.all(
    ids.map(async (id): Promise<[string, Subject][]> => {
      const dataset = await loadDataset(db, id).catch(() => undefined);
      return dataset ? [[id, { columns: dataset.columns, metrics: dataset.metrics }]] : [];
    }),
  );
  return Object.fromEntries(found.flat());
}
