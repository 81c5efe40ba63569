import { inArray } from 'drizzle-orm';

import { type DashboardUse, needsOfFormula, usesOf } from '#domain/dashboard/uses.ts';
import type { Card, Control, ControlValue, Dashboard } from '#domain/dashboard/dashboard.ts';
import type { QuerySpec } from '#domain/query/query.ts';
import type { SharedDashboard, SharedDataset } from '#contract/shares/routes.ts';
import { findRight } from '#server/access/rights.ts';
import type { ViewedDashboard, DashboardContext } from '#server/dashboards/load-dashboard.ts';
import { listPermittedUses } from '#server/dashboards/publisher-rights.ts';
import { findVisibleDataset } from '#server/dashboards/visible-dataset.ts';
import { metrics, relations } from '#server/database/schema.ts';
import type { ActiveShare, ShareRow } from './active-share.ts';
import { startValueOf } from './allowed-state.ts';

const emptyTexts = { en_US: '', zh_CN: '' };

/** A query reduced to the parts that are needed to draw its result: without filters and SQL text. */
function redactSpec(spec: QuerySpec): QuerySpec {
  if (spec.kind !== 'sql') return { ...spec, filters: [] };
  const { tables: _, ...rest } = spec;
  return { ...rest, sql: '', params: spec.params.map((param) => ({ ...param, value: null })) };
}

function redactCard(card: Card): Card {
  if (card.kind === 'divider') return card;
  if (card.kind === 'text')
    return { ...card, numbers: card.numbers.map((number) => ({ ...number, ask: redactSpec(number.ask) })) };
  return { ...card, chart: { ...card.chart, ask: redactSpec(card.chart.ask) }, link: null };
}

const emptyValueOf = (value: ControlValue): ControlValue => {
  if (value.kind === 'select') return { kind: 'select', values: [] };
  return value.kind === 'range' ? { kind: 'range', from: null, to: null } : { kind: 'text', value: '' };
};

// A control that viewers may not set stays, without its value: it links cards that filter each other.
function redactControl(control: Control, row: ShareRow): Control {
  const value = startValueOf(control, row);
  return row.allows.controls.includes(control.id)
    ? { ...control, value }
    : { ...control, label: emptyTexts, value: emptyValueOf(value) };
}

/** A dashboard as a link shows it, without confidential parts. */
export function publicViewOf(dashboard: Dashboard, row: ShareRow): Dashboard {
  return {
    ...dashboard,
    time: { ...dashboard.time, ...row.start.time },
    controls: dashboard.controls.map((control) => redactControl(control, row)),
    tabs: dashboard.tabs.map((tab) => ({ ...tab, cards: tab.cards.map(redactCard) })),
  };
}

/** The dashboard of a link, with only those columns and metrics that its cards and controls use. */
export async function loadPublicView({ row, creator }: ActiveShare): Promise<SharedDashboard> {
  const dashboardView = await creator.dashboardLoads.published(row.dashboardId);
  const { dashboard: published, version } = dashboardView;
  const dashboard = publicViewOf(published, row);
  const controls = row.allows.controls.filter((id) => published.controls.some((control) => control.id === id));
  return {
    version,
    dashboard,
    zone: row.zone,
    allows: { ...row.allows, controls },
    subjects: await loadSubjects(creator, {
      ...dashboardView,
      dashboard: { ...dashboard, controls: dashboard.controls.filter(({ id }) => controls.includes(id)) },
    }),
  };
}

async function loadSubjects(
  ctx: DashboardContext,
  dashboardView: ViewedDashboard,
): Promise<Record<string, SharedDataset>> {
  const uses = await listPermittedUses(ctx, dashboardView, usesOf(dashboardView.dashboard));
  const ids = [...new Set(uses.map(({ dataset }) => dataset))];
  const subjects = await Promise.all(ids.map((id) => findVisibleDataset(ctx, id)));
  return Object.fromEntries(
    ids.flatMap((id, index) => {
      const own = uses.filter((use) => use.dataset === id);
      const subject = subjects[index];
      return subject ? [[id, usedPartOf(subject, own)]] : [];
    }),
  );
}

/** The used columns and metrics of a dataset. Descriptions, formulas and verification marks are for members only. */
function usedPartOf({ columns, metrics }: SharedDataset, uses: DashboardUse[]): SharedDataset {
  const isUsed = new Set(uses.flatMap((use) => [...use.columns, ...use.metrics]));
  return {
    columns: columns
      .filter(({ id }) => isUsed.has(id))
      .map((column) => ({ ...column, description: emptyTexts, calculation: undefined })),
    metrics: metrics
      .filter(({ id }) => isUsed.has(id))
      .map((metric) => ({ ...metric, description: emptyTexts, verification: null })),
  };
}

/** Ids of the datasets that a link shows, without those that SQL reads. */
export async function loadVisibleDatasetIds({ row, creator }: ActiveShare): Promise<Set<string>> {
  const dashboardView = await creator.dashboardLoads.published(row.dashboardId);
  const uses = await listPermittedUses(creator, dashboardView, usesOf(dashboardView.dashboard));
  const ids = [...new Set([...uses.map(({ dataset }) => dataset), ...(await listRelatedIds(creator, uses))])];
  const rights = await Promise.all(ids.map(async (id) => findRight(creator, { kind: 'dataset', id })));
  return new Set(ids.filter((_, index) => rights[index]));
}

/** The datasets along the relations to related columns, including columns in metrics. */
async function listRelatedIds({ db }: DashboardContext, uses: DashboardUse[]): Promise<string[]> {
  const metricIds = uses.flatMap((use) => use.metrics);
  const formulas =
    metricIds.length === 0
      ? []
      : await db.select({ formula: metrics.formula }).from(metrics).where(inArray(metrics.id, metricIds));
  const used = [
    ...uses.flatMap(({ columns }) => columns),
    ...formulas.flatMap(({ formula }) => needsOfFormula(formula).columns),
  ];
  const steps = [...new Set(used.flatMap((column) => column.split('.').slice(0, -1)))];
  if (steps.length === 0) return [];
  const rows = await db.select().from(relations).where(inArray(relations.id, steps));
  return rows.flatMap(({ datasetId, relatedId }) => [datasetId, relatedId]);
}
