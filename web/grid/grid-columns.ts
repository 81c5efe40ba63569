import { useMemo, useSyncExternalStore } from 'react';

import type { CellFormat } from '#domain/query/chart.ts';
import type { Field, Frame, Look } from '#display/frame.ts';
import { arrangeColumns, grandTotalsOf, isNumeric, sameUnitColumnsOf } from '#display/tables/column-text.ts';
import { watchMedia } from '#web/shell/media.ts';
import { headOf, type CellWriter, writerOf } from './cell-writers.ts';
import type { GridState } from './grid-state.ts';
import { fitOf } from './measure-text.ts';
import type { SheetColumn } from './sheet.ts';

/** The columns in display order. */
export type GridColumns = {
  fields: Field[];
  values: unknown[][];
  /** Grand totals, if queried. */
  totals: unknown[] | null;
  writers: CellWriter[];
  labels: string[];
  columns: SheetColumn[];
  pinned: number;
};

const narrow = watchMedia('(max-width: 640px)');

type GridColumnsInput = { state: GridState; look: Look; formats: CellFormat[] };

export function useGridColumns(frame: Frame, { state, look, formats }: GridColumnsInput): GridColumns {
  const { pinned: names, widths, isExact } = state;
  const isNarrow = useSyncExternalStore(narrow.subscribe, narrow.matches);
  const arranged = useMemo(() => arrangeFrame(frame, names, isNarrow), [frame, names, isNarrow]);
  const writers = useMemo(
    () =>
      arranged.fields.map((field, index) => {
        const sameUnitColumns = sameUnitColumnsOf(field, arranged.fields, arranged.values);
        return writerOf(field, arranged.values[index]!, { look, isExact, formats, sameUnitColumns });
      }),
    [arranged, look, isExact, formats],
  );
  const labels = useMemo(() => arranged.fields.map((field) => headOf(field, arranged.fields)), [arranged]);
  const initialWidths = useMemo(
    () => arranged.fields.map((_, index) => fitColumn({ ...arranged, labels, writers }, index, initialFit)),
    [arranged, labels, writers],
  );
  return useMemo(() => {
    const columns = arranged.fields.map((field, index) => ({
      key: field.name,
      width: widths[field.name] ?? initialWidths[index]!,
      isResized: field.name in widths,
      align: isNumeric(field) ? ('end' as const) : ('start' as const),
    }));
    return { ...arranged, writers, labels, columns };
  }, [arranged, writers, labels, initialWidths, widths]);
}

function arrangeFrame(frame: Frame, names: string[], isNarrow: boolean) {
  const { fields, values } = frame;
  const { order, pinned } = arrangeColumns(fields, names, isNarrow);
  const totals = grandTotalsOf(frame);
  return {
    fields: order.map((fieldIndex) => fields[fieldIndex]!),
    values: order.map((fieldIndex) => values[fieldIndex] ?? []),
    totals: totals && order.map((fieldIndex) => totals[fieldIndex]),
    pinned,
  };
}

type FitLimits = { rows: number; maxWidth: number };
const initialFit: FitLimits = { rows: 100, maxWidth: 320 };
export const fullFit: FitLimits = { rows: 2000, maxWidth: 640 };

type FittedColumns = Pick<GridColumns, 'values' | 'writers' | 'labels' | 'totals'>;

/** Width a column needs for its content. */
export function fitColumn(
  { values, writers, labels, totals }: FittedColumns,
  column: number,
  { rows, maxWidth }: FitLimits,
): number {
  const textOf = (value: unknown) => writers[column]!(value).text;
  const totalTexts = totals ? [textOf(totals[column])] : [];
  return fitOf(labels[column]!, values[column]!.slice(0, rows).map(textOf), maxWidth, totalTexts);
}
