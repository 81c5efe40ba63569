import type { TFunction } from 'i18next';

import type { Language } from '#contract/language.ts';
import type { Field, Frame } from '#display/frame.ts';
import { counterpartLabel } from '#display/words/base.ts';
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
  language: Language;
};

/** The rows of an answer as a sheet shows them, all but the heads. */
export function bodyOf({ frame, grid, order, isPicked, t, language }: Given): Sheet {
  const { fields, values, writers, totals, columns, pinned } = grid;
  const rows = values[0]?.length ?? 0;
  const isRest = (source: number) => frame.rest?.[source] === true;
  const valueAt = (row: number, column: number) => values[column]![sourceOf(order, row)];
  const cell = (row: number, column: number): CellView => {
    const source = sourceOf(order, row);
    if (isRest(source) && column === restColumn(fields, values, source)) return { text: t('grid.rest') };
    const view = writers[column]!(values[column]![source]);
    const against = againstOf(source, column);
    return against ? { ...view, title: () => [view.title?.() ?? view.text, against()].join('\n') } : view;
  };
  const againstOf = comparedIn(frame, grid, language);
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

/** What time the parts of a comparison come from, row by row. */
function comparedIn({ alignment }: Frame, { fields, values }: GridColumns, language: Language) {
  const place = fields.findIndex((field) => field.role === 'dimension' && field.grain !== null);
  const along = fields[place];
  return (source: number, column: number): (() => string) | null => {
    const field = fields[column]!;
    const step = values[place]?.[source];
    if (!alignment || along?.role !== 'dimension' || !along.grain || typeof step !== 'string') return null;
    if (field.role !== 'measure' || field.part === 'value') return null;
    return () => counterpartLabel(alignment, step, along.grain!, language);
  };
}

/** The rest is the value of the dimension that is empty there: the one of which only the most were wanted. */
function restColumn(fields: Field[], values: unknown[][], source: number): number {
  const dimensions = fields.flatMap(({ role }, index) => (role === 'dimension' ? [index] : []));
  return dimensions.find((index) => values[index]![source] === null) ?? dimensions[0] ?? -1;
}
