import type { Card, ChartCard, Mark, Point, Step } from '#contract/dashboard.ts';
import type { Dimension, Scalar } from '#contract/query.ts';
import { isStep } from './address-time.ts';

// What a card can have been asked for. What the columns hold is not known here, so any value passes for one of them.

type Part = Pick<Step, 'kind'>;

function isValueOf({ kind }: Part, value: Scalar): boolean {
  if (value === null || kind === 'value') return true;
  return kind === 'time' ? isStep(value) : typeof value === 'number';
}

function isMarkOf(part: Part, mark: Mark): boolean {
  if (mark === null || typeof mark !== 'object') return isValueOf(part, mark);
  const { from, to } = mark;
  return typeof from === typeof to && from <= to && isValueOf(part, from) && isValueOf(part, to);
}

/** What may stand in the place of a dimension: the first one becomes the steps of the path. */
const partsOf = ({ path }: ChartCard, dimension: Dimension, at: number): Part[] =>
  at === 0 ? [dimension, ...path] : [dimension];

/** Whether a point can be one of a card. */
export function isPointOf(card: Card, point: Point): boolean {
  if (card.kind !== 'chart' || card.chart.ask.kind !== 'query') return false;
  const { dimensions } = card.chart.ask;
  return Object.entries(point).every(([id, mark]) =>
    dimensions.some((each, at) => each.id === id && partsOf(card, each, at).some((part) => isMarkOf(part, mark))),
  );
}

/** Whether someone can have gone down from a value on a card. */
export function isStepOf(card: Card, value: Scalar): boolean {
  if (card.kind !== 'chart' || card.chart.ask.kind !== 'query') return false;
  const [first] = card.chart.ask.dimensions;
  return first !== undefined && partsOf(card, first, 0).some((part) => isValueOf(part, value));
}
