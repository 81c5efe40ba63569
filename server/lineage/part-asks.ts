import { type Card, type ChartCard, type Dashboard, cardsOf } from '#domain/dashboard/dashboard.ts';
import { filtersOfControl } from '#domain/dashboard/filters.ts';
import { asksOfCard, cardKey, controlKey, timeKey } from '#domain/dashboard/parts.ts';
import { type Ask, type DatasetAsk, emptyAsk, type Period } from '#domain/query/query.ts';

const oneDay = { kind: 'last', count: 1, grain: { unit: 'day' } } as const;

/**
 * The queries that show whether one part of a dashboard works on a dataset, without the filters of other parts: a
 * problem belongs to the part that causes it.
 */
export function asksOfPart(dashboard: Dashboard, key: string, dataset: string): DatasetAsk[] {
  if (key === timeKey) return asksOfTime(dashboard, dataset);
  const card = cardsOf(dashboard).find(({ id }) => cardKey(id) === key);
  if (card) return asksOfOneCard(card, dataset);
  const control = dashboard.controls.find(({ id }) => controlKey(id) === key);
  if (!control) return [];
  const columns = control.targets.flatMap((target) =>
    target.kind === 'column' && target.dataset === dataset ? [target.column] : [],
  );
  const { applied } = filtersOfControl(control, control.value, dataset);
  return [
    { ...emptyAsk(dataset), filters: [...applied, ...columns.map((column) => ({ op: 'filled' as const, column }))] },
  ];
}

function asksOfTime({ time }: Dashboard, dataset: string): DatasetAsk[] {
  return time.targets
    .filter((target) => target.dataset === dataset)
    .map(({ column }) => {
      const period: Period = { kind: 'during', column, span: oneDay, compare: { kind: 'none' } };
      return { ...emptyAsk(dataset), period };
    });
}

const isOn = (dataset: string) => (ask: Ask) => ask.kind !== 'sql' && ask.dataset === dataset;

function asksOfOneCard(card: Card, dataset: string): DatasetAsk[] {
  const asks = asksOfCard(card).filter(isOn(dataset)) as DatasetAsk[];
  return card.kind === 'chart' ? asks.flatMap((ask) => [ask, ...drillAsksOf(card, ask)]) : asks;
}

function drillAsksOf({ path }: ChartCard, ask: DatasetAsk): DatasetAsk[] {
  if (ask.kind !== 'query' || !ask.dimensions[0]) return [];
  const [{ id }, ...rest] = ask.dimensions;
  return path.map((step) => ({ ...ask, dimensions: [{ id, ...step }, ...rest] }));
}
