import type { Control, ControlValue, Target } from '#contract/dashboard.ts';
import type { Dataset, DatasetColumn } from '#contract/datasets.ts';
import { newId } from './document.ts';

export const controlKinds = ['select', 'range', 'text'] as const;
export type ControlKind = (typeof controlKinds)[number];

/** A control that lets everything pass. */
export function emptyValue(kind: ControlKind): ControlValue {
  if (kind === 'select') return { kind, values: [] };
  return kind === 'range' ? { kind, from: null, to: null } : { kind, value: '' };
}

const isNumber = ({ type }: DatasetColumn) => type === 'integer' || type === 'number';

/** Which kinds of control a column can have. Text is searched, numbers have bounds. */
export const kindsFor = (column: DatasetColumn | undefined): ControlKind[] => {
  if (!column) return [...controlKinds];
  if (isNumber(column)) return ['range', 'select'];
  return column.type === 'text' ? ['select', 'text'] : ['select'];
};

/** Columns that can be filtered by a control; time has its own. */
export const controllable = ({ columns }: Dataset): DatasetColumn[] =>
  columns.filter(({ type }) => type !== 'time' && type !== 'date' && type !== 'json');

/** A column of another dataset that surely means the same: it has the same name and type. */
const twinOf = (column: DatasetColumn, dataset: Dataset): Target[] => {
  const twin = dataset.columns.find(({ name, type }) => name === column.name && type === column.type);
  return twin ? [{ kind: 'column', dataset: dataset.id, column: twin.id }] : [];
};

/** A control of a column, and of its twins in the other datasets. */
export function controlFor(dataset: Dataset, column: DatasetColumn, all: Dataset[]): Control {
  const others = all.filter(({ id }) => id !== dataset.id).flatMap((other) => twinOf(column, other));
  const kind = column.role === 'measure' && isNumber(column) ? 'range' : 'select';
  return {
    id: newId(),
    label: { en_US: column.label.en_US || column.name, zh_CN: column.label.zh_CN || column.name },
    targets: [{ kind: 'column', dataset: dataset.id, column: column.id }, ...others],
    isMany: true,
    value: emptyValue(kind),
  };
}

/** The column of a dataset that a control acts on; empty if none. */
export function columnIn(control: Control, dataset: string): string {
  const target = control.targets.find((each) => each.kind === 'column' && each.dataset === dataset);
  return target?.kind === 'column' ? target.column : '';
}

/** The control with another column of a dataset, or with none. */
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
