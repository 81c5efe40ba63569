import type { AlertCondition } from '#contract/alerts/schemas.ts';
import type { Backtest } from '#contract/alerts/routes.ts';

/** Pixel positions of an alert's backtest chart. */
export type TrendShape = {
  /** Polylines; null values split them. */
  lines: { key: string; points: [number, number][]; isMain: boolean }[];
  /** Points where the condition was met. */
  dots: { x: number; y: number; label: string | null; place: number; value: number | null }[];
  /** Pixel height of the threshold; null if there is none. */
  threshold: number | null;
  /** Values at the top and bottom edge. */
  top: number;
  bottom: number;
  xOf: (index: number) => number;
};

type TrendSize = { width: number; height: number };

/** Margin for dots at the edges. */
const edge = 6;

/** Lays out the alert's values over time, its threshold, and where it would have fired. */
export function trendShapeOf(
  { steps, courses: trends }: Backtest,
  condition: AlertCondition,
  { width, height }: TrendSize,
): TrendShape {
  const limit = 'value' in condition ? condition.value : null;
  const numbers = trends.flatMap(({ values }) => values).filter((value) => value !== null);
  const allNumbers = limit === null ? numbers : [...numbers, limit];
  const min = allNumbers.reduce((a, b) => Math.min(a, b), 0);
  const max = allNumbers.reduce((a, b) => Math.max(a, b), min === 0 ? 1 : 0);
  const span = max - min || 1;
  const xOf = (index: number) =>
    edge + (steps.length > 1 ? (index / (steps.length - 1)) * (width - 2 * edge) : (width - 2 * edge) / 2);
  const yOf = (value: number) => height - edge - ((value - min) / span) * (height - 2 * edge);
  return {
    lines: trends.flatMap(({ values }, index) =>
      piecesOf(values).map((piece) => ({
        key: `${index} ${piece[0]}`,
        isMain: index === 0,
        points: piece.map((valueIndex): [number, number] => [xOf(valueIndex), yOf(values[valueIndex]!)]),
      })),
    ),
    dots: trends.flatMap(({ label, values, met }) =>
      met.map((index) => ({
        x: xOf(index),
        y: yOf(values[index] ?? min),
        label,
        place: index,
        value: values[index] ?? null,
      })),
    ),
    threshold: limit === null ? null : yOf(limit),
    top: max,
    bottom: min,
    xOf,
  };
}

/** Runs of indexes without null values. */
function piecesOf(values: (number | null)[]): number[][] {
  const pieces: number[][] = [[]];
  values.forEach((value, index) => {
    if (value !== null) pieces.at(-1)!.push(index);
    else if (pieces.at(-1)!.length > 0) pieces.push([]);
  });
  return pieces.filter((piece) => piece.length > 0);
}
