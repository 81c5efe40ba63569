import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';

import { questionsOf } from '#contract/dashboard-asks.ts';
import { cardsOf, type Dashboard, type DashboardState } from '#contract/dashboard.ts';
import type { DashboardExportLine, dashboardExportRoutes } from '#contract/dashboard-exports.ts';
import { usesOf } from '#contract/dashboard-uses.ts';
import { type Subject, textOf } from '#display/words/subject.ts';
import type { FailureOf, SendLine } from '#server/context.ts';
import { findRight } from '#server/access/rights.ts';
import { loadDataset } from '#server/datasets/read.ts';
import { asLong, shareOf } from '#server/queue/share.ts';
import { loadLooked, type Looked, type Viewing } from '../look.ts';
import { permittedUses } from '../publisher-rights.ts';
import type { Manner } from '../run.ts';
import { gatherAnswers } from './gather.ts';
import { type Job, jobFile, type Place } from './job.ts';
import { type Setting, settingsOf } from './settings.ts';
import { writeInProcess } from './start.ts';
import { printWords } from './words.ts';

export type ExportInput = z.output<(typeof dashboardExportRoutes)['POST /dashboards/:id/exports']['input']>;
export type Told = { send: SendLine; signal: AbortSignal; failureOf: FailureOf };
/** Who has a file written, if not whoever it is for, and how it looks, if not as the dashboard itself. */
type Maker = { madeBy?: string; face?: Face };
/** What is drawn in place of a dashboard as it is set: only its cards are asked, in the manner of whoever looks. */
export type Face = { dashboard: Dashboard; state: DashboardState; manner: Manner };

/** A file of a dashboard that was written, and what it is called for people. */
export type Written = { file: string; name: string; bytes: number; settings: Setting[] };

/** Writes a dashboard as it is set now into a file, to be kept for an hour, telling how far it is. */
export async function exportDashboard(ctx: Viewing, input: ExportInput, told: Told): Promise<void> {
  const { file, name, bytes } = await writeDashboardFile(ctx, input, told);
  const id = ctx.exports.keep({ member: ctx.identity.member.id, file, name, format: input.format, bytes });
  await told.send({ kind: 'ready', id, name, bytes } satisfies DashboardExportLine);
}

/** Writes a dashboard as it is set now into a file, telling how far it is. Whoever asked for it removes it. */
export async function writeDashboardFile(viewer: Viewing, input: ExportInput, told: Told & Maker): Promise<Written> {
  const ctx = asLong(viewer);
  const looked = await loadLooked(ctx, input);
  const { dashboard } = looked;
  const madeBy = told.madeBy ?? ctx.identity.member.name;
  const id = randomUUID();
  const place: Place = {
    folder: path.join(ctx.exports.folder, `${id}.answers`),
    file: path.join(ctx.exports.folder, id),
  };
  await mkdir(place.folder);
  try {
    const job = await writeDashboard(ctx, { input, looked, place, madeBy, face: told.face }, told);
    const { size: bytes } = await stat(place.file);
    const title = textOf(dashboard.title, input.language) || printWords[input.language].untitled;
    const name = `${title.replaceAll(/[\\/:*?"<>|\p{C}]/gu, '_').slice(0, 100)}.${input.format}`;
    return { file: place.file, name, bytes, settings: settingsOf(job) };
  } catch (error) {
    await rm(place.file, { force: true });
    throw error;
  } finally {
    await rm(place.folder, { recursive: true, force: true });
  }
}

type Order = { input: ExportInput; looked: Looked; place: Place; madeBy: string; face: Face | undefined };

async function writeDashboard(ctx: Viewing, { place, ...order }: Order, told: Told): Promise<Job> {
  const { input, looked } = order;
  const { dashboard } = looked;
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
  const { face } = order;
  const shown = face && cardsOf(face.dashboard).map((card) => card.id);
  const run = { id, draft, state, zone, cards: shown, first: [], fresh: false };
  const gathering = { folder: place.folder, signal, failureOf, onAnswer, manner: face?.manner };
  const gathered = await gatherAnswers(ctx, run, gathering);
  const job = await jobOf(ctx, { ...order, ...gathered });
  await writeFile(path.join(place.folder, jobFile), JSON.stringify(job));
  const turn = { ...shareOf(ctx), signal };
  await ctx.exports.queue.run(turn, (stop) => writeInProcess(place, { signal: stop, onCard: tell }));
  return job;
}

type Gathered = Omit<Order, 'place'> & Pick<Job, 'answers' | 'newest'>;

async function jobOf(ctx: Viewing, { input, answers, newest, madeBy, face, looked }: Gathered): Promise<Job> {
  const { dashboard, state } = face ?? { dashboard: looked.dashboard, state: input.state };
  const { format, language, theme, zone, units, rising, weekStart, tab } = input;
  return {
    format,
    dashboard,
    state,
    // Paper is white.
    look: { language, theme: format === 'pdf' ? 'light' : theme, units, rising, weekStart, zone },
    subjects: await loadSubjects(ctx, { ...looked, dashboard }),
    answers,
    newest,
    tab,
    madeAt: new Date().toISOString(),
    madeBy,
  };
}

/** A dataset that is gone, or that one may not see, is left out: its cards say so themselves. */
async function loadSubjects(ctx: Viewing, looked: Looked): Promise<Record<string, Subject>> {
  const uses = await permittedUses(ctx, looked, usesOf(looked.dashboard));
  const ids = [...new Set(uses.map(({ dataset }) => dataset))];
  const found = await Promise.all(
    ids.map(async (id): Promise<[string, Subject][]> => {
      const isSeen = (await findRight(ctx, { kind: 'dataset', id })) !== undefined;
      const dataset = isSeen ? await loadDataset(ctx.db, id).catch(() => undefined) : undefined;
      return dataset ? [[id, { columns: dataset.columns, metrics: dataset.metrics }]] : [];
    }),
  );
  return Object.fromEntries(found.flat());
}
