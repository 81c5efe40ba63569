import type { TFunction } from 'i18next';

import type { Field, Frame } from '#display/frame.ts';
import type { GridColumns } from './grid-columns.ts';
import { exactText } from './selection.ts';
import type { CellView, Sheet } from './sheet.ts';

export const sourceOf = (order: Uint32Array | null, row: number): number => (order ? order[row]! : row);

type Given = {
  frame: Frame;
  grid: GridColumns;
  order: Uint32Array | null;
  isPicked: ((row: number) => boolean) | null;
  t: TFunction;
};

/** The rows of an answer as a sheet shows them, all but the heads. */
export function bodyOf({ frame, grid, order, isPicked, t }: Given): Sheet {
  const { fields, values, writers, totals, columns, pinned } = grid;
  const rows = values[0]?.length ?? 0;
  const isRest = (source: number) => frame.rest?.[source] === true;
  const valueAt = (row: number, column: number) => values[column]![sourceOf(order, row)];
  const cell = (row: number, column: number): CellView => {
    const source = sourceOf(order, row);
    return isRest(source) && column === restColumn(fields, values, source)
      ? { text: t('grid.rest') }
      : writers[column]!(values[column]![source]);
  };
  const foot = (column: number): CellView => {
    if (fields[column]!.role === 'dimension') return { text: column === 0 ? t('grid.total') : '' };
    const { style: _, ...view } = writers[column]!(totals![column]);
    return view;
  };
  return {
    label: t('grid.label'),
    rows,
    columns,
    pinned,
    cell,
    copied: (row, column) => exactText(row < rows ? valueAt(row, column) : totals?.[column]),
    isFaint: (row) => isPicked !== null && !isPicked(sourceOf(order, row)),
    kindOf: (row) => (isRest(sourceOf(order, row)) ? 'rest' : 'plain'),
    foot: totals && foot,
  };
}

/** The rest is the value of the dimension that is empty there: the one of which only the most were wanted. */
function restColumn(fields: Field[], values: unknown[][], source: number): number {
  const dimensions = fields.flatMap(({ role }, index) => (role === 'dimension' ? [index] : []));
  return dimensions.find((index) => values[index]![source] === null) ?? dimensions[0] ?? -1;
}
