import type { RunLine } from '#contract/dashboards/runs.ts';
import { Problem } from '#contract/errors.ts';
import {
  emptyQuerySpec,
  type DatasetQuerySpec,
  type BuiltQuerySpec,
  type ValueLabels,
  withoutCompare,
} from '#domain/query/query.ts';
import { relationStepOf } from '#domain/query/relation.ts';
import { labelKeyOf, namedValuesOf } from '#domain/query/value-labels.ts';
import type { DatasetSnapshot } from '#server/datasets/snapshot.ts';
import { loadAnswer } from '#server/execution/execute.ts';
import type { PlannedQuery } from '#server/execution/plan.ts';
import { labelsOfAnswer } from '#server/value-labels/answer-labels.ts';
import type { DashboardContext } from './load-dashboard.ts';
import type { DashboardQuery } from './dashboard-queries.ts';

/** Maximum number of queries for the labels of one column. */
const maxTries = 4;
const maxValues = 1000;

type FilteredColumn = { column: string; keys: Set<string>; specs: DatasetQuerySpec[] };

/** The columns with labels whose values the filters of the queries name. */
function filteredColumnsOf(
  answeredQueries: DashboardQuery[],
  snapshotOf: (dataset: string) => DatasetSnapshot | undefined,
): FilteredColumn[] {
  const columns = new Map<string, FilteredColumn>();
  for (const { spec } of answeredQueries) {
    if (spec.kind === 'sql') continue;
    const labelled = new Set(snapshotOf(spec.dataset)?.labels.map(({ column }) => column));
    for (const [column, values] of spec.filters.flatMap(namedValuesOf)) {
      // Whether a related column has labels is only known after planning.
      if (!labelled.has(column) && relationStepOf(column).relation === '') continue;
      const own = columns.get(column) ?? { column, keys: new Set(), specs: [] };
      for (const value of values) {
        const key = labelKeyOf(value);
        if (key !== undefined) own.keys.add(key);
      }
      own.specs.push(spec);
      columns.set(column, own);
    }
  }
  return [...columns.values()];
}

/** The values of the column in the rows of a query. */
const valuesSpec = ({ dataset, filters, period }: DatasetQuerySpec, column: string): BuiltQuerySpec => ({
  ...emptyQuerySpec(dataset),
  dimensions: [{ id: 'value', column, kind: 'value' }],
  filters,
  period: withoutCompare(period),
  limit: maxValues,
});

type LabelRun = { plan: (spec: BuiltQuerySpec) => Promise<PlannedQuery>; signal: AbortSignal };

/** Labels of filter values that occur in the rows of the queries: filters must not reveal the labels of other rows. */
async function findLabels(
  ctx: DashboardContext,
  { plan, signal }: LabelRun,
  { column, keys, specs }: FilteredColumn,
): Promise<ValueLabels> {
  const distinct = new Map(specs.map((spec) => [JSON.stringify([spec.filters, withoutCompare(spec.period)]), spec]));
  const labels: ValueLabels = {};
  for (const spec of [...distinct.values()].slice(0, maxTries)) {
    const planned = await plan(valuesSpec(spec, column));
    if (planned.labels.length === 0) return labels;
    const [own] = await labelsOfAnswer(ctx, planned, await loadAnswer(ctx, planned, { signal }));
    for (const [key, label] of Object.entries(own?.values ?? {})) if (keys.has(key)) labels[key] = label;
    if (Object.keys(labels).length === keys.size) break;
  }
  return labels;
}

/** The labels of values in filters, for the descriptions of the filters beside the cards. */
export async function listFilterLabels(
  ctx: DashboardContext,
  run: LabelRun & { snapshotOf: (dataset: string) => DatasetSnapshot | undefined },
  answeredQueries: DashboardQuery[],
): Promise<RunLine[]> {
  const labels: Record<string, ValueLabels> = {};
  for (const each of filteredColumnsOf(answeredQueries, run.snapshotOf)) {
    // Labels only accompany the answers, so a failure must not fail the run.
    const own = await findLabels(ctx, run, each).catch((error: unknown) => {
      if (!(error instanceof Problem)) ctx.log.warn({ err: error }, 'finding the labels of filters failed');
      return {};
    });
    if (Object.keys(own).length > 0) labels[each.column] = own;
  }
  return Object.keys(labels).length > 0 ? [{ kind: 'labels', labels }] : [];
}
