import type { DatasetColumn } from '#domain/columns/column.ts';
import { type ColumnType, type DatePart, dateParts, type Grain, type Span } from '#domain/query/query.ts';
import { daysOf } from '#domain/time/time-steps.ts';

export type WeekStart = 'monday' | 'sunday';

/** What the choice of a grain depends on. */
export type GrainContext = { columns: Pick<DatasetColumn, 'id' | 'type'>[]; weekStart: WeekStart };

/** The grain that gives a readable number of points for a period in days. Dates have no grain below a day. */
export function fittingGrain(length: number, type: ColumnType, weekStart: WeekStart): Grain {
  if (type === 'time' && length <= 0.2) return { unit: 'minute' };
  if (type === 'time' && length <= 3) return { unit: 'hour' };
  if (length <= 93) return { unit: 'day' };
  if (length <= 250) return { unit: 'week', start: weekStart };
  if (length <= 366 * 6) return { unit: 'month' };
  return length <= 366 * 20 ? { unit: 'quarter' } : { unit: 'year' };
}

const [minSteps, maxSteps] = [4, 370];

/** Whether a grain gives a readable number of steps for a period in days. */
export function fits(grain: Grain, length: number): boolean {
  const steps = length / daysOf(grain);
  return steps >= minSteps && steps <= maxSteps;
}

export const spanGrains = (weekStart: WeekStart): Grain[] => [
  { unit: 'day' },
  { unit: 'week', start: weekStart },
  { unit: 'month' },
  { unit: 'quarter' },
  { unit: 'year' },
];

/** The available grains; timestamps also have grains below a day. */
export function grainsFor(type: string, weekStart: WeekStart): Grain[] {
  const small: Grain[] = type === 'time' ? [{ unit: 'minute' }, { unit: 'hour' }] : [];
  return [...small, ...spanGrains(weekStart)];
}

/** Recurring date parts of a column; dates have no hours. */
export const partsFor = (type: ColumnType): readonly DatePart[] =>
  type === 'time' ? dateParts : dateParts.filter((part) => part !== 'hour');

/** Preset time ranges. */
export function presetsFor(weekStart: WeekStart): Span[][] {
  const day: Grain = { unit: 'day' };
  const wholes = spanGrains(weekStart).slice(1);
  return [
    [
      { kind: 'this', grain: day, until: 'now' },
      { kind: 'previous', count: 1, grain: day },
      ...[7, 30, 90].map((count): Span => ({ kind: 'last', count, grain: day })),
    ],
    wholes.map((grain): Span => ({ kind: 'this', grain, until: 'now' })),
    wholes.map((grain): Span => ({ kind: 'previous', count: 1, grain })),
  ];
}

/** Presets counted back from the newest row. */
export function newestPresetsFor(weekStart: WeekStart): Span[][] {
  const [, ...wholes] = spanGrains(weekStart);
  const last = (count: number, grain: Grain): Span => ({ kind: 'last', count, grain, anchor: 'newest' });
  return [
    [7, 30, 90].map((count) => last(count, { unit: 'day' })),
    wholes.map((grain) => last(1, grain)),
    [last(12, { unit: 'month' })],
  ];
}

/** Anchors a span at the newest row or at now. "This step so far" becomes the newest step. */
export function withAnchor(span: Exclude<Span, { kind: 'range' }>, isNewest: boolean): Span {
  if (span.kind === 'this') return isNewest ? { kind: 'last', count: 1, grain: span.grain, anchor: 'newest' } : span;
  const { anchor: _, ...plain } = span;
  return isNewest ? { ...plain, anchor: 'newest' } : plain;
}
