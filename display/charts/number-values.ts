import { exactDifference } from '#domain/query/decimal.ts';
import type { NumberStyle } from '#domain/query/chart.ts';
import { amountOf } from '#display/format/amount.ts';
import { formatDifference, formatPercentChange } from '#display/format/change.ts';
import type { Frame, Look } from '#display/frame.ts';
import { formatAmount } from '#display/format/unit.ts';
import { type MeasureColumn, measuresOf, grandTotalFrameOf } from './frame-columns.ts';
import type { DrawInput } from './draw-input.ts';
import { type SeriesLayout, layOut, type ChartSeries } from './series-layout.ts';
import { chartTexts } from './chart-texts.ts';

/** One number, its compared value, and its trend. */
export type NumberValue = {
  measure: string;
  label: string;
  style: NumberStyle;
  value: number | null;
  base: number | null;
  /** Whether a comparison was requested but the compared period has no data. */
  lacksBase: boolean;
  difference: number | null;
  percent: number | null;
  /** Values step by step; empty if there are no steps. */
  trend: (number | null)[];
  /** Whether the last step is not over yet. */
  isUnfinished: boolean;
};

function changeOf(value: number | null, base: number | null): Pick<NumberValue, 'difference' | 'percent'> {
  if (value === null || base === null) return { difference: null, percent: null };
  const difference = exactDifference(value, base);
  return { difference, percent: base === 0 ? null : difference / Math.abs(base) };
}

// Without a filter zero means that there are no rows; with a filter it may be a real zero.
const isMissingBase = (value: number | null, base: number | null, { isUnfiltered = false }: Frame) =>
  base === null || (base === 0 && value !== 0 && isUnfiltered);

function atRow(column: MeasureColumn, row: number, frame: Frame): Omit<NumberValue, 'trend' | 'isUnfinished'> {
  const { values, base, field, style } = column;
  const { measure, label } = field;
  const [value, before] = [amountOf(values[row]), base ? amountOf(base[row]) : null];
  const lacksBase = base !== null && isMissingBase(value, before, frame);
  const knownBase = lacksBase ? null : before;
  return { measure, label, style, value, base: knownBase, lacksBase, ...changeOf(value, knownBase) };
}

/** Change as a percentage and an amount; no percentage when the base is zero. */
export function changeText({ difference, percent, style }: NumberValue, look: Look): string {
  const amount = formatDifference(difference, style, look);
  return percent === null || style.format === 'percent' ? amount : `${formatPercentChange(percent, look)} (${amount})`;
}

/** The compared value, or that there is none; null if nothing is compared. */
export function baseText({ base, lacksBase, style }: NumberValue, look: Look): string | null {
  const texts = chartTexts[look.language];
  if (lacksBase) return texts.noBase;
  return base === null ? null : texts.against(formatAmount(base, style, look));
}

type NumberTrend = Pick<NumberValue, 'trend' | 'isUnfinished'>;

/** Values over time by measure; empty if there are no time steps. */
function trendsOf(layout: SeriesLayout): Map<string, NumberTrend> {
  const { series, grain, moments, unfinished } = layout;
  if (!grain && !moments) return new Map();
  return new Map(
    series.map(({ values, column }) => [
      column.field.measure,
      { trend: values, isUnfinished: unfinished >= 0 && unfinished === values.length - 1 },
    ]),
  );
}

/** The last finished step, compared with the one before. */
function atLastStep({ values, base, column }: ChartSeries, trend: NumberTrend): NumberValue {
  const last = trend.isUnfinished && values.length > 1 ? values.length - 2 : values.length - 1;
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
    ...trend,
  };
}

const noTrend: NumberTrend = { trend: [], isUnfinished: false };

/**
 * The numbers of a result: each is the grand total, with its values over time as trend. Without a grand total it is
 * the last step.
 */
export function numberValuesOf({ frame, options, look }: Pick<DrawInput, 'frame' | 'options' | 'look'>): NumberValue[] {
  const hasSteps = frame.fields.some(({ role }) => role === 'dimension');
  if (!hasSteps) return measuresOf(frame, options).map((column) => ({ ...atRow(column, 0, frame), ...noTrend }));
  const layout = layOut({ frame, options, look });
  const trends = trendsOf(layout);
  const trendOf = (measure: string) => trends.get(measure) ?? noTrend;
  const total = grandTotalFrameOf(frame);
  if (!total) return layout.series.map((series) => atLastStep(series, trendOf(series.column.field.measure)));
  return measuresOf(total, options).map((column) => ({
    ...atRow(column, 0, total),
    ...trendOf(column.field.measure),
  }));
}
