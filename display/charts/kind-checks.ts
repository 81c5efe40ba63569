import { amountOf } from '#display/format/amount.ts';
import type { Frame } from '#display/frame.ts';
import {
  dimensionsOf,
  grandTotalFrameOf,
  isNumberField,
  isTimeField,
  measuresOf,
  rowCountOf,
} from './frame-columns.ts';
import type { RefusalReason } from './refusal-reasons.ts';

/** No upper limit of dimensions or measures. */
export const unlimited = Infinity;

export function amountsOf(frame: Frame): (number | null)[] {
  return measuresOf(frame).flatMap(({ values }) => values.map(amountOf));
}

export const needsPositive = (frame: Frame): RefusalReason | null =>
  amountsOf(frame).some((amount) => amount !== null && amount > 0) ? null : 'needs_positive';

export const needsNoNegative = (frame: Frame): RefusalReason | null =>
  amountsOf(frame).some((amount) => amount !== null && amount < 0) ? 'needs_no_negative' : needsPositive(frame);

// The last time step can stand for the current value; no single name can stand for all.
export const needsWhole = (frame: Frame): RefusalReason | null => {
  const isOverTime = dimensionsOf(frame).every(({ field }) => isTimeField(field));
  return grandTotalFrameOf(frame) || (isOverTime && !frame.isCutOff) ? null : 'needs_whole';
};

export const needsDays = (frame: Frame): RefusalReason | null => {
  const time = dimensionsOf(frame).find(({ field }) => isTimeField(field));
  const isDay = time && (time.field.grain ? time.field.grain.unit === 'day' : time.field.type === 'date');
  return isDay ? null : 'needs_days';
};

export const needsNumbers = (frame: Frame): RefusalReason | null => {
  const [dimension] = dimensionsOf(frame);
  return !dimension || isNumberField(dimension.field) || rowCountOf(frame) > 1 ? null : 'needs_numbers';
};

// Several measures in a row, or a row per value of a dimension.
export const needsSeveral =
  (count: number) =>
  (frame: Frame): RefusalReason | null =>
    dimensionsOf(frame).length > 0 || measuresOf(frame).length >= count ? null : 'needs_several';
