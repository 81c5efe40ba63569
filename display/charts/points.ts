import type { Mark, Point } from '#contract/dashboard.ts';
import type { Scalar } from '#contract/query.ts';
import type { Frame } from '#display/frame.ts';
import { dimensionsOf, isRest } from './columns.ts';

const isScalar = (value: unknown): value is Scalar => value === null || typeof value !== 'object';

/** What a row stands for, by all its dimensions or by these. The rest is no value, so nobody can mean it. */
export function pointAt(frame: Frame, row: number, only?: string[]): Point | undefined {
  const dimensions = dimensionsOf(frame).filter(({ field }) => !only || only.includes(field.name));
  if (dimensions.length === 0) return undefined;
  const marks = dimensions.map(({ field, values }) => [field.name, values[row] ?? null] as const);
  // In the row of the rest the dimension that it belongs to is empty.
  if (isRest(frame, row) && marks.some(([, value]) => value === null)) return undefined;
  return marks.every(([, value]) => isScalar(value)) ? (Object.fromEntries(marks) as Point) : undefined;
}

const isRange = (mark: Mark): mark is Extract<Mark, object> => mark !== null && typeof mark === 'object';

function isWithin(value: unknown, mark: Mark, isBin: boolean): boolean {
  if (!isRange(mark)) return (value ?? null) === mark;
  const { from, to } = mark;
  if (typeof value !== typeof from || (value as string) < (from as string)) return false;
  // A bin goes by its lower bound, and ends where the next one begins.
  return isBin ? (value as string) < (to as string) : (value as string) <= (to as string);
}

/** Tells of a row whether it belongs to one of the points. */
export function meaning(frame: Frame, points: Point[]): (row: number) => boolean {
  const columns = new Map(dimensionsOf(frame).map((column) => [column.field.name, column]));
  const wanted = points.map((point) => Object.entries(point));
  const isOf = (marks: [string, Mark][], row: number) =>
    marks.every(([name, mark]) => {
      const column = columns.get(name);
      return column !== undefined && isWithin(column.values[row], mark, column.field.width !== null);
    });
  return (row) => !isRest(frame, row) && wanted.some((marks) => isOf(marks, row));
}
