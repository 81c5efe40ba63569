import { useMemo, useSyncExternalStore } from 'react';

import type { CellFormat } from '#contract/chart.ts';
import type { Field, Frame, Look } from '#display/frame.ts';
import { arrange, grandTotalsOf, isNumeric, kinOf } from '#display/tables/columns.ts';
import { watchMedia } from '#web/shell/media.ts';
import { headOf, type Writer, writerOf } from './columns.ts';
import type { GridState } from './grid-state.ts';
import { fitOf } from './measure.ts';
import type { SheetColumn } from './sheet.ts';

/** The columns in the order in which they lie; all lists go by that order. */
export type GridColumns = {
  fields: Field[];
  values: unknown[][];
  /** Of everything, if that was asked for. */
  totals: unknown[] | null;
  writers: Writer[];
  labels: string[];
  columns: SheetColumn[];
  pinned: number;
};

const narrow = watchMedia('(max-width: 640px)');

type Given = { state: GridState; look: Look; formats: CellFormat[] };

export function useColumns(frame: Frame, { state, look, formats }: Given): GridColumns {
  const { pinned: names, widths, isExact } = state;
  const isNarrow = useSyncExternalStore(narrow.subscribe, narrow.matches);
  const laid = useMemo(() => layOut(frame, names, isNarrow), [frame, names, isNarrow]);
  const writers = useMemo(
    () =>
      laid.fields.map((field, index) => {
        const kin = kinOf(field, laid.fields, laid.values);
        return writerOf(field, laid.values[index]!, { look, isExact, formats, kin });
      }),
    [laid, look, isExact, formats],
  );
  const labels = useMemo(() => laid.fields.map((field) => headOf(field, laid.fields)), [laid]);
  const starts = useMemo(
    () => laid.fields.map((_, index) => fitColumn({ ...laid, labels, writers }, index, startFit)),
    [laid, labels, writers],
  );
  return useMemo(() => {
    const columns = laid.fields.map((field, index) => ({
      key: field.name,
      width: widths[field.name] ?? starts[index]!,
      isResized: field.name in widths,
      align: isNumeric(field) ? ('end' as const) : ('start' as const),
    }));
    return { ...laid, writers, labels, columns };
  }, [laid, writers, labels, starts, widths]);
}

function layOut(frame: Frame, names: string[], isNarrow: boolean) {
  const { fields, values } = frame;
  const { order, pinned } = arrange(fields, names, isNarrow);
  const totals = grandTotalsOf(frame);
  return {
    fields: order.map((place) => fields[place]!),
    values: order.map((place) => values[place] ?? []),
    totals: totals && order.map((place) => totals[place]),
    pinned,
  };
}

type Fit = { rows: number; most: number };
const startFit: Fit = { rows: 100, most: 320 };
export const fullFit: Fit = { rows: 2000, most: 640 };

type Fitted = Pick<GridColumns, 'values' | 'writers' | 'labels' | 'totals'>;

/** How wide a column must be for what stands in it. */
export function fitColumn({ values, writers, labels, totals }: Fitted, column: number, { rows, most }: Fit): number {
  const textOf = (value: unknown) => writers[column]!(value).text;
  const below = totals ? [textOf(totals[column])] : [];
  return fitOf(labels[column]!, values[column]!.slice(0, rows).map(textOf), most, below);
}
