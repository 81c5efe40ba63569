import type { Card, ChartCard, PointValue, ChartPoint, DrillStep } from '#domain/dashboard/dashboard.ts';
import type { Dimension, Scalar } from '#domain/query/query.ts';
import { isTimeStep } from './url-time.ts';

// Validates points from the URL. Column values are unknown here, so any value passes for a value dimension.

type DimensionKind = Pick<DrillStep, 'kind'>;

function isValueOf({ kind }: DimensionKind, value: Scalar): boolean {
  if (value === null || kind === 'value') return true;
  return kind === 'time' ? isTimeStep(value) : typeof value === 'number';
}

function isMarkOf(part: DimensionKind, mark: PointValue): boolean {
  if (mark === null || typeof mark !== 'object') return isValueOf(part, mark);
  const { from, to } = mark;
  return typeof from === typeof to && from <= to && isValueOf(part, from) && isValueOf(part, to);
}

/** The kinds a dimension can have; the first one follows the drill path. */
const kindsOf = ({ path }: ChartCard, dimension: Dimension, at: number): DimensionKind[] =>
  at === 0 ? [dimension, ...path] : [dimension];

/** Whether a point can belong to a card. */
export function isPointOf(card: Card, point: ChartPoint): boolean {
  if (card.kind !== 'chart' || card.chart.ask.kind !== 'query') return false;
  const { dimensions } = card.chart.ask;
  return Object.entries(point).every(([id, mark]) =>
    dimensions.some((each, at) => each.id === id && kindsOf(card, each, at).some((part) => isMarkOf(part, mark))),
  );
}

/** Whether a value can be a drill step of a card. */
export function isStepOf(card: Card, value: Scalar): boolean {
  if (card.kind !== 'chart' || card.chart.ask.kind !== 'query') return false;
  const [first] = card.chart.ask.dimensions;
  return first !== undefined && kindsOf(card, first, 0).some((part) => isValueOf(part, value));
}
