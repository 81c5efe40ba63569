import type { Figure } from '#display/charts/figure.ts';
import type { Room } from './plot.ts';

type Point = [x: number, y: number];

/** Stretches without a gap. */
function stretchesOf(values: (number | null)[], { width, height }: Room): Point[][] {
  const known = values.filter((value) => value !== null);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const y = (value: number) =>
    most === least ? height / 2 : height - 3 - ((value - least) / (most - least)) * (height - 6);
  const x = (index: number) => (index / Math.max(values.length - 1, 1)) * width;
  const stretches: Point[][] = [[]];
  values.forEach((value, index) => {
    if (value === null) stretches.push([]);
    else stretches.at(-1)!.push([x(index), y(value)]);
  });
  return stretches.filter((stretch) => stretch.length > 0);
}

const textOf = (points: Point[]) => points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
const lineOf = (points: Point[], colour: string, dashes = '') =>
  `<polyline points="${textOf(points)}" fill="none" stroke="${colour}" stroke-width="1.75" stroke-linejoin="round"${dashes}/>`;

/** The way that led to a figure: a small line without axes, its last step dashed while it is not over. */
export function traceAt(
  { course, isUnfinished }: Pick<Figure, 'course' | 'isUnfinished'>,
  room: Room,
  colour: string,
): string {
  if (course.every((value) => value === null)) return '';
  const stretches = stretchesOf(course, room);
  const last = stretches.at(-1)!;
  const open = isUnfinished && last.length > 1 ? last.splice(-1) : [];
  const { height } = room;
  const drawn = stretches.map((points) => {
    const below = `${points[0]![0].toFixed(1)},${height} ${textOf(points)} ${points.at(-1)![0].toFixed(1)},${height}`;
    return `<polygon points="${below}" fill="${colour}" fill-opacity="0.1"/>${lineOf(points, colour)}`;
  });
  const ahead = open.length > 0 ? lineOf([last.at(-1)!, ...open], colour, ' stroke-dasharray="4 4"') : '';
  return drawn.join('') + ahead;
}
