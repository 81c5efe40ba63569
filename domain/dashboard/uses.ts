import { cardsOf, type Dashboard } from './dashboard.ts';
import { columnsOf } from './filters.ts';
import { columnsOfFilter } from '#domain/query/filter-columns.ts';
import type { DatasetQuerySpec, Formula } from '#domain/query/query.ts';

/** Columns and metrics of a dataset that a part of a dashboard uses, except in SQL, which is not analysed here. */
export type DashboardUse = {
  kind: 'card' | 'control' | 'time';
  /** The card or control; empty for the time range. */
  id: string;
  dataset: string;
  columns: string[];
  metrics: string[];
};

export type RequiredFields = { columns: string[]; metrics: string[] };

export function needsOfFormula(formula: Formula): RequiredFields {
  if (formula.kind === 'metric') return { columns: [], metrics: [formula.metric] };
  if ('left' in formula) return mergeFields([needsOfFormula(formula.left), needsOfFormula(formula.right)]);
  return { columns: 'column' in formula ? [formula.column] : [], metrics: [] };
}

const mergeFields = (needs: RequiredFields[]): RequiredFields => ({
  columns: [...new Set(needs.flatMap(({ columns }) => columns))],
  metrics: [...new Set(needs.flatMap(({ metrics }) => metrics))],
});

/** Columns and metrics that a query uses. */
export function needsOf(spec: DatasetQuerySpec): RequiredFields {
  const parts = spec.kind === 'rows' ? spec.order : spec.dimensions;
  const rowColumns = spec.kind === 'rows' ? spec.columns : [];
  const columns = [
    ...rowColumns,
    ...parts.map(({ column }) => column),
    ...spec.filters.flatMap(columnsOfFilter),
    ...(spec.period.kind === 'during' ? [spec.period.column] : []),
  ];
  const measures = spec.kind === 'rows' ? [] : spec.measures;
  return mergeFields([...measures.map(({ formula }) => needsOfFormula(formula)), { columns, metrics: [] }]);
}

const emptyUse = { columns: [] as string[], metrics: [] as string[] };

/** Datasets, columns and metrics that a dashboard uses, by part. */
export function usesOf(dashboard: Dashboard): DashboardUse[] {
  const cards = cardsOf(dashboard).flatMap((card) => {
    const specs =
      card.kind === 'chart' ? [card.chart.ask] : card.kind === 'text' ? card.numbers.map(({ ask: spec }) => spec) : [];
    const steps = card.kind === 'chart' ? card.path.map(({ column }) => column) : [];
    return specs.flatMap((spec): DashboardUse[] => {
      if (spec.kind === 'sql') return [];
      const needs = mergeFields([needsOf(spec), { columns: steps, metrics: [] }]);
      return [{ kind: 'card', id: card.id, dataset: spec.dataset, ...needs }];
    });
  });
  const controls = dashboard.controls.flatMap(({ id, targets }) =>
    columnsOf(targets).map(({ dataset, column }): DashboardUse => ({
      kind: 'control',
      id,
      dataset,
      ...emptyUse,
      columns: [column],
    })),
  );
  const time = dashboard.time.targets.map(({ dataset, column }): DashboardUse => ({
    kind: 'time',
    id: '',
    dataset,
    ...emptyUse,
    columns: [column],
  }));
  return [...cards, ...controls, ...time];
}
