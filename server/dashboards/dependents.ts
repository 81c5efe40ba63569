import { and, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { randomUUID } from 'node:crypto';

import { undefinedIfProblem } from '#contract/errors.ts';
import { type Card, cardsOf, type Dashboard, defaultState } from '#domain/dashboard/dashboard.ts';
import { queriesOfCard } from '#domain/dashboard/queries.ts';
import { needsOf, needsOfFormula, type DashboardUse, usesOf } from '#domain/dashboard/uses.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import type { LocalizedText } from '#domain/columns/column.ts';
import { datasetsOfSpec } from '#domain/dashboard/parts.ts';
import { columnsOfExpression, type Expression } from '#domain/query/expression.ts';
import { type QuerySpec, emptyQuerySpec, type BuiltQuerySpec, type SqlQuerySpec } from '#domain/query/query.ts';
import type { Dependent } from '#contract/datasets/uses.ts';
import { titleOf } from '#display/words/sentence.ts';
import { charts, dashboards } from '#server/database/schema.ts';
import { maySee, maySeeChart } from '#server/access/conditions.ts';
import { listCalculated, loadDataset } from '#server/datasets/read.ts';
import type { QueryContext } from '#server/queries/services.ts';
import { withRelatedColumns } from '#server/relations/related-columns.ts';
import { resolveMentions } from '#server/queries/table-mentions.ts';

/** A dependent and its queries of the dataset. */
export type DependentUse = { dependent: Dependent; specs: QuerySpec[] };

export type DatasetDependents = { dataset: Dataset; uses: DependentUse[] };

/** The parts of published dashboards, saved charts, metrics and calculated columns that use a dataset. */
export async function findDependents(ctx: QueryContext, id: string): Promise<DatasetDependents> {
  const dataset = await loadDataset(ctx.db, id);
  const { member } = ctx.identity;
  const boards = await ctx.db
    .select({
      id: dashboards.id,
      title: dashboards.title,
      document: dashboards.document,
      isVisible: sql<boolean>`${maySee(member, 'dashboard', dashboards.id)}`,
    })
    .from(dashboards)
    .where(and(isNull(dashboards.trashedAt), sql`document->>'format' = '1'`, mayMention(dashboards.document, dataset)))
    .orderBy(dashboards.createdAt, dashboards.id);
  const savedCharts = await ctx.db
    .select({ ...getTableColumns(charts), isVisible: sql<boolean>`${maySeeChart(member)}` })
    .from(charts)
    .where(mayMention(charts.chart, dataset))
    .orderBy(charts.createdAt, charts.id);
  const calculated = await listCalculated(ctx.db, id);
  const uses = [
    ...calculated.map((column) => useOfCalculation(dataset, column)),
    ...dataset.metrics.map((metric) => useOfMetric(dataset, metric)),
  ];
  for (const { id: chart, name, chart: definition, isVisible } of savedCharts) {
    const specs = await specsReading(ctx, id, [definition.ask]);
    const title = { en_US: name, zh_CN: name };
    if (specs.length === 0) continue;
    const use: DependentUse = {
      specs,
      dependent: { kind: 'chart', id: chart, title, dashboard: null, dataset: null, ...factsOf(specs) },
    };
    uses.push(isVisible ? use : hiddenUseOf(use));
  }
  for (const { isVisible, ...board } of boards) {
    const parts = await usesInDashboard(ctx, dataset, board);
    uses.push(...(isVisible ? parts : parts.map(hiddenUseOf)));
  }
  return { dataset, uses };
}

/** A use that the caller may not see: it is counted, without a name. */
export const hiddenUseOf = ({ specs, dependent }: DependentUse): DependentUse => ({
  specs,
  dependent: {
    ...dependent,
    kind: 'hidden',
    id: randomUUID(),
    title: { en_US: '', zh_CN: '' },
    dashboard: null,
    dataset: null,
  },
});

/** A cheap pre-filter: queries contain the id of the dataset, SQL its name. */
function mayMention(document: PgColumn, { id, name }: Dataset): SQL {
  const escapedName = JSON.stringify(name).slice(1, -1);
  const text = sql`${document}::text`;
  return sql`(position(${id} in ${text}) > 0 or position(lower(${escapedName}) in lower(${text})) > 0)`;
}

/** The queries that read a dataset. SQL that cannot be parsed reads none. */
export async function specsReading(ctx: QueryContext, dataset: string, specs: QuerySpec[]): Promise<QuerySpec[]> {
  const matching: QuerySpec[] = [];
  for (const spec of specs) {
    const datasets = datasetsOfSpec(spec) ?? (spec.kind === 'sql' ? await datasetsReadBy(ctx, spec) : []);
    if (datasets.includes(dataset)) matching.push(spec);
  }
  return matching;
}

// Unbound SQL is resolved as the caller sees it, so that nothing is revealed beyond that.
const datasetsReadBy = async (ctx: QueryContext, spec: SqlQuerySpec): Promise<string[]> => {
  const tables = await resolveMentions(ctx, spec).catch(undefinedIfProblem);
  return tables?.map(({ dataset }) => dataset) ?? [];
};

export function factsOf(specs: QuerySpec[]): Pick<Dependent, 'columns' | 'metrics' | 'isSql'> {
  const needs = specs.flatMap((spec) => (spec.kind === 'sql' ? [] : [needsOf(spec)]));
  return {
    columns: [...new Set(needs.flatMap(({ columns }) => columns))],
    metrics: [...new Set(needs.flatMap(({ metrics }) => metrics))],
    isSql: specs.some(({ kind }) => kind === 'sql'),
  };
}

/** A query that counts rows, for uses that only involve a column. */
const countOf = (dataset: string, parts: Partial<BuiltQuerySpec>): BuiltQuerySpec => ({
  ...emptyQuerySpec(dataset),
  limit: 1,
  ...parts,
});

function useOfMetric(dataset: Dataset, { id, name, label, formula }: Dataset['metrics'][number]): DependentUse {
  const title = { en_US: label.en_US || name, zh_CN: label.zh_CN || name };
  const specs = [countOf(dataset.id, { measures: [{ id: 'metric', formula, show: 'value' }] })];
  const dependent = { kind: 'metric' as const, id, title, dashboard: null, dataset: null, isSql: false };
  return { specs, dependent: { ...dependent, ...needsOfFormula(formula) } };
}

type DependentCalculation = { id: string; name: string; label: LocalizedText; expression: Expression };

function useOfCalculation(dataset: Dataset, { id, name, label, expression }: DependentCalculation): DependentUse {
  const title = { en_US: label.en_US || name, zh_CN: label.zh_CN || name };
  const columns = [...new Set(columnsOfExpression(expression))];
  return {
    specs: [countOf(dataset.id, { filters: [{ op: 'filled', column: id }] })],
    dependent: { kind: 'calculation', id, title, dashboard: null, dataset: null, columns, metrics: [], isSql: false },
  };
}

type DependentDashboard = { id: string; title: LocalizedText; document: Dashboard };

/** The parts of a dashboard that use a dataset. */
export async function usesInDashboard(
  ctx: QueryContext,
  dataset: Dataset,
  { id, title, document }: DependentDashboard,
): Promise<DependentUse[]> {
  const dashboard = { id, title };
  // Uses of a dataset that the caller may not see are hidden: they need no names.
  const fullDataset = (await withRelatedColumns(ctx, dataset).catch(undefinedIfProblem)) ?? dataset;
  const uses: DependentUse[] = [];
  for (const card of cardsOf(document)) {
    const specs = await specsReading(ctx, dataset.id, specsOf(document, card));
    if (specs.length === 0) continue;
    const dependent = {
      kind: 'card' as const,
      id: card.id,
      title: titleOfCard(card, specs[0]!, fullDataset),
      dashboard,
    };
    uses.push({ specs, dependent: { ...dependent, dataset: null, ...factsOf(specs) } });
  }
  const others = usesOf(document).filter((use) => use.kind !== 'card' && use.dataset === dataset.id);
  return [...uses, ...others.map((use) => useOfControl(document, use, dashboard))];
}

/** The queries of a card when it is opened and at every drill step. */
function specsOf(document: Dashboard, card: Card): QuerySpec[] {
  const specs = queriesOfCard(document, card, defaultState).map(({ spec }) => spec);
  const [first] = specs;
  if (card.kind !== 'chart' || first?.kind !== 'query' || !first.dimensions[0]) return specs;
  const [{ id }, ...rest] = first.dimensions;
  return [...specs, ...card.path.map((step): QuerySpec => ({ ...first, dimensions: [{ id, ...step }, ...rest] }))];
}

function titleOfCard({ title }: Card, spec: QuerySpec, dataset: Dataset): LocalizedText {
  if (title.en_US || title.zh_CN) return title;
  if (spec.kind === 'sql') return { en_US: 'SQL', zh_CN: 'SQL' };
  return { en_US: titleOf(dataset, spec, 'en_US'), zh_CN: titleOf(dataset, spec, 'zh_CN') };
}

export const oneDay = { kind: 'last', count: 1, grain: { unit: 'day' } } as const;

function useOfControl(
  { controls }: Dashboard,
  use: DashboardUse,
  dashboard: { id: string; title: LocalizedText },
): DependentUse {
  const column = use.columns[0]!;
  const title = controls.find(({ id }) => id === use.id)?.label ?? { en_US: '', zh_CN: '' };
  const parts: Partial<BuiltQuerySpec> =
    use.kind === 'time'
      ? { period: { kind: 'during', column, span: oneDay, compare: { kind: 'none' } } }
      : { filters: [{ op: 'filled', column }] };
  return {
    specs: [countOf(use.dataset, parts)],
    dependent: {
      kind: use.kind,
      id: use.id,
      title,
      dashboard,
      dataset: null,
      columns: use.columns,
      metrics: [],
      isSql: false,
    },
  };
}
