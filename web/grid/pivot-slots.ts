import type { TFunction } from 'i18next';

import type { CellFormat } from '#domain/query/chart.ts';
import { formatGroup } from '#display/format/cell.ts';
import type { Field, Frame, Look } from '#display/frame.ts';
import { type CellWriter, writerOf } from './cell-writers.ts';
import { leavesOf, type Pivot, type PivotNode } from '#display/tables/pivot.ts';

export type PivotSheetInput = {
  frame: Frame;
  pivot: Pivot;
  look: Look;
  formats: CellFormat[];
  hasSubtotals: boolean;
  closed: ReadonlySet<string>;
  widths: Record<string, number>;
  onToggle: (key: string) => void;
  t: TFunction;
};

/** A number column: a column node and a measure. The total has no node. */
export type PivotSlot = { key: string; node: PivotNode | null; measure: Field; write: CellWriter };

export const textOf = (node: PivotNode, field: Field, { look, t }: Pick<PivotSheetInput, 'look' | 't'>): string =>
  node.isRest ? t('grid.rest') : formatGroup(node.value, field, look, 'cell');

export function slotsOf({ frame, pivot, look, formats, hasSubtotals }: PivotSheetInput): PivotSlot[] {
  const measures = pivot.measures.map((measure) => {
    const fieldIndex = frame.fields.indexOf(measure);
    return { measure, write: writerOf(measure, frame.values[fieldIndex]!, { look, isExact: false, formats }) };
  });
  const leaves: (PivotNode | null)[] = leavesOf(pivot.columns);
  if (pivot.columnFields.length === 0 || hasSubtotals) leaves.push(null);
  return leaves.flatMap((node) =>
    measures.map((each) => ({ key: `${node?.key ?? 'total'}:${each.measure.name}`, node, ...each })),
  );
}
