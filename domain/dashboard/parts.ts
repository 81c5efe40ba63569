import { type Card, cardsOf, type Control, type Dashboard, type TimeRange } from './dashboard.ts';
import { columnsOf } from './filters.ts';
import type { QuerySpec } from '#domain/query/query.ts';

/** A part of a dashboard that decides which data is read: a card, a control or the time range. */
export type DashboardPart = {
  key: string;
  /** Its query as stored; parts with the same definition are equal, regardless of their layout. */
  definition: unknown;
  /** Datasets that it reads or filters; undefined if SQL is not bound to datasets yet. */
  datasets: string[] | undefined;
};

export const timeKey = 'time';
export const cardKey = (id: string) => `card ${id}`;
export const controlKey = (id: string) => `control ${id}`;

const distinct = (ids: string[]) => [...new Set(ids)];

/** Datasets of a query; undefined if unknown. */
export function datasetsOfSpec(spec: QuerySpec): string[] | undefined {
  if (spec.kind !== 'sql') return [spec.dataset];
  return spec.tables && distinct(spec.tables.map(({ dataset }) => dataset));
}

function datasetsOfSpecs(specs: QuerySpec[]): string[] | undefined {
  const lists = specs.map(datasetsOfSpec);
  return lists.every((each) => each !== undefined) ? distinct(lists.flat()) : undefined;
}

/** The queries stored on a card. */
export function specsOfCard(card: Card): QuerySpec[] {
  if (card.kind === 'divider') return [];
  return card.kind === 'text' ? card.numbers.map(({ ask: spec }) => spec) : [card.chart.ask];
}

function partsOfCard(card: Card): DashboardPart[] {
  if (card.kind === 'divider') return [];
  const definition =
    card.kind === 'text'
      ? { numbers: card.numbers.map(({ name, ask: spec }) => ({ name, ask: spec })) }
      : { ask: card.chart.ask, time: card.time, path: card.path };
  return [{ key: cardKey(card.id), definition, datasets: datasetsOfSpecs(specsOfCard(card)) }];
}

const partOfControl = ({ id, targets, isMany, value }: Control): DashboardPart => ({
  key: controlKey(id),
  definition: { targets, isMany, value },
  datasets: distinct(columnsOf(targets).map(({ dataset }) => dataset)),
});

function partOfTime({ span, compare, targets }: TimeRange & Pick<Dashboard['time'], 'targets'>): DashboardPart {
  return {
    key: timeKey,
    definition: { span, compare, targets },
    datasets: distinct(targets.map((each) => each.dataset)),
  };
}

/** All parts of a dashboard that decide which data is read. */
export const partsOf = (dashboard: Dashboard): DashboardPart[] => [
  ...cardsOf(dashboard).flatMap(partsOfCard),
  ...dashboard.controls.map(partOfControl),
  partOfTime(dashboard.time),
];

const timeParams = new Set(['from', 'to']);

/** Keys of the parts that determine the query of a card: the card itself and what filters it. */
export function partKeysOfQuery({ controls, time }: Dashboard, card: string, spec: QuerySpec): string[] {
  const acting = controls.filter(({ targets }) =>
    targets.some((target) =>
      target.kind === 'param' ? target.card === card : spec.kind !== 'sql' && target.dataset === spec.dataset,
    ),
  );
  const isTimed =
    spec.kind === 'sql'
      ? spec.params.some(({ name }) => timeParams.has(name.toLowerCase()))
      : time.targets.some(({ dataset }) => dataset === spec.dataset);
  return [cardKey(card), ...acting.map(({ id }) => controlKey(id)), ...(isTimed ? [timeKey] : [])];
}
