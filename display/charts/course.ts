import type { AlertCondition } from '#contract/alert.ts';
import type { Rehearsal } from '#contract/alerts.ts';

/** Where things of a course are drawn, in pixels. */
export type CourseShape = {
  /** Pieces of lines; what is not known parts them. */
  lines: { key: string; points: [number, number][]; isMain: boolean }[];
  /** Where the condition was met. */
  dots: { x: number; y: number; label: string | null; place: number; value: number | null }[];
  /** How high the threshold lies; null where there is none. */
  threshold: number | null;
  /** What lies at the top and at the bottom. */
  top: number;
  bottom: number;
  xOf: (place: number) => number;
};

type Room = { width: number; height: number };

/** Room for the dots at the edges. */
const edge = 6;

/** The numbers of an alert over time, its threshold, and where it would have fired, ready to be drawn. */
export function shapeOf(
  { steps, courses }: Rehearsal,
  condition: AlertCondition,
  { width, height }: Room,
): CourseShape {
  const limit = 'value' in condition ? condition.value : null;
  const numbers = courses.flatMap(({ values }) => values).filter((value) => value !== null);
  const all = limit === null ? numbers : [...numbers, limit];
  const least = all.reduce((a, b) => Math.min(a, b), 0);
  const most = all.reduce((a, b) => Math.max(a, b), least === 0 ? 1 : 0);
  const span = most - least || 1;
  const xOf = (place: number) =>
    edge + (steps.length > 1 ? (place / (steps.length - 1)) * (width - 2 * edge) : (width - 2 * edge) / 2);
  const yOf = (value: number) => height - edge - ((value - least) / span) * (height - 2 * edge);
  return {
    lines: courses.flatMap(({ values }, index) =>
      piecesOf(values).map((piece) => ({
        key: `${index} ${piece[0]}`,
        isMain: index === 0,
        points: piece.map((place): [number, number] => [xOf(place), yOf(values[place]!)]),
      })),
    ),
    dots: courses.flatMap(({ label, values, met }) =>
      met.map((place) => ({
        x: xOf(place),
        y: yOf(values[place] ?? least),
        label,
        place,
        value: values[place] ?? null,
      })),
    ),
    threshold: limit === null ? null : yOf(limit),
    top: most,
    bottom: least,
    xOf,
  };
}

/** The places of values that follow one another. */
function piecesOf(values: (number | null)[]): number[][] {
  const pieces: number[][] = [[]];
  values.forEach((value, place) => {
    if (value !== null) pieces.at(-1)!.push(place);
    else if (pieces.at(-1)!.length > 0) pieces.push([]);
  });
  return pieces.filter((piece) => piece.length > 0);
}
