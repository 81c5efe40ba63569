import type { Field } from '#display/frame.ts';
import { fitOf } from './measure-text.ts';
import { leavesOf, type Pivot, totalKey } from '#display/tables/pivot.ts';
import { type PivotSheetInput, type PivotSlot, textOf } from './pivot-slots.ts';
import type { SheetColumn } from './sheet.ts';

const sample = 200;
const indent = 16;

export function pivotColumns(input: PivotSheetInput, slots: PivotSlot[]): SheetColumn[] {
  const { pivot, widths } = input;
  const fits = new Map(pivot.measures.map((measure) => [measure.name, fitNumbers(input, slots, measure)]));
  const numbers = slots.map((slot) => {
    const width = widths[slot.key] ?? Math.max(fits.get(slot.measure.name)!, fitOf(headOf(input, slot), [], 200));
    return { key: slot.key, width, align: 'end' as const, isResized: slot.key in widths };
  });
  const labels = { width: widths['rows'] ?? fitLabels(input), isResized: 'rows' in widths };
  return [{ key: 'rows', align: 'start', ...labels }, ...numbers];
}

export const cornerOf = ({ rowFields, measures }: Pivot): string => {
  const names = rowFields.map(({ label }) => label).join(' / ');
  return [names, ...(measures.length === 1 ? [measures[0]!.label] : [])].filter(Boolean).join(' · ');
};

function fitLabels(input: PivotSheetInput): number {
  const { pivot } = input;
  const leaves = leavesOf(pivot.rows).slice(0, sample);
  const texts = leaves.map((node) => textOf(node, pivot.rowFields[node.depth]!, input));
  return fitOf(cornerOf(pivot), texts, 320) + pivot.rowFields.length * indent;
}

/** Columns of one measure have equal widths, so that rows are easy to read. */
function fitNumbers({ frame, pivot }: PivotSheetInput, slots: PivotSlot[], measure: Field): number {
  const { write } = slots.find((slot) => slot.measure === measure)!;
  const values = frame.values[frame.fields.indexOf(measure)]!.slice(0, sample);
  const groups = pivot.rows.slice(0, sample).flatMap(({ key }) => [pivot.valueAt(key, totalKey, measure.name)]);
  const totals = [...groups, pivot.valueAt(totalKey, totalKey, measure.name)];
  const textsOf = (each: unknown[]) => each.map((value) => write(value).text);
  return fitOf('', textsOf(values), 240, textsOf(totals));
}

function headOf(input: PivotSheetInput, { node, measure }: PivotSlot): string {
  const { measures, columnFields } = input.pivot;
  return measures.length > 1 || !node ? measure.label : textOf(node, columnFields[node.depth]!, input);
}
