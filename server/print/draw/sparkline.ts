import type { NumberValue } from '#display/charts/number-values.ts';
import type { DrawingSize } from './plot.ts';

type SvgPoint = [x: number, y: number];

/** The points of a line, split at gaps. */
function segmentsOf(values: (number | null)[], { width, height }: DrawingSize): SvgPoint[][] {
  const present = values.filter((value) => value !== null);
  const [min, max] = [Math.min(...present), Math.max(...present)];
  const y = (value: number) => (max === min ? height / 2 : height - 3 - ((value - min) / (max - min)) * (height - 6));
  const x = (index: number) => (index / Math.max(values.length - 1, 1)) * width;
  const segments: SvgPoint[][] = [[]];
  values.forEach((value, index) => {
    if (value === null) segments.push([]);
    else segments.at(-1)!.push([x(index), y(value)]);
  });
  return segments.filter((segment) => segment.length > 0);
}

const textOf = (points: SvgPoint[]) => points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
const lineOf = (points: SvgPoint[], colour: string, dashes = '') =>
  `<polyline points="${textOf(points)}" fill="none" stroke="${colour}" stroke-width="1.75" stroke-linejoin="round"${dashes}/>`;

/** Draws a small line without axes; an unfinished last step is dashed. */
export function drawSparkline(
  { trend, isUnfinished }: Pick<NumberValue, 'trend' | 'isUnfinished'>,
  size: DrawingSize,
  colour: string,
): string {
  if (trend.every((value) => value === null)) return '';
  const segments = segmentsOf(trend, size);
  const last = segments.at(-1)!;
  const unfinished = isUnfinished && last.length > 1 ? last.splice(-1) : [];
  const { height } = size;
  const areas = segments.map((points) => {
    const below = `${points[0]![0].toFixed(1)},${height} ${textOf(points)} ${points.at(-1)![0].toFixed(1)},${height}`;
    return `<polygon points="${below}" fill="${colour}" fill-opacity="0.1"/>${lineOf(points, colour)}`;
  });
  const dashedLine =
    unfinished.length > 0 ? lineOf([last.at(-1)!, ...unfinished], colour, ' stroke-dasharray="4 4"') : '';
  return areas.join('') + dashedLine;
}
