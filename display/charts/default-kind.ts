import type { ChartKind } from '#domain/query/chart-kinds.ts';
import type { Frame } from '#display/frame.ts';
import { dimensionsOf, isTimeField, measuresOf, rowCountOf } from './frame-columns.ts';
import { amountsOf } from './kind-checks.ts';

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
