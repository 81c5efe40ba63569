import type { Field } from '#display/frame.ts';
import { fitOf } from './measure.ts';
import { leavesOf, type Pivot, whole } from '#display/tables/pivot.ts';
import { type PivotGiven, type Slot, textOf } from './pivot-slots.ts';
import type { SheetColumn } from './sheet.ts';

const sample = 200;
const indent = 16;

export function pivotColumns(given: PivotGiven, slots: Slot[]): SheetColumn[] {
  const { pivot, widths } = given;
  const fits = new Map(pivot.measures.map((measure) => [measure.name, fitNumbers(given, slots, measure)]));
  const numbers = slots.map((slot) => {
    const width = widths[slot.key] ?? Math.max(fits.get(slot.measure.name)!, fitOf(headOf(given, slot), [], 200));
    return { key: slot.key, width, align: 'end' as const, isResized: slot.key in widths };
  });
  const labels = { width: widths['rows'] ?? fitLabels(given), isResized: 'rows' in widths };
  return [{ key: 'rows', align: 'start', ...labels }, ...numbers];
}

export const cornerOf = ({ rowFields, measures }: Pivot): string => {
  const names = rowFields.map(({ label }) => label).join(' / ');
  return [names, ...(measures.length === 1 ? [measures[0]!.label] : [])].filter(Boolean).join(' · ');
};

function fitLabels(given: PivotGiven): number {
  const { pivot } = given;
  const leaves = leavesOf(pivot.rows).slice(0, sample);
  const texts = leaves.map((node) => textOf(node, pivot.rowFields[node.depth]!, given));
  return fitOf(cornerOf(pivot), texts, 320) + pivot.rowFields.length * indent;
}

/** Columns of one measure are equally wide: a table of them is read across. */
function fitNumbers({ frame, pivot }: PivotGiven, slots: Slot[], measure: Field): number {
  const { write } = slots.find((slot) => slot.measure === measure)!;
  const values = frame.values[frame.fields.indexOf(measure)]!.slice(0, sample);
  const groups = pivot.rows.slice(0, sample).flatMap(({ key }) => [pivot.valueAt(key, whole, measure.name)]);
  const totals = [...groups, pivot.valueAt(whole, whole, measure.name)];
  const say = (each: unknown[]) => each.map((value) => write(value).text);
  return fitOf('', say(values), 240, say(totals));
}

function headOf(given: PivotGiven, { node, measure }: Slot): string {
  const { measures, columnFields } = given.pivot;
  return measures.length > 1 || !node ? measure.label : textOf(node, columnFields[node.depth]!, given);
}
