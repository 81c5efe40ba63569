import { cardsOf, type Dashboard } from './dashboard.ts';
import { columnsOf } from './dashboard-filters.ts';
import type { DatasetAsk, Filter, Formula } from './query.ts';

/** What a part of a dashboard needs of a dataset. What SQL needs is not known here. */
export type Use = {
  kind: 'card' | 'control' | 'time';
  /** The card or control; empty for the time range. */
  id: string;
  dataset: string;
  columns: string[];
  metrics: string[];
};

type Needs = { columns: string[]; metrics: string[] };

export function needsOfFormula(formula: Formula): Needs {
  if (formula.kind === 'metric') return { columns: [], metrics: [formula.metric] };
  if ('left' in formula) return merged([needsOfFormula(formula.left), needsOfFormula(formula.right)]);
  return { columns: 'column' in formula ? [formula.column] : [], metrics: [] };
}

function columnsOfFilter(filter: Filter): string[] {
  if ('filters' in filter) return filter.filters.flatMap(columnsOfFilter);
  if ('filter' in filter) return columnsOfFilter(filter.filter);
  return [filter.column];
}

const merged = (needs: Needs[]): Needs => ({
  columns: [...new Set(needs.flatMap(({ columns }) => columns))],
  metrics: [...new Set(needs.flatMap(({ metrics }) => metrics))],
});

/** What a question needs of its dataset. */
export function needsOf(ask: DatasetAsk): Needs {
  const parts = ask.kind === 'rows' ? ask.order : ask.dimensions;
  const shown = ask.kind === 'rows' ? ask.columns : [];
  const columns = [
    ...shown,
    ...parts.map(({ column }) => column),
    ...ask.filters.flatMap(columnsOfFilter),
    ...(ask.period.kind === 'during' ? [ask.period.column] : []),
  ];
  const measures = ask.kind === 'rows' ? [] : ask.measures;
  return merged([...measures.map(({ formula }) => needsOfFormula(formula)), { columns, metrics: [] }]);
}

const plainUse = { columns: [] as string[], metrics: [] as string[] };

/** Which datasets, columns and metrics a dashboard uses, part by part. */
export function usesOf(dashboard: Dashboard): Use[] {
  const cards = cardsOf(dashboard).flatMap((card) => {
    const asks =
      card.kind === 'chart' ? [card.chart.ask] : card.kind === 'text' ? card.numbers.map(({ ask }) => ask) : [];
    const steps = card.kind === 'chart' ? card.path.map(({ column }) => column) : [];
    return asks.flatMap((ask): Use[] => {
      if (ask.kind === 'sql') return [];
      const needs = merged([needsOf(ask), { columns: steps, metrics: [] }]);
      return [{ kind: 'card', id: card.id, dataset: ask.dataset, ...needs }];
    });
  });
  const controls = dashboard.controls.flatMap(({ id, targets }) =>
    columnsOf(targets).map(({ dataset, column }): Use => ({
      kind: 'control',
      id,
      dataset,
      ...plainUse,
      columns: [column],
    })),
  );
  const time = dashboard.time.targets.map(({ dataset, column }): Use => ({
    kind: 'time',
    id: '',
    dataset,
    ...plainUse,
    columns: [column],
  }));
  return [...cards, ...controls, ...time];
}
