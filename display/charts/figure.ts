import type { NumberStyle } from '#contract/chart.ts';
import { amountOf } from '#display/format/amount.ts';
import type { Frame } from '#display/frame.ts';
import { type MeasureColumn, measuresOf, rowCountOf } from './columns.ts';
import type { Picture } from './picture.ts';
import { layOut } from './series.ts';

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

/** The whole, if the answer has it. */
function totalOf(frame: Frame): Frame | null {
  const total = frame.totals.find(({ dimensions }) => dimensions.length === 0);
  return total ? { ...frame, fields: total.fields, values: total.values, rest: null } : null;
}

function changeOf(value: number | null, base: number | null): Pick<Figure, 'difference' | 'percent'> {
  if (value === null || base === null) return { difference: null, percent: null };
  return { difference: value - base, percent: base === 0 ? null : (value - base) / Math.abs(base) };
}

function atRow({ values, base, field, style }: MeasureColumn, row: number): Omit<Figure, 'course' | 'isUnfinished'> {
  const [value, before] = [amountOf(values[row]), base ? amountOf(base[row]) : null];
  return { measure: field.measure, label: field.label, style, value, base: before, ...changeOf(value, before) };
}

/**
 * The figures of an answer. Along a dimension each is the whole, if that was asked for, else the last step that is
 * over, against the one before it.
 */
export function figuresOf({ frame, options, look }: Pick<Picture, 'frame' | 'options' | 'look'>): Figure[] {
  const hasSteps = frame.fields.some(({ role }) => role === 'dimension');
  if (!hasSteps)
    return measuresOf(frame, options).map((column) => ({ ...atRow(column, 0), course: [], isUnfinished: false }));
  const { series, unfinished } = layOut({ frame, options, look });
  const whole = totalOf(frame);
  const wholes = whole ? measuresOf(whole, options) : [];
  return series.map(({ values, base, column }, index) => {
    const course = { course: values, isUnfinished: unfinished === values.length - 1 && unfinished >= 0 };
    const total = wholes[index];
    if (total && rowCountOf(whole!) > 0) return { ...atRow(total, 0), ...course };
    const last = course.isUnfinished && values.length > 1 ? values.length - 2 : values.length - 1;
    const [value, before] = [values[last] ?? null, base ? (base[last] ?? null) : (values[last - 1] ?? null)];
    return {
      measure: column.field.measure,
      label: column.field.label,
      style: column.style,
      value,
      base: before,
      ...changeOf(value, before),
      ...course,
    };
  });
}
