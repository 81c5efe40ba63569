import type { ChartOptions, Drawing } from '#domain/query/chart.ts';
import type { ChartKind } from '#domain/query/chart-kinds.ts';
import type { Language } from '#domain/language.ts';
import type { Frame } from '#display/frame.ts';
import { chartKindDescriptors, isTableKind } from './all-kinds.ts';
import { dimensionsOf, measuresOf, rowCountOf } from './frame-columns.ts';
import { amountsOf } from './kind-checks.ts';
import { type RefusalReason, reasonTexts } from './refusal-reasons.ts';

/**
 * The frame as a kind draws it. If all columns are numbers, as SQL may return them, the first one becomes the axis
 * where the kind needs one.
 */
export function frameFor(kind: ChartKind, frame: Frame): Frame {
  const [first] = frame.fields;
  const isNumbersAlone = first?.role === 'measure' && dimensionsOf(frame).length === 0 && frame.fields.length > 1;
  if (!isNumbersAlone || chartKindDescriptors[kind].dimensions[0] === 0 || rowCountOf(frame) < 2) return frame;
  const { name, label, type } = first;
  const axis = { name, label, type, role: 'dimension' as const, grain: null, width: null };
  return { ...frame, fields: [axis, ...frame.fields.slice(1)] };
}

function reasonFor(kind: ChartKind, result: Frame, stack: ChartOptions['stack'] = 'none'): RefusalReason | null {
  const { dimensions, measures, check, isWhole, options } = chartKindDescriptors[kind];
  const frame = frameFor(kind, result);
  const [dimensionCount, measureCount] = [dimensionsOf(frame).length, measuresOf(frame).length];
  if (dimensionCount < dimensions[0]) return dimensions[0] === 1 ? 'needs_dimension' : 'needs_two_dimensions';
  if (dimensionCount > dimensions[1]) return dimensions[1] === 0 ? 'needs_no_dimension' : 'too_many_dimensions';
  if (measureCount < measures[0])
    return measures[0] === 1 ? 'needs_measure' : measures[0] === 2 ? 'needs_two_measures' : 'needs_three_measures';
  if (measureCount > measures[1]) return 'too_many_measures';
  if (rowCountOf(frame) === 0) return 'no_rows';
  if (isTableKind(kind)) return null;
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
