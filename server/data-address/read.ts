import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { z } from 'zod';

import type { Where } from '#contract/address-filters.ts';
import type { ExportFormat } from '#contract/asks.ts';
import type { dataAddressRoutes } from '#contract/data-addresses.ts';
import { plainState } from '#contract/dashboard.ts';
import { Problem } from '#contract/errors.ts';
import type { Language } from '#contract/language.ts';
import type { Ask } from '#contract/query.ts';
import { labelOf, type Subject, textOf } from '#display/words/subject.ts';
import { findRight } from '#server/access/rights.ts';
import { loadChart } from '#server/charts/charts.ts';
import { type FileAnswer, signalOf } from '#server/context.ts';
import { loadLooked, type Viewing } from '#server/dashboards/look.ts';
import { loadNewestForSql } from '#server/dashboards/newest.ts';
import { questionsFor } from '#server/dashboards/questions.ts';
import { requireShown } from '#server/dashboards/shown.ts';
import { openSnapshots } from '#server/dashboards/snapshots.ts';
import { loadDataset } from '#server/datasets/read.ts';
import { preferencesOf } from '#server/preferences/preferences.ts';
import { fileNameOf, fileTypes, maxFileRows } from '#server/queries/exports.ts';
import { writeFile } from '#server/queries/files.ts';
import { valueTextsOf } from '#server/queries/value-texts.ts';
import { allRowsOf, nowOf, prepare, type Publication } from '#server/queries/prepare.ts';
import { questionOf, rowsOf } from './question.ts';

type AddressRoutes = typeof dataAddressRoutes;
type Address = z.output<AddressRoutes['GET /data/datasets/:id.:format']['input']>;
type CardAddress = z.output<AddressRoutes['GET /data/dashboards/:id/cards/:card.:format']['input']>;

type Reader = { zone: string; language: Language };
type Wish = { format: ExportFormat; limit?: number | undefined; where: Where };

/** What an address stands for: a question, what its file is called, and by whom it was published. */
type Source = {
  name: string;
  ask: Ask;
  loadSubject: (dataset: string) => Promise<Subject>;
  published?: Publication;
};

/** Whatever an address leaves out is as its reader wants to read everything. */
async function readerOf(ctx: Viewing, { zone, language }: Pick<Address, 'zone' | 'language'>): Promise<Reader> {
  const { id } = ctx.identity.member;
  const look = (await preferencesOf(ctx.db, [id])).get(id);
  return { zone: zone ?? look?.zone ?? 'UTC', language: language ?? look?.language ?? ctx.language };
}

export async function readDataset(ctx: Viewing, { id, zone, language, ...wish }: Address): Promise<FileAnswer> {
  const reader = await readerOf(ctx, { zone, language });
  const dataset = await loadDataset(ctx.db, id);
  const source = { name: labelOf(dataset, reader.language), ask: rowsOf(id), loadSubject: async () => dataset };
  return readSource(ctx, source, { reader, wish });
}

export async function readChart(ctx: Viewing, { id, zone, language, ...wish }: Address): Promise<FileAnswer> {
  const reader = await readerOf(ctx, { zone, language });
  const { name, chart } = await loadChart(ctx, id);
  return readSource(ctx, { name, ask: chart.ask, loadSubject: subjectLoader(ctx) }, { reader, wish });
}

const subjectLoader = (ctx: Viewing) => async (dataset: string) => {
  if (!(await findRight(ctx, { kind: 'dataset', id: dataset }))) throw new Problem('dataset_gone');
  return loadDataset(ctx.db, dataset);
};

export async function readCard(ctx: Viewing, { id, card, zone, language, ...wish }: CardAddress): Promise<FileAnswer> {
  const reader = await readerOf(ctx, { zone, language });
  const { dashboard, by } = await loadLooked(ctx, { id, draft: false });
  const moment = { zone: reader.zone, now: nowOf() };
  const running = { ...moment, snapshots: openSnapshots(ctx), signal: signalOf(ctx) };
  const newest = await loadNewestForSql(ctx, running, { dashboard, state: plainState });
  const setting = { ...moment, state: plainState, cards: [card], newest };
  // The numbers of a text have names, and are no table.
  const asked = questionsFor(dashboard, setting).find(({ name }) => name === '');
  if (!asked) throw new Problem('not_found');
  const title = dashboard.tabs.flatMap(({ cards }) => cards).find((each) => each.id === card)?.title;
  const name = (title && textOf(title, reader.language)) || textOf(dashboard.title, reader.language);
  const loadSubject = async (dataset: string) => {
    await requireShown(ctx, dataset);
    return loadDataset(ctx.db, dataset);
  };
  return readSource(ctx, { name, ask: asked.ask, loadSubject, published: { by } }, { reader, wish });
}

async function readSource(
  ctx: Viewing,
  { name, ask: whole, loadSubject, published }: Source,
  { reader, wish: { format, limit, where } }: { reader: Reader; wish: Wish },
): Promise<FileAnswer> {
  const { zone, language } = reader;
  const signal = signalOf(ctx);
  const { ask, labels } = await questionOf({ ask: whole, where, reader, loadSubject });
  const rows = Math.min(limit ?? maxFileRows, allRowsOf(ask, maxFileRows));
  const { question } = await prepare(ctx, { ask, zone, rows, signal, published, everyStep: true });
  const valueTexts = valueTextsOf(ask, format, language);
  const order = { question, format, labels, valueTexts, options: { bom: language === 'zh_CN', zone } };
  const { file, bytes } = await writeFile(ctx, order, { signal, onNews: () => undefined });
  const content = createReadStream(file).once('close', () => void rm(file, { force: true }));
  return { name: fileNameOf(name || 'data', format), type: fileTypes[format], content, bytes };
}
