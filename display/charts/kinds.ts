import type { ChartKind, ChartOptions, Drawing } from '#contract/chart.ts';
import type { Language } from '#contract/language.ts';
import { amountOf } from '#display/format/amount.ts';
import type { Frame } from '#display/frame.ts';
import { dimensionsOf, isNumberField, isTimeField, measuresOf, rowCountOf, wholeOf } from './columns.ts';
import { type Reason, reasonTexts } from './reasons.ts';

/** What a kind draws: how many dimensions and measures it needs, and which options it heeds. */
type Kind = {
  dimensions: readonly [least: number, most: number];
  measures: readonly [least: number, most: number];
  options: readonly (keyof ChartOptions)[];
  /** Whether it shows a whole, which an answer that was cut off does not have. */
  isWhole?: true;
  /** What else must hold; says why the answer cannot be drawn. */
  check?: (frame: Frame) => Reason | null;
};

const many = Infinity;

function amountsOf(frame: Frame): (number | null)[] {
  return measuresOf(frame).flatMap(({ values }) => values.map(amountOf));
}

const needsPositive = (frame: Frame): Reason | null =>
  amountsOf(frame).some((amount) => amount !== null && amount > 0) ? null : 'needs_positive';
const needsNoNegative = (frame: Frame): Reason | null =>
  amountsOf(frame).some((amount) => amount !== null && amount < 0) ? 'needs_no_negative' : needsPositive(frame);
// Of steps of time the last one stands for now; none of a row of names stands for all.
const needsWhole = (frame: Frame): Reason | null => {
  const isOverTime = dimensionsOf(frame).every(({ field }) => isTimeField(field));
  return wholeOf(frame) || (isOverTime && !frame.isCutOff) ? null : 'needs_whole';
};
const needsDays = (frame: Frame): Reason | null => {
  const time = dimensionsOf(frame).find(({ field }) => isTimeField(field));
  const isDay = time && (time.field.grain ? time.field.grain.unit === 'day' : time.field.type === 'date');
  return isDay ? null : 'needs_days';
};
const needsNumbers = (frame: Frame): Reason | null => {
  const [dimension] = dimensionsOf(frame);
  return !dimension || isNumberField(dimension.field) || rowCountOf(frame) > 1 ? null : 'needs_numbers';
};
// A row of measures, or a row for each value of a dimension.
const needsSeveral =
  (least: number) =>
  (frame: Frame): Reason | null =>
    dimensionsOf(frame).length > 0 || measuresOf(frame).length >= least ? null : 'needs_several';
const needsPositiveSeveral = (frame: Frame): Reason | null => needsSeveral(2)(frame) ?? needsPositive(frame);

export const kinds: Record<ChartKind, Kind> = {
  figure: { dimensions: [0, many], measures: [1, 6], options: ['target', 'numbers'], check: needsWhole },
  line: { dimensions: [1, many], measures: [1, many], options: ['legend', 'scale', 'fromZero', 'smooth', 'numbers'] },
  area: { dimensions: [1, many], measures: [1, many], options: ['stack', 'legend', 'smooth', 'numbers'] },
  bar: { dimensions: [1, many], measures: [1, many], options: ['stack', 'labels', 'legend', 'numbers'] },
  bar_horizontal: { dimensions: [1, many], measures: [1, many], options: ['stack', 'labels', 'legend', 'numbers'] },
  combination: { dimensions: [1, 1], measures: [2, many], options: ['second', 'legend', 'smooth', 'numbers'] },
  ring: {
    dimensions: [1, many],
    measures: [1, 1],
    options: ['labels', 'numbers'],
    isWhole: true,
    check: needsNoNegative,
  },
  pie: {
    dimensions: [1, many],
    measures: [1, 1],
    options: ['labels', 'numbers'],
    isWhole: true,
    check: needsNoNegative,
  },
  scatter: { dimensions: [0, many], measures: [2, many], options: ['labels', 'scale', 'legend', 'numbers'] },
  bubble: { dimensions: [0, many], measures: [3, many], options: ['labels', 'scale', 'legend', 'numbers'] },
  histogram: { dimensions: [1, 2], measures: [1, 1], options: ['numbers'], check: needsNumbers },
  box: { dimensions: [1, many], measures: [1, many], options: ['numbers'] },
  heatmap: { dimensions: [2, many], measures: [1, 1], options: ['labels', 'numbers'] },
  calendar: { dimensions: [1, 1], measures: [1, 1], options: ['numbers'], check: needsDays },
  funnel: { dimensions: [0, 1], measures: [1, many], options: ['numbers'], isWhole: true, check: needsPositiveSeveral },
  waterfall: {
    dimensions: [0, 1],
    measures: [1, many],
    options: ['labels', 'numbers'],
    isWhole: true,
    check: needsSeveral(2),
  },
  treemap: { dimensions: [1, many], measures: [1, 1], options: ['numbers'], isWhole: true, check: needsPositive },
  sunburst: { dimensions: [1, many], measures: [1, 1], options: ['numbers'], isWhole: true, check: needsPositive },
  sankey: { dimensions: [2, many], measures: [1, 1], options: ['numbers'], check: needsPositive },
  radar: { dimensions: [0, 2], measures: [1, many], options: ['legend', 'numbers'], check: needsSeveral(3) },
  gauge: { dimensions: [0, 0], measures: [1, 1], options: ['target', 'numbers'] },
  words: { dimensions: [1, 1], measures: [1, 1], options: [], check: needsPositive },
  table: { dimensions: [0, many], measures: [0, many], options: ['numbers', 'cells'] },
  pivot: { dimensions: [1, many], measures: [1, many], options: ['rows', 'subtotals', 'numbers', 'cells'] },
  world: { dimensions: [1, 1], measures: [1, 1], options: ['labels', 'numbers'] },
  china: { dimensions: [1, 1], measures: [1, 1], options: ['labels', 'numbers'] },
};

/** The options that a kind heeds. */
export const optionsOf = (kind: ChartKind): readonly (keyof ChartOptions)[] => kinds[kind].options;

/**
 * The frame as a kind draws it. Rows of numbers alone, as SQL may answer them, have their first column as the axis
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

function reasonFor(kind: ChartKind, given: Frame, stack: ChartOptions['stack'] = 'none'): Reason | null {
  const { dimensions, measures, check, isWhole, options } = kinds[kind];
  const frame = frameFor(kind, given);
  const [has, shows] = [dimensionsOf(frame).length, measuresOf(frame).length];
  if (has < dimensions[0]) return dimensions[0] === 1 ? 'needs_dimension' : 'needs_two_dimensions';
  if (has > dimensions[1]) return dimensions[1] === 0 ? 'needs_no_dimension' : 'too_many_dimensions';
  if (shows < measures[0])
    return measures[0] === 1 ? 'needs_measure' : measures[0] === 2 ? 'needs_two_measures' : 'needs_three_measures';
  if (shows > measures[1]) return 'too_many_measures';
  if (rowCountOf(frame) === 0) return 'no_rows';
  if (kind === 'table' || kind === 'pivot') return null;
  if (amountsOf(frame).every((amount) => amount === null)) return 'all_empty';
  const showsWhole = isWhole || (stack === 'percent' && options.includes('stack'));
  return frame.isCutOff && showsWhole ? 'needs_all' : (check?.(frame) ?? null);
}

/** Why this answer cannot be drawn as this kind, in words; null if it can. An empty answer says so. */
export const refusalOf = (kind: ChartKind, frame: Frame, language: Language): string | null =>
  refusalOfDrawing({ kind, options: {} }, frame, language);

/** The same where the whole is asked for as soon as a picture of it is chosen. */
export function refusalBefore(kind: ChartKind, frame: Frame, language: Language): string | null {
  const reason = reasonFor(kind, frame);
  return reason && reason !== 'needs_whole' ? reasonTexts[language][reason] : null;
}

/** The same where it is known how the kind is to be drawn: parts of a hundred percent need all parts. */
export function refusalOfDrawing({ kind, options }: Drawing, frame: Frame, language: Language): string | null {
  const reason = reasonFor(kind, frame, options.stack);
  return reason && reasonTexts[language][reason];
}

/** Whether a kind has a use for what this answer consists of, whatever its numbers are. */
export function suits(kind: ChartKind, frame: Frame): boolean {
  const reason = reasonFor(kind, frame);
  return reason === null || reason === 'no_rows' || reason === 'all_empty';
}

const fewParts = 6;

/** Whether the numbers are the parts of one whole. */
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

/** The picture that suits an answer, unless a person says otherwise. */
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
