import { type Card, cardsOf, type Control, type Dashboard, type TimeRange } from './dashboard.ts';
import { columnsOf } from './dashboard-filters.ts';
import type { Ask } from './query.ts';

/** A part of a dashboard that decides what is read: a card, a control or the time range. */
export type DashboardPart = {
  key: string;
  /** What it asks; a part whose question is the same is the same part, whatever it looks like. */
  question: unknown;
  /** The datasets that it reads or filters; undefined where SQL is not bound to datasets yet. */
  datasets: string[] | undefined;
};

export const timeKey = 'time';
export const cardKey = (id: string) => `card ${id}`;
export const controlKey = (id: string) => `control ${id}`;

const distinct = (ids: string[]) => [...new Set(ids)];

/** The datasets of a question; undefined where they are not known. */
export function datasetsOfAsk(ask: Ask): string[] | undefined {
  if (ask.kind !== 'sql') return [ask.dataset];
  return ask.tables && distinct(ask.tables.map(({ dataset }) => dataset));
}

function datasetsOfAsks(asks: Ask[]): string[] | undefined {
  const found = asks.map(datasetsOfAsk);
  return found.every((each) => each !== undefined) ? distinct(found.flat()) : undefined;
}

/** The questions that are written on a card. */
export function asksOfCard(card: Card): Ask[] {
  if (card.kind === 'divider') return [];
  return card.kind === 'text' ? card.numbers.map(({ ask }) => ask) : [card.chart.ask];
}

function ofCard(card: Card): DashboardPart[] {
  if (card.kind === 'divider') return [];
  const question =
    card.kind === 'text'
      ? { numbers: card.numbers.map(({ name, ask }) => ({ name, ask })) }
      : { ask: card.chart.ask, time: card.time, path: card.path };
  return [{ key: cardKey(card.id), question, datasets: datasetsOfAsks(asksOfCard(card)) }];
}

const ofControl = ({ id, targets, isMany, value }: Control): DashboardPart => ({
  key: controlKey(id),
  question: { targets, isMany, value },
  datasets: distinct(columnsOf(targets).map(({ dataset }) => dataset)),
});

function ofTime({ span, compare, targets }: TimeRange & Pick<Dashboard['time'], 'targets'>): DashboardPart {
  return {
    key: timeKey,
    question: { span, compare, targets },
    datasets: distinct(targets.map((each) => each.dataset)),
  };
}

/** Everything on a dashboard that decides what is read. */
export const partsOf = (dashboard: Dashboard): DashboardPart[] => [
  ...cardsOf(dashboard).flatMap(ofCard),
  ...dashboard.controls.map(ofControl),
  ofTime(dashboard.time),
];

const setByTime = new Set(['from', 'to']);

/** The parts that together make up the question of a card: its own, and what filters it. */
export function partsBehind({ controls, time }: Dashboard, card: string, ask: Ask): string[] {
  const acting = controls.filter(({ targets }) =>
    targets.some((target) =>
      target.kind === 'param' ? target.card === card : ask.kind !== 'sql' && target.dataset === ask.dataset,
    ),
  );
  const isTimed =
    ask.kind === 'sql'
      ? ask.params.some(({ name }) => setByTime.has(name.toLowerCase()))
      : time.targets.some(({ dataset }) => dataset === ask.dataset);
  return [cardKey(card), ...acting.map(({ id }) => controlKey(id)), ...(isTimed ? [timeKey] : [])];
}
