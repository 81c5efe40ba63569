import { exactDifference } from '#contract/decimal.ts';
import type { NumberStyle } from '#contract/chart.ts';
import { amountOf } from '#display/format/amount.ts';
import { formatDifference, formatPercentChange } from '#display/format/change.ts';
import type { Frame, Look } from '#display/frame.ts';
import { formatAmount } from '#display/format/unit.ts';
import { type MeasureColumn, measuresOf, wholeOf } from './columns.ts';
import type { Picture } from './picture.ts';
import { type Layout, layOut, type Series } from './series.ts';
import { chartTexts } from './texts.ts';

/** One number, what it was before, and how it came here. */
export type Figure = {
  measure: string;
  label: string;
  style: NumberStyle;
  value: number | null;
  base: number | null;
  /** Whether it is held against another time, of which there is nothing. */
  lacksBase: boolean;
  difference: number | null;
  percent: number | null;
  /** Step by step; empty if there are none. */
  course: (number | null)[];
  /** Whether the last step is not over yet. */
  isUnfinished: boolean;
};

function changeOf(value: number | null, base: number | null): Pick<Figure, 'difference' | 'percent'> {
  if (value === null || base === null) return { difference: null, percent: null };
  const difference = exactDifference(value, base);
  return { difference, percent: base === 0 ? null : difference / Math.abs(base) };
}

// Without a filter zero means that there are no rows at all; with one it may well be zero of what is looked for.
const isNothing = (value: number | null, base: number | null, { isUnfiltered = false }: Frame) =>
  base === null || (base === 0 && value !== 0 && isUnfiltered);

function atRow(column: MeasureColumn, row: number, frame: Frame): Omit<Figure, 'course' | 'isUnfinished'> {
  const { values, base, field, style } = column;
  const { measure, label } = field;
  const [value, before] = [amountOf(values[row]), base ? amountOf(base[row]) : null];
  const lacksBase = base !== null && isNothing(value, before, frame);
  const known = lacksBase ? null : before;
  return { measure, label, style, value, base: known, lacksBase, ...changeOf(value, known) };
}

/** By how much and in percent it changed; from nothing there is no percentage. */
export function changeText({ difference, percent, style }: Figure, look: Look): string {
  const amount = formatDifference(difference, style, look);
  return percent === null || style.format === 'percent' ? amount : `${formatPercentChange(percent, look)} (${amount})`;
}

/** What it is compared with, or that there is nothing; null where it is not compared. */
export function baseText({ base, lacksBase, style }: Figure, look: Look): string | null {
  const say = chartTexts[look.language];
  if (lacksBase) return say.noBase;
  return base === null ? null : say.against(formatAmount(base, style, look));
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
    lacksBase: false,
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
  if (!hasSteps) return measuresOf(frame, options).map((column) => ({ ...atRow(column, 0, frame), ...noCourse }));
  const layout = layOut({ frame, options, look });
  const courses = coursesOf(layout);
  const courseOf = (measure: string) => courses.get(measure) ?? noCourse;
  const whole = wholeOf(frame);
  if (!whole) return layout.series.map((series) => atLastStep(series, courseOf(series.column.field.measure)));
  return measuresOf(whole, options).map((column) => ({
    ...atRow(column, 0, whole),
    ...courseOf(column.field.measure),
  }));
}
