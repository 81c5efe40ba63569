import type { Control, ControlValue, ControlTarget } from '#domain/dashboard/dashboard.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import type { DatasetColumn } from '#domain/columns/column.ts';
import { newId } from '#domain/dashboard/dashboard-edits.ts';
import { isNumeric } from '#domain/query/column-types.ts';

const controlKinds = ['select', 'range', 'text'] as const;
export type ControlKind = (typeof controlKinds)[number];

/** The value of a control that filters nothing. */
export function emptyValue(kind: ControlKind): ControlValue {
  if (kind === 'select') return { kind, values: [] };
  return kind === 'range' ? { kind, from: null, to: null } : { kind, value: '' };
}

/** Control kinds for a column type. */
export const kindsFor = (column: DatasetColumn | undefined): ControlKind[] => {
  if (!column) return [...controlKinds];
  if (isNumeric(column)) return ['range', 'select'];
  return column.type === 'text' ? ['select', 'text'] : ['select'];
};

/** Columns that a control can filter; time columns have the time range. */
export const controllableColumns = ({ columns }: Dataset): DatasetColumn[] =>
  columns.filter(({ type }) => type !== 'time' && type !== 'date' && type !== 'json');

/** The column of another dataset with the same name and type. */
const sameColumnIn = (column: DatasetColumn, dataset: Dataset): ControlTarget[] => {
  const match = dataset.columns.find(({ name, type }) => name === column.name && type === column.type);
  return match ? [{ kind: 'column', dataset: dataset.id, column: match.id }] : [];
};

/** A new control for a column and for the columns of the same name and type in the other datasets. */
export function controlFor(dataset: Dataset, column: DatasetColumn, all: Dataset[]): Control {
  const others = all.filter(({ id }) => id !== dataset.id).flatMap((other) => sameColumnIn(column, other));
  const kind = column.role === 'measure' && isNumeric(column) ? 'range' : 'select';
  return {
    id: newId(),
    label: { en_US: column.label.en_US || column.name, zh_CN: column.label.zh_CN || column.name },
    targets: [{ kind: 'column', dataset: dataset.id, column: column.id }, ...others],
    isMany: true,
    value: emptyValue(kind),
  };
}

/** The column of a dataset that a control targets; empty if none. */
export function columnIn(control: Control, dataset: string): string {
  const target = control.targets.find((each) => each.kind === 'column' && each.dataset === dataset);
  return target?.kind === 'column' ? target.column : '';
}

/** Sets or removes a control's target column in a dataset. */
export function withColumn(control: Control, dataset: string, column: string): Control {
  const others = control.targets.filter((target) => target.kind !== 'column' || target.dataset !== dataset);
  return { ...control, targets: column ? [...others, { kind: 'column', dataset, column }] : others };
}

export const hasParam = (control: Control, card: string, param: string): boolean =>
  control.targets.some((target) => target.kind === 'param' && target.card === card && target.param === param);

export function toggleParam(control: Control, card: string, param: string): Control {
  const others = control.targets.filter(
    (target) => target.kind !== 'param' || target.card !== card || target.param !== param,
  );
  const isOn = others.length < control.targets.length;
  return { ...control, targets: isOn ? others : [...others, { kind: 'param', card, param }] };
}
