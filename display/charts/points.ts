import type { PointValue, ChartPoint } from '#domain/dashboard/dashboard.ts';
import type { Scalar } from '#domain/query/query.ts';
import type { Frame } from '#display/frame.ts';
import { dimensionsOf, isRest } from './frame-columns.ts';

const isScalar = (value: unknown): value is Scalar => value === null || typeof value !== 'object';

/** The point of a row by all its dimensions, or by these. The rest is not a value, so it cannot be picked. */
export function pointAt(frame: Frame, row: number, fieldNames?: string[]): ChartPoint | undefined {
  const dimensions = dimensionsOf(frame).filter(({ field }) => !fieldNames || fieldNames.includes(field.name));
  if (dimensions.length === 0) return undefined;
  const marks = dimensions.map(({ field, values }) => [field.name, values[row] ?? null] as const);
  // In the row of the rest its dimension is empty.
  if (isRest(frame, row) && marks.some(([, value]) => value === null)) return undefined;
  return marks.every(([, value]) => isScalar(value)) ? (Object.fromEntries(marks) as ChartPoint) : undefined;
}

const isRange = (mark: PointValue): mark is Extract<PointValue, object> => mark !== null && typeof mark === 'object';

function isWithin(value: unknown, mark: PointValue, isBin: boolean): boolean {
  if (!isRange(mark)) return (value ?? null) === mark;
  const { from, to } = mark;
  if (typeof value !== typeof from || (value as string) < (from as string)) return false;
  // A bin is identified by its lower bound and ends where the next one begins.
  return isBin ? (value as string) < (to as string) : (value as string) <= (to as string);
}

/** Predicate for rows that belong to one of the points. */
export function rowMatcherOf(frame: Frame, points: ChartPoint[]): (row: number) => boolean {
  const columns = new Map(dimensionsOf(frame).map((column) => [column.field.name, column]));
  const pointMarks = points.map((point) => Object.entries(point));
  const matchesMarks = (marks: [string, PointValue][], row: number) =>
    marks.every(([name, mark]) => {
      const column = columns.get(name);
      return column !== undefined && isWithin(column.values[row], mark, column.field.width !== null);
    });
  return (row) => !isRest(frame, row) && pointMarks.some((marks) => matchesMarks(marks, row));
}
