import type { NumberStyle } from '#contract/chart.ts';
import { amountOf } from '#display/format/amount.ts';
import { formatDifference, formatPercentChange } from '#display/format/change.ts';
import type { Look } from '#display/frame.ts';
import { type MeasureColumn, measuresOf, wholeOf } from './columns.ts';
import type { Picture } from './picture.ts';
import { type Layout, layOut, type Series } from './series.ts';

/** One number, what it was before, and how it came here. */
export type Figure = {
  measure: string;
  label: string;
  style: NumberStyle;
  value: number | null;
  base: number | null;
  difference: number | null;
  percent: number | null;
  /** Step by step; empty if there are none. */
  course: (number | null)[];
  /** Whether the last step is not over yet. */
  isUnfinished: boolean;
};

function changeOf(value: number | null, base: number | null): Pick<Figure, 'difference' | 'percent'> {
  if (value === null || base === null) return { difference: null, percent: null };
  return { difference: value - base, percent: base === 0 ? null : (value - base) / Math.abs(base) };
}

function atRow({ values, base, field, style }: MeasureColumn, row: number): Omit<Figure, 'course' | 'isUnfinished'> {
  const [value, before] = [amountOf(values[row]), base ? amountOf(base[row]) : null];
  return { measure: field.measure, label: field.label, style, value, base: before, ...changeOf(value, before) };
}

/** By how much and in percent it changed; from nothing there is no percentage. */
export function changeText({ difference, percent, style }: Figure, look: Look): string {
  const amount = formatDifference(difference, style, look);
  return percent === null ? amount : `${formatPercentChange(percent, look)} (${amount})`;
}

type Course = Pick<Figure, 'course' | 'isUnfinished'>;

/** Step by step, by measure; nothing where there are no steps of time. */
function coursesOf(layout: Layout): Map<string, Course> {
  const { series, grain, moments, unfinished } = layout;
  if (!grain && !moments) return new Map();
  return new Map(
    series.map(({ values, column }) => [
      column.field.measure,
      { course: values, isUnfinished: unfinished >= 0 && unfinished === values.length - 1 },
    ]),
  );
}

/** The last step that is over, against the one before it. */
function atLastStep({ values, base, column }: Series, course: Course): Figure {
  const last = course.isUnfinished && values.length > 1 ? values.length - 2 : values.length - 1;
  const [value, before] = [values[last] ?? null, base ? (base[last] ?? null) : (values[last - 1] ?? null)];
  const { field, style } = column;
  return {
    measure: field.measure,
    label: field.label,
    style,
    value,
    base: before,
    ...changeOf(value, before),
    ...course,
  };
}

const noCourse: Course = { course: [], isUnfinished: false };

/**
 * The figures of an answer: each is the whole, and what there is along time is its course. Where the whole was not
 * asked for it is the last step.
 */
export function figuresOf({ frame, options, look }: Pick<Picture, 'frame' | 'options' | 'look'>): Figure[] {
  const hasSteps = frame.fields.some(({ role }) => role === 'dimension');
  if (!hasSteps) return measuresOf(frame, options).map((column) => ({ ...atRow(column, 0), ...noCourse }));
  const layout = layOut({ frame, options, look });
  const courses = coursesOf(layout);
  const courseOf = (measure: string) => courses.get(measure) ?? noCourse;
  const whole = wholeOf(frame);
  if (!whole) return layout.series.map((series) => atLastStep(series, courseOf(series.column.field.measure)));
  return measuresOf(whole, options).map((column) => ({ ...atRow(column, 0), ...courseOf(column.field.measure) }));
}
