import type { z } from 'zod';

import type { AddressConditions } from '#contract/data-address/filters.ts';
import type { ExportFormat } from '#contract/queries/routes.ts';
import type { dataAddressRoutes } from '#contract/data-address/routes.ts';
import { defaultState } from '#domain/dashboard/dashboard.ts';
import { Problem } from '#contract/errors.ts';
import type { Language } from '#domain/language.ts';
import type { QuerySpec } from '#domain/query/query.ts';
import { labelOf, type QuerySubject, textOf } from '#display/words/subject.ts';
import { findRight } from '#server/access/rights.ts';
import { loadChart } from '#server/saved-charts/charts.ts';
import { type FileAnswer, signalOf } from '#server/context.ts';
import { loadViewedDashboard, type DashboardContext } from '#server/dashboards/load-dashboard.ts';
import { loadNewestForSql } from '#server/dashboards/newest-rows.ts';
import { queriesFor } from '#server/dashboards/dashboard-queries.ts';
import { requireVisibleDataset } from '#server/dashboards/visible-dataset.ts';
import { openSnapshots } from '#server/dashboards/snapshots.ts';
import { loadDataset } from '#server/datasets/read.ts';
import { withRelatedColumns } from '#server/relations/related-columns.ts';
import { preferencesOf } from '#server/preferences/preferences.ts';
import { readOnce } from '#server/queries/exported-file.ts';
import { fileNameOf, fileTypes, maxFileRows } from '#server/queries/exports.ts';
import { writePlannedFile } from '#server/queries/write-file.ts';
import { valueTextsOf } from '#server/queries/value-texts.ts';
import { labelTextsOf } from '#server/value-labels/load-labels.ts';
import { planQuery } from '#server/execution/plan-query.ts';
import { allRowsOf, nowOf, type QueryPublisher } from '#server/execution/plan.ts';
import { labelledSpecOf, allRowsSpecOf } from './labelled-spec.ts';

type AddressRoutes = typeof dataAddressRoutes;
type DataAddress = z.output<AddressRoutes['GET /data/datasets/:id.:format']['input']>;
type CardAddress = z.output<AddressRoutes['GET /data/dashboards/:id/cards/:card.:format']['input']>;

type AddressLocale = { zone: string; language: Language };
type AddressOptions = {
  format: ExportFormat;
  limit?: number | undefined;
  labels?: Language | undefined;
  where: AddressConditions;
};

/** The query that an address refers to, the name of its file, and who published it. */
type AddressSource = {
  name: string;
  spec: QuerySpec;
  loadSubject: (dataset: string) => Promise<QuerySubject>;
  published?: QueryPublisher;
};

/** Defaults are the preferences of the caller. */
async function localeOf(
  ctx: DashboardContext,
  { zone, language }: Pick<DataAddress, 'zone' | 'language'>,
): Promise<AddressLocale> {
  const { id } = ctx.identity.member;
  const preferences = (await preferencesOf(ctx.db, [id])).get(id);
  return { zone: zone ?? preferences?.zone ?? 'UTC', language: language ?? preferences?.language ?? ctx.language };
}

export async function readDataset(
  ctx: DashboardContext,
  { id, zone, language, ...options }: DataAddress,
): Promise<FileAnswer> {
  const locale = await localeOf(ctx, { zone, language });
  const dataset = await loadDataset(ctx.db, id);
  const source = { name: labelOf(dataset, locale.language), spec: allRowsSpecOf(id), loadSubject: async () => dataset };
  return exportSource(ctx, source, { locale, options });
}

export async function readChart(
  ctx: DashboardContext,
  { id, zone, language, ...options }: DataAddress,
): Promise<FileAnswer> {
  const locale = await localeOf(ctx, { zone, language });
  const { name, chart } = await loadChart(ctx, id);
  return exportSource(ctx, { name, spec: chart.ask, loadSubject: subjectLoader(ctx) }, { locale, options });
}

const subjectLoader = (ctx: DashboardContext) => async (dataset: string) => {
  if (!(await findRight(ctx, { kind: 'dataset', id: dataset }))) throw new Problem('dataset_gone');
  return withRelatedColumns(ctx, await loadDataset(ctx.db, dataset));
};

export async function readCard(
  ctx: DashboardContext,
  { id, card, zone, language, ...options }: CardAddress,
): Promise<FileAnswer> {
  const locale = await localeOf(ctx, { zone, language });
  const { dashboard, by } = await loadViewedDashboard(ctx, { id, draft: false });
  const moment = { zone: locale.zone, now: nowOf() };
  const context = { ...moment, snapshots: openSnapshots(ctx), signal: signalOf(ctx) };
  const newest = await loadNewestForSql(ctx, context, { dashboard, state: defaultState });
  const setting = { ...moment, state: defaultState, cards: [card], newest };
  // The named queries of a text card are numbers, not a table.
  const query = queriesFor(dashboard, setting).find(({ name }) => name === '');
  if (!query) throw new Problem('not_found');
  const title = dashboard.tabs.flatMap(({ cards }) => cards).find((each) => each.id === card)?.title;
  const name = (title && textOf(title, locale.language)) || textOf(dashboard.title, locale.language);
  const loadSubject = async (dataset: string) => {
    await requireVisibleDataset(ctx, dataset);
    return withRelatedColumns(ctx, await loadDataset(ctx.db, dataset));
  };
  return exportSource(ctx, { name, spec: query.spec, loadSubject, published: { by } }, { locale, options });
}

async function exportSource(
  ctx: DashboardContext,
  { name, spec: whole, loadSubject, published }: AddressSource,
  {
    locale,
    options: { format, limit, labels: labelLanguage, where },
  }: { locale: AddressLocale; options: AddressOptions },
): Promise<FileAnswer> {
  const { zone, language } = locale;
  const signal = signalOf(ctx);
  const { spec, labels } = await labelledSpecOf({ spec: whole, where, reader: locale, loadSubject });
  const rows = Math.min(limit ?? maxFileRows, allRowsOf(spec, maxFileRows));
  const plan = await planQuery(ctx, { spec, zone, rows, signal, published, everyStep: true });
  // Programs join and filter by values, so they get labels only if they ask for them; Parquet has typed columns.
  const labelTexts = labelLanguage && format !== 'parquet' ? await labelTextsOf(ctx, plan, labelLanguage) : {};
  const valueTexts = { ...labelTexts, ...valueTextsOf(spec, format, language) };
  const fileExport = { format, labels, valueTexts, options: { bom: language === 'zh_CN', zone } };
  const { file, bytes } = await writePlannedFile(ctx, plan, { ...fileExport, signal, onProgress: () => undefined });
  return { name: fileNameOf(name || 'data', format), type: fileTypes[format], content: readOnce(file, ctx.log), bytes };
}
