import type { ChartKind, ChartOptions, Drawing } from '#domain/query/chart.ts';
import type { Language } from '#domain/language.ts';
import { amountOf } from '#display/format/amount.ts';
import type { Frame } from '#display/frame.ts';
import {
  dimensionsOf,
  isNumberField,
  isTimeField,
  measuresOf,
  rowCountOf,
  grandTotalFrameOf,
} from './frame-columns.ts';
import { type RefusalReason, reasonTexts } from './refusal-reasons.ts';

/** Requirements of a chart kind: number of dimensions and measures, and supported options. */
type KindRequirements = {
  dimensions: readonly [least: number, most: number];
  measures: readonly [least: number, most: number];
  options: readonly (keyof ChartOptions)[];
  /** Whether it shows parts of a whole, which a truncated result does not have. */
  isWhole?: true;
  /** Further check; returns why the result cannot be drawn. */
  check?: (frame: Frame) => RefusalReason | null;
};

const unlimited = Infinity;

function amountsOf(frame: Frame): (number | null)[] {
  return measuresOf(frame).flatMap(({ values }) => values.map(amountOf));
}

const needsPositive = (frame: Frame): RefusalReason | null =>
  amountsOf(frame).some((amount) => amount !== null && amount > 0) ? null : 'needs_positive';
const needsNoNegative = (frame: Frame): RefusalReason | null =>
  amountsOf(frame).some((amount) => amount !== null && amount < 0) ? 'needs_no_negative' : needsPositive(frame);
// The last time step can stand for the current value; no single name can stand for all.
const needsWhole = (frame: Frame): RefusalReason | null => {
  const isOverTime = dimensionsOf(frame).every(({ field }) => isTimeField(field));
  return grandTotalFrameOf(frame) || (isOverTime && !frame.isCutOff) ? null : 'needs_whole';
};
const needsDays = (frame: Frame): RefusalReason | null => {
  const time = dimensionsOf(frame).find(({ field }) => isTimeField(field));
  const isDay = time && (time.field.grain ? time.field.grain.unit === 'day' : time.field.type === 'date');
  return isDay ? null : 'needs_days';
};
const needsNumbers = (frame: Frame): RefusalReason | null => {
  const [dimension] = dimensionsOf(frame);
  return !dimension || isNumberField(dimension.field) || rowCountOf(frame) > 1 ? null : 'needs_numbers';
};
// Several measures in a row, or a row per value of a dimension.
const needsSeveral =
  (count: number) =>
  (frame: Frame): RefusalReason | null =>
    dimensionsOf(frame).length > 0 || measuresOf(frame).length >= count ? null : 'needs_several';
const needsPositiveSeveral = (frame: Frame): RefusalReason | null => needsSeveral(2)(frame) ?? needsPositive(frame);

export const kinds: Record<ChartKind, KindRequirements> = {
  figure: { dimensions: [0, unlimited], measures: [1, 6], options: ['target', 'numbers'], check: needsWhole },
  line: {
    dimensions: [1, unlimited],
    measures: [1, unlimited],
    options: ['legend', 'scale', 'fromZero', 'smooth', 'numbers'],
  },
  area: { dimensions: [1, unlimited], measures: [1, unlimited], options: ['stack', 'legend', 'smooth', 'numbers'] },
  bar: { dimensions: [1, unlimited], measures: [1, unlimited], options: ['stack', 'labels', 'legend', 'numbers'] },
  bar_horizontal: {
    dimensions: [1, unlimited],
    measures: [1, unlimited],
    options: ['stack', 'labels', 'legend', 'numbers'],
  },
  combination: { dimensions: [1, 1], measures: [2, unlimited], options: ['second', 'legend', 'smooth', 'numbers'] },
  ring: {
    dimensions: [1, unlimited],
    measures: [1, 1],
    options: ['labels', 'numbers'],
    isWhole: true,
    check: needsNoNegative,
  },
  pie: {
    dimensions: [1, unlimited],
    measures: [1, 1],
    options: ['labels', 'numbers'],
    isWhole: true,
    check: needsNoNegative,
  },
  scatter: { dimensions: [0, unlimited], measures: [2, unlimited], options: ['labels', 'scale', 'legend', 'numbers'] },
  bubble: { dimensions: [0, unlimited], measures: [3, unlimited], options: ['labels', 'scale', 'legend', 'numbers'] },
  histogram: { dimensions: [1, 2], measures: [1, 1], options: ['numbers'], check: needsNumbers },
  box: { dimensions: [1, unlimited], measures: [1, unlimited], options: ['numbers'] },
  heatmap: { dimensions: [2, unlimited], measures: [1, 1], options: ['labels', 'numbers'] },
  calendar: { dimensions: [1, 1], measures: [1, 1], options: ['numbers'], check: needsDays },
  funnel: {
    dimensions: [0, 1],
    measures: [1, unlimited],
    options: ['numbers'],
    isWhole: true,
    check: needsPositiveSeveral,
  },
  waterfall: {
    dimensions: [0, 1],
    measures: [1, unlimited],
    options: ['labels', 'numbers'],
    isWhole: true,
    check: needsSeveral(2),
  },
  treemap: { dimensions: [1, unlimited], measures: [1, 1], options: ['numbers'], isWhole: true, check: needsPositive },
  sunburst: { dimensions: [1, unlimited], measures: [1, 1], options: ['numbers'], isWhole: true, check: needsPositive },
  sankey: { dimensions: [2, unlimited], measures: [1, 1], options: ['numbers'], check: needsPositive },
  radar: { dimensions: [0, 2], measures: [1, unlimited], options: ['legend', 'numbers'], check: needsSeveral(3) },
  gauge: { dimensions: [0, 0], measures: [1, 1], options: ['target', 'numbers'] },
  words: { dimensions: [1, 1], measures: [1, 1], options: [], check: needsPositive },
  table: { dimensions: [0, unlimited], measures: [0, unlimited], options: ['numbers', 'cells'] },
  pivot: { dimensions: [1, unlimited], measures: [1, unlimited], options: ['rows', 'subtotals', 'numbers', 'cells'] },
  world: { dimensions: [1, 1], measures: [1, 1], options: ['labels', 'numbers'] },
  china: { dimensions: [1, 1], measures: [1, 1], options: ['labels', 'numbers'] },
};

/** Options that a kind supports. */
export const optionsOf = (kind: ChartKind): readonly (keyof ChartOptions)[] => kinds[kind].options;

/**
 * The frame as a kind draws it. If all columns are numbers, as SQL may return them, the first one becomes the axis
 * where the kind needs one.
 */
export function frameFor(kind: ChartKind, frame: Frame): Frame {
  const [first] = frame.fields;
  const isNumbersAlone = first?.role === 'measure' && dimensionsOf(frame).length === 0 && frame.fields.length > 1;
  if (!isNumbersAlone || kinds[kind].dimensions[0] === 0 || rowCountOf(frame) < 2) return frame;
  const { name, label, type } = first;
  const axis = { name, label, type, role: 'dimension' as const, grain: null, width: null };
  return { ...frame, fields: [axis, ...frame.fields.slice(1)] };
}

function reasonFor(kind: ChartKind, result: Frame, stack: ChartOptions['stack'] = 'none'): RefusalReason | null {
  const { dimensions, measures, check, isWhole, options } = kinds[kind];
  const frame = frameFor(kind, result);
  const [dimensionCount, measureCount] = [dimensionsOf(frame).length, measuresOf(frame).length];
  if (dimensionCount < dimensions[0]) return dimensions[0] === 1 ? 'needs_dimension' : 'needs_two_dimensions';
  if (dimensionCount > dimensions[1]) return dimensions[1] === 0 ? 'needs_no_dimension' : 'too_many_dimensions';
  if (measureCount < measures[0])
    return measures[0] === 1 ? 'needs_measure' : measures[0] === 2 ? 'needs_two_measures' : 'needs_three_measures';
  if (measureCount > measures[1]) return 'too_many_measures';
  if (rowCountOf(frame) === 0) return 'no_rows';
  if (kind === 'table' || kind === 'pivot') return null;
  if (amountsOf(frame).every((amount) => amount === null)) return 'all_empty';
  const showsWhole = isWhole || (stack === 'percent' && options.includes('stack'));
  return frame.isCutOff && showsWhole ? 'needs_all' : (check?.(frame) ?? null);
}

/** Why the result cannot be drawn as this kind, as text; null if it can. */
export const refusalOf = (kind: ChartKind, frame: Frame, language: Language): string | null =>
  refusalOfDrawing({ kind, options: {} }, frame, language);

/** Like `refusalOf`, ignoring a missing grand total: it is queried once the kind is chosen. */
export function refusalBeforeTotal(kind: ChartKind, frame: Frame, language: Language): string | null {
  const reason = reasonFor(kind, frame);
  return reason && reason !== 'needs_whole' ? reasonTexts[language][reason] : null;
}

/** Like `refusalOf` with the options: 100% stacks need all parts. */
export function refusalOfDrawing({ kind, options }: Drawing, frame: Frame, language: Language): string | null {
  const reason = reasonFor(kind, frame, options.stack);
  return reason && reasonTexts[language][reason];
}

/** Whether a kind fits the columns of a result, whatever the values. */
export function suitsColumns(kind: ChartKind, frame: Frame): boolean {
  const reason = reasonFor(kind, frame);
  return reason === null || reason === 'no_rows' || reason === 'all_empty';
}

const fewParts = 6;

/** Whether the values add up to 100%. */
function arePartsOfWhole(frame: Frame): boolean {
  const [measure] = measuresOf(frame);
  const amounts = amountsOf(frame);
  const sum = amounts.reduce<number>((total, amount) => total + (amount ?? 0), 0);
  return (
    measure?.field.style.format === 'percent' &&
    amounts.every((amount) => (amount ?? 0) >= 0) &&
    Math.abs(sum - 1) < 0.005
  );
}

/** The default chart kind for a result. */
export function kindFor(frame: Frame): ChartKind {
  const [dimensions, measures] = [dimensionsOf(frame), measuresOf(frame)];
  if (measures.length === 0 || dimensions.length > 2) return 'table';
  if (dimensions.length === 0) return rowCountOf(frame) <= 1 && measures.length <= 6 ? 'figure' : 'table';
  if (dimensions.some(({ field }) => isTimeField(field))) return 'line';
  const isPart = ({ field }: (typeof dimensions)[number]) => field.datePart !== undefined;
  if (dimensions.some(isPart)) return dimensions.length === 2 && dimensions.every(isPart) ? 'heatmap' : 'bar';
  if (dimensions.some(({ field }) => field.width !== null)) return dimensions.length === 1 ? 'histogram' : 'bar';
  if (dimensions.length === 2 && new Set(dimensions[1]!.values).size > 12) return 'heatmap';
  const isWhole = !frame.isCutOff && dimensions.length === 1 && measures.length === 1 && arePartsOfWhole(frame);
  return isWhole && rowCountOf(frame) <= fewParts ? 'ring' : 'bar_horizontal';
}
