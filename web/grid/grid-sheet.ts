import type { TFunction } from 'i18next';

import { exactText } from '#display/format/text.ts';
import type { Language } from '#domain/language.ts';
import type { Field, Frame } from '#display/frame.ts';
import { counterpartLabel } from '#display/words/compare-labels.ts';
import type { GridColumns } from './grid-columns.ts';
import { labelIn } from '#display/format/cell.ts';
import type { CellView, GridSheet } from './sheet.ts';

export const sourceOf = (order: Uint32Array | null, row: number): number => (order ? order[row]! : row);

type GridSheetInput = {
  frame: Frame;
  grid: GridColumns;
  order: Uint32Array | null;
  isPicked: ((row: number) => boolean) | null;
  t: TFunction;
  language: Language;
};

/** The rows of a result as a sheet, without heads. */
export function gridSheetOf({ frame, grid, order, isPicked, t, language }: GridSheetInput): GridSheet {
  const { fields, values, writers, totals, columns, pinned } = grid;
  const rows = values[0]?.length ?? 0;
  const isRest = (source: number) => frame.rest?.[source] === true;
  const valueAt = (row: number, column: number) => values[column]![sourceOf(order, row)];
  const totalAt = (column: number): CellView => {
    if (fields[column]!.role === 'dimension') return { text: column === 0 ? t('grid.total') : '' };
    const { style: _, ...view } = writers[column]!(totals![column]);
    return view;
  };
  const cell = (row: number, column: number): CellView => {
    if (row === rows) return totalAt(column);
    const source = sourceOf(order, row);
    if (isRest(source) && column === restColumn(fields, values, source)) return { text: t('grid.rest') };
    const view = writers[column]!(values[column]![source]);
    const compareLabel = compareLabelAt(source, column);
    return compareLabel ? { ...view, title: () => [view.title?.() ?? view.text, compareLabel()].join('\n') } : view;
  };
  const compareLabelAt = compareLabelsOf(frame, grid, language);
  return {
    label: t('grid.label'),
    rows,
    columns,
    pinned,
    hasTotals: totals !== null,
    cell,
    copyText: (row, column) => {
      if (row >= rows) return exactText(totals?.[column]);
      const value = valueAt(row, column);
      return labelIn(fields[column]!, value) ?? exactText(value);
    },
    isFaint: (row) => isPicked !== null && !isPicked(sourceOf(order, row)),
    kindOf: (row) => (row === rows ? 'total' : isRest(sourceOf(order, row)) ? 'rest' : 'plain'),
  };
}

/** Label of the compared period, by row and column. */
function compareLabelsOf({ alignment }: Frame, { fields, values }: GridColumns, language: Language) {
  const timeIndex = fields.findIndex((field) => field.role === 'dimension' && field.grain !== null);
  const timeField = fields[timeIndex];
  return (source: number, column: number): (() => string) | null => {
    const field = fields[column]!;
    const step = values[timeIndex]?.[source];
    if (!alignment || timeField?.role !== 'dimension' || !timeField.grain || typeof step !== 'string') return null;
    if (field.role !== 'measure' || field.part === 'value') return null;
    return () => counterpartLabel(alignment, step, timeField.grain!, language);
  };
}

/** The column of the rest: the dimension of the top N, which is empty there. */
function restColumn(fields: Field[], values: unknown[][], source: number): number {
  const dimensions = fields.flatMap(({ role }, index) => (role === 'dimension' ? [index] : []));
  return dimensions.find((index) => values[index]![source] === null) ?? dimensions[0] ?? -1;
}
