import { type Card, type ChartCard, type Dashboard, cardsOf } from '#domain/dashboard/dashboard.ts';
import { filtersOfControl } from '#domain/dashboard/filters.ts';
import { specsOfCard, cardKey, controlKey, timeKey } from '#domain/dashboard/parts.ts';
import { type QuerySpec, type DatasetQuerySpec, emptyQuerySpec, type Period } from '#domain/query/query.ts';
import { oneDay } from '#server/dashboards/dependents.ts';

/**
 * The queries that show whether one part of a dashboard works on a dataset, without the filters of other parts: a
 * problem belongs to the part that causes it.
 */
export function specsOfPart(dashboard: Dashboard, key: string, dataset: string): DatasetQuerySpec[] {
  if (key === timeKey) return specsOfTime(dashboard, dataset);
  const card = cardsOf(dashboard).find(({ id }) => cardKey(id) === key);
  if (card) return specsOfOneCard(card, dataset);
  const control = dashboard.controls.find(({ id }) => controlKey(id) === key);
  if (!control) return [];
  const columns = control.targets.flatMap((target) =>
    target.kind === 'column' && target.dataset === dataset ? [target.column] : [],
  );
  const { applied } = filtersOfControl(control, control.value, dataset);
  return [
    {
      ...emptyQuerySpec(dataset),
      filters: [...applied, ...columns.map((column) => ({ op: 'filled' as const, column }))],
    },
  ];
}

function specsOfTime({ time }: Dashboard, dataset: string): DatasetQuerySpec[] {
  return time.targets
    .filter((target) => target.dataset === dataset)
    .map(({ column }) => {
      const period: Period = { kind: 'during', column, span: oneDay, compare: { kind: 'none' } };
      return { ...emptyQuerySpec(dataset), period };
    });
}

const isOn = (dataset: string) => (spec: QuerySpec) => spec.kind !== 'sql' && spec.dataset === dataset;

function specsOfOneCard(card: Card, dataset: string): DatasetQuerySpec[] {
  const specs = specsOfCard(card).filter(isOn(dataset)) as DatasetQuerySpec[];
  return card.kind === 'chart' ? specs.flatMap((spec) => [spec, ...drillSpecsOf(card, spec)]) : specs;
}

function drillSpecsOf({ path }: ChartCard, spec: DatasetQuerySpec): DatasetQuerySpec[] {
  if (spec.kind !== 'query' || !spec.dimensions[0]) return [];
  const [{ id }, ...rest] = spec.dimensions;
  return path.map((step) => ({ ...spec, dimensions: [{ id, ...step }, ...rest] }));
}
