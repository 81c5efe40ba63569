import { type Card, cardsOf, type Control, type Dashboard, type TimeRange } from './dashboard.ts';
import { columnsOf } from './filters.ts';
import type { Ask } from '#domain/query/query.ts';

/** A part of a dashboard that decides which data is read: a card, a control or the time range. */
export type DashboardPart = {
  key: string;
  /** What it queries; parts with the same question are equal, whatever they look like. */
  question: unknown;
  /** Datasets that it reads or filters; undefined if SQL is not bound to datasets yet. */
  datasets: string[] | undefined;
};

export const timeKey = 'time';
export const cardKey = (id: string) => `card ${id}`;
export const controlKey = (id: string) => `control ${id}`;

const distinct = (ids: string[]) => [...new Set(ids)];

/** Datasets of a query; undefined if unknown. */
export function datasetsOfAsk(ask: Ask): string[] | undefined {
  if (ask.kind !== 'sql') return [ask.dataset];
  return ask.tables && distinct(ask.tables.map(({ dataset }) => dataset));
}

function datasetsOfAsks(asks: Ask[]): string[] | undefined {
  const lists = asks.map(datasetsOfAsk);
  return lists.every((each) => each !== undefined) ? distinct(lists.flat()) : undefined;
}

/** The queries stored on a card. */
export function asksOfCard(card: Card): Ask[] {
  if (card.kind === 'divider') return [];
  return card.kind === 'text' ? card.numbers.map(({ ask }) => ask) : [card.chart.ask];
}

function partsOfCard(card: Card): DashboardPart[] {
  if (card.kind === 'divider') return [];
  const question =
    card.kind === 'text'
      ? { numbers: card.numbers.map(({ name, ask }) => ({ name, ask })) }
      : { ask: card.chart.ask, time: card.time, path: card.path };
  return [{ key: cardKey(card.id), question, datasets: datasetsOfAsks(asksOfCard(card)) }];
}

const partOfControl = ({ id, targets, isMany, value }: Control): DashboardPart => ({
  key: controlKey(id),
  question: { targets, isMany, value },
  datasets: distinct(columnsOf(targets).map(({ dataset }) => dataset)),
});

function partOfTime({ span, compare, targets }: TimeRange & Pick<Dashboard['time'], 'targets'>): DashboardPart {
  return {
    key: timeKey,
    question: { span, compare, targets },
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
export function partKeysOfQuery({ controls, time }: Dashboard, card: string, ask: Ask): string[] {
  const acting = controls.filter(({ targets }) =>
    targets.some((target) =>
      target.kind === 'param' ? target.card === card : ask.kind !== 'sql' && target.dataset === ask.dataset,
    ),
  );
  const isTimed =
    ask.kind === 'sql'
      ? ask.params.some(({ name }) => timeParams.has(name.toLowerCase()))
      : time.targets.some(({ dataset }) => dataset === ask.dataset);
  return [cardKey(card), ...acting.map(({ id }) => controlKey(id)), ...(isTimed ? [timeKey] : [])];
}
