import type { Alignment } from '#domain/time/alignment.ts';
import { counterpartOf } from '#domain/time/counterpart.ts';
import { type Formula, type Grain, nameOfPart, type BuiltQuerySpec } from '#domain/query/query.ts';
import { type StepRange, expectedStepsOf } from '#domain/time/step-range.ts';
import type { Clock } from '#domain/time/span.ts';
import { amountOf } from './format/amount.ts';
import type { Field, Frame } from './frame.ts';
import { findMetric, type QuerySubject } from './words/subject.ts';

type FrameColumns = Pick<Frame, 'fields' | 'values'>;
type FillMeasureField = Extract<Field, { role: 'measure' }>;
type Calculation = Extract<Formula, { left: Formula }>;

/** Value of a formula over no rows: zero for counts and sums, null for averages. */
export function emptyValueOf(subject: QuerySubject, formula: Formula): number | null {
  if (formula.kind === 'count' || formula.kind === 'distinct' || formula.kind === 'sum') return 0;
  if (formula.kind === 'number') return formula.value;
  if (formula.kind === 'metric') {
    const metric = findMetric(subject, formula.metric);
    return metric && metric.formula.kind !== 'metric' ? emptyValueOf(subject, metric.formula) : null;
  }
  return 'left' in formula
    ? calculate(formula, emptyValueOf(subject, formula.left), emptyValueOf(subject, formula.right))
    : null;
}

function calculate({ kind }: Calculation, left: number | null, right: number | null): number | null {
  if (left === null || right === null) return null;
  if (kind === 'add') return left + right;
  if (kind === 'subtract') return left - right;
  if (kind === 'multiply') return left * right;
  return right === 0 ? null : left / right;
}

/** Empty value of a part of a measure: the difference of two equal numbers is zero, and zero has no percentage. */
function emptyPartOf({ part, emptyValue = null }: FillMeasureField): number | null {
  if (emptyValue === null || part === 'value' || part === 'base') return emptyValue;
  return part === 'difference' || emptyValue !== 0 ? 0 : null;
}

/** Timestamp of a step, since moments may be written in several ways; null if it is not a time. */
function keyOf(step: unknown): number | null {
  const key = typeof step === 'string' ? Date.parse(step) : Number.NaN;
  return Number.isNaN(key) ? null : key;
}

type FillContext = { spec: BuiltQuerySpec; clock: Clock; alignment?: Alignment | undefined };
type TimeAxisSteps = StepRange & { fieldIndex: number };

/** The time dimension with all its queried steps, with or without rows. */
function timeAxisStepsOf({ fields, values }: FrameColumns, { spec, clock }: FillContext): TimeAxisSteps | null {
  const fieldIndex = fields.findIndex((field) => field.role === 'dimension' && field.grain !== null);
  const field = fields[fieldIndex];
  const dimension = spec.dimensions.find(({ id }) => id === field?.name);
  if (field?.role !== 'dimension' || !field.grain || dimension?.kind !== 'time') return null;
  const existing = values[fieldIndex]!.filter((value) => keyOf(value) !== null) as string[];
  if (existing.length === 0) return null;
  const [first, last] = existing.reduce(
    ([earliest, latest], step) => [
      keyOf(step)! < keyOf(earliest)! ? step : earliest,
      keyOf(step)! > keyOf(latest)! ? step : latest,
    ],
    [existing[0]!, existing[0]!],
  );
  const queried = expectedStepsOf(spec, { ...dimension, grain: field.grain }, clock, { first, last });
  return queried && { ...queried, fieldIndex };
}

/** All steps of the only dimension; `positionOf` gives the sort position of a step. */
type StepSet = { fieldIndex: number; steps: unknown[]; positionOf: (step: unknown) => number | null };

/** A step and its row, if it has one. */
type StepEntry = { key: number | null; step: unknown; row: number | undefined };

function entriesOf(existing: unknown[], { steps, positionOf }: StepSet): StepEntry[] {
  const existingPositions = new Set(existing.map(positionOf));
  const missing = steps.filter((step) => !existingPositions.has(positionOf(step)));
  const entries: StepEntry[] = [
    ...existing.map((step, row) => ({ key: positionOf(step), step, row })),
    ...missing.map((step) => ({ key: positionOf(step), step, row: undefined })),
  ];
  return entries.sort((a, b) => (a.key ?? Infinity) - (b.key ?? Infinity));
}

/** Values of a field at all steps; a running total keeps its last value. */
function fillColumn(field: Field, values: unknown[], entries: StepEntry[], hasBase: BasePredicate): unknown[] {
  if (field.role === 'dimension') return entries.map(({ step }) => step);
  let current: unknown = emptyPartOf(field);
  return entries.map(({ row, step }) => {
    if (row === undefined && field.part !== 'value' && !hasBase(step)) return null;
    if (row !== undefined) current = values[row];
    else if (!field.isRunning) current = emptyPartOf(field);
    return current;
  });
}

/** Whether a step has a compared step. */
type BasePredicate = (step: unknown) => boolean;

const hasBaseOf =
  (alignment: Alignment | undefined, grain: Grain | null): BasePredicate =>
  (step) =>
    !alignment || !grain || typeof step !== 'string' || counterpartOf(alignment, step, grain) !== null;

/** Inserts steps without rows into rows sorted by a measure, by their empty value. */
function insertByAmount(
  entries: StepEntry[],
  amounts: unknown[],
  { field, isAscending }: { field: Field; isAscending: boolean },
): StepEntry[] {
  const emptyValue = field.role === 'measure' ? emptyPartOf(field) : null;
  const existing = entries.filter(({ row }) => row !== undefined).sort((a, b) => a.row! - b.row!);
  const isAfter = ({ row }: StepEntry) => {
    const amount = amountOf(amounts[row!]);
    return emptyValue !== null && (amount === null || (isAscending ? amount > emptyValue : amount < emptyValue));
  };
  const at = existing.findIndex(isAfter);
  const missing = entries.filter(({ row }) => row === undefined);
  return at < 0 ? [...existing, ...missing] : [...existing.slice(0, at), ...missing, ...existing.slice(at)];
}

function applyOrder(entries: StepEntry[], { fields, values }: FrameColumns, { spec }: FillContext): StepEntry[] {
  const [order] = spec.order;
  if (!order) return entries;
  const isAscending = order.direction === 'ascending';
  if (order.kind === 'dimension') {
    const [times, others] = [entries.filter(({ key }) => key !== null), entries.filter(({ key }) => key === null)];
    return [...(isAscending ? times : times.toReversed()), ...others];
  }
  const index = fields.findIndex(({ name }) => name === nameOfPart(order.id, order.part));
  return index < 0 ? entries : insertByAmount(entries, values[index]!, { field: fields[index]!, isAscending });
}

function withAllSteps(columns: FrameColumns, stepSet: StepSet, context: FillContext): FrameColumns {
  const { fieldIndex } = stepSet;
  const entries = entriesOf(columns.values[fieldIndex]!, stepSet);
  if (entries.every(({ row }, index) => row === index) || entries.length > context.spec.limit) return columns;
  const ordered = applyOrder(entries, columns, context);
  const positions = new Map(entries.map((entry, index) => [entry, index]));
  const axisField = columns.fields[fieldIndex]!;
  const hasBase = hasBaseOf(context.alignment, axisField.role === 'dimension' ? axisField.grain : null);
  const values = columns.fields.map((field, index) => {
    const filledValues = fillColumn(field, columns.values[index]!, entries, hasBase);
    return ordered.map((entry) => filledValues[positions.get(entry)!]);
  });
  return { fields: columns.fields, values };
}

/** Future steps have no value, even if their compared step has one. */
function clearFutureValues(columns: FrameColumns, { fieldIndex, steps }: TimeAxisSteps): FrameColumns {
  const last = keyOf(steps.at(-1))!;
  const isLater = columns.values[fieldIndex]!.map((step) => (keyOf(step) ?? 0) > last);
  if (!isLater.includes(true)) return columns;
  const values = columns.fields.map((field, index) => {
    if (field.role === 'dimension' || field.part === 'base') return columns.values[index]!;
    const measureValues = columns.values[columns.fields.findIndex(({ name }) => name === field.measure)] ?? [];
    const isEmptyValue = (row: number) =>
      field.isRunning || amountOf(measureValues[row]) === (field.emptyValue ?? null);
    return columns.values[index]!.map((value, row) => (isLater[row] && isEmptyValue(row) ? null : value));
  });
  return { fields: columns.fields, values };
}

/**
 * Adds hours, weekdays or months without rows when they are the only dimension; with several dimensions only sorts.
 */
function withAllDateParts(columns: FrameColumns, context: FillContext): FrameColumns {
  const fieldIndex = columns.fields.findIndex((field) => field.role === 'dimension' && field.datePart !== undefined);
  const field = columns.fields[fieldIndex];
  if (field?.role !== 'dimension' || !field.datePart?.hasEvery || columns.values[fieldIndex]!.length === 0)
    return columns;
  const { values } = field.datePart;
  const positionOf = (step: unknown) => (step === null ? null : values.indexOf(Number(step)));
  const isOnlyDimension = context.spec.dimensions.length === 1;
  return isOnlyDimension
    ? withAllSteps(columns, { fieldIndex, steps: values, positionOf }, context)
    : sortByDateParts(columns, context);
}

/** Sorts rows by their dimensions unless another order is queried: weeks may begin on Sunday. */
function sortByDateParts(columns: FrameColumns, { spec }: FillContext): FrameColumns {
  if (spec.order.length > 0 || spec.top.kind === 'most') return columns;
  const fieldIndexes = columns.fields.flatMap((field, fieldIndex) => (field.role === 'dimension' ? [fieldIndex] : []));
  const keys = fieldIndexes.map((fieldIndex) => {
    const field = columns.fields[fieldIndex]!;
    const parts = field.role === 'dimension' ? field.datePart?.values : undefined;
    // The result already has the values of the other dimensions in order.
    return (row: number, index: number) => (parts ? datePartIndex(parts, columns.values[fieldIndex]![row]) : index);
  });
  const groups = groupsOf(fieldIndexes.map((fieldIndex) => columns.values[fieldIndex]!));
  const rows = groups.map((_, row) => row);
  rows.sort((a, b) =>
    keys.reduce((sign, keyAt, depth) => sign || keyAt(a, groups[a]![depth]!) - keyAt(b, groups[b]![depth]!), 0),
  );
  return { fields: columns.fields, values: columns.values.map((values) => rows.map((row) => values[row])) };
}

const datePartIndex = (parts: number[], value: unknown) =>
  value === null ? parts.length : parts.indexOf(Number(value));

/** For each row and depth, the first row with the same values up to that depth. */
function groupsOf(columns: unknown[][]): number[][] {
  const firsts = new Map<string, number>();
  return (columns[0] ?? []).map((_, row) =>
    columns.map((_column, depth) => {
      const key = JSON.stringify(columns.slice(0, depth + 1).map((values) => values[row]));
      if (!firsts.has(key)) firsts.set(key, row);
      return firsts.get(key)!;
    }),
  );
}

/**
 * The rule for time steps without rows: within the queried range, up to now, sums are zero and averages are null. If
 * time is the only dimension each step gets a row; with several, `steps` lists them.
 */
export function fillMissingSteps(columns: FrameColumns, context: FillContext): FrameColumns & Partial<StepRange> {
  const { spec } = context;
  const timeSteps = timeAxisStepsOf(columns, context);
  const isTopN = spec.top.kind === 'most' && spec.top.dimension === columns.fields[timeSteps?.fieldIndex ?? -1]?.name;
  if (!timeSteps) return withAllDateParts(columns, context);
  if (isTopN) return columns;
  const pastColumns =
    spec.period.kind === 'during' && spec.period.compare.kind !== 'none'
      ? clearFutureValues(columns, timeSteps)
      : columns;
  const filledColumns =
    spec.dimensions.length === 1
      ? withAllSteps(pastColumns, { ...timeSteps, positionOf: keyOf }, context)
      : pastColumns;
  return { ...filledColumns, steps: timeSteps.steps, isCut: timeSteps.isCut };
}
