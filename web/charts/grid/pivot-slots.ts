import type { TFunction } from 'i18next';

import type { CellFormat } from '#contract/chart.ts';
import { formatGroup } from '#display/format/cell.ts';
import type { Field, Frame, Look } from '#display/frame.ts';
import { type Writer, writerOf } from './columns.ts';
import { leavesOf, type Pivot, type PivotNode } from '#display/tables/pivot.ts';

export type PivotGiven = {
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

/** A column of numbers: a place among the columns, and a measure. The total has no node. */
export type Slot = { key: string; node: PivotNode | null; measure: Field; write: Writer };

export const textOf = (node: PivotNode, field: Field, { look, t }: Pick<PivotGiven, 'look' | 't'>): string =>
  node.isRest ? t('grid.rest') : formatGroup(node.value, field, look, 'cell');

export function slotsOf({ frame, pivot, look, formats, hasSubtotals }: PivotGiven): Slot[] {
  const measures = pivot.measures.map((measure) => {
    const place = frame.fields.indexOf(measure);
    return { measure, write: writerOf(measure, frame.values[place]!, { look, isExact: false, formats }) };
  });
  const leaves: (PivotNode | null)[] = leavesOf(pivot.columns);
  if (pivot.columnFields.length === 0 || hasSubtotals) leaves.push(null);
  return leaves.flatMap((node) =>
    measures.map((each) => ({ key: `${node?.key ?? 'total'}:${each.measure.name}`, node, ...each })),
  );
}
