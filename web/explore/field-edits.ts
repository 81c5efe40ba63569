import type { Dataset } from '#contract/datasets/routes.ts';
import { isNumeric } from '#domain/query/column-types.ts';
import type { DatePart, Formula, BuiltQuerySpec } from '#domain/query/query.ts';
import {
  addDimension,
  addMeasure,
  dimensionFor,
  formulaFor,
  movePart,
  partDimensionFor,
  removeDimension,
  removeMeasure,
} from './query-edits.ts';
import type { DragPayload, FieldRef } from './fields.tsx';
import type { WeekStart } from './grains.ts';

type FieldSlotKey = 'dimensions' | 'measures';
type FieldContext = { dataset: Dataset; weekStart: WeekStart };

const usesField = (formula: Formula, field: FieldRef): boolean => {
  if (field.kind === 'count') return formula.kind === 'count';
  if (field.kind === 'metric') return formula.kind === 'metric' && formula.metric === field.id;
  return 'column' in formula && formula.column === field.id;
};

/** The dimensions and measures that use a field. */
export function usesOf(spec: BuiltQuerySpec, field: FieldRef): { dimensions: string[]; measures: string[] } {
  const dimensions = field.kind === 'column' ? spec.dimensions.filter(({ column }) => column === field.id) : [];
  const measures = spec.measures.filter(({ formula }) => usesField(formula, field));
  return { dimensions: dimensions.map(({ id }) => id), measures: measures.map(({ id }) => id) };
}

function formulaOfField({ dataset }: FieldContext, field: FieldRef): Formula | undefined {
  if (field.kind === 'count') return { kind: 'count' };
  if (field.kind === 'metric') return { kind: 'metric', metric: field.id };
  const column = dataset.columns.find(({ id }) => id === field.id);
  return column && formulaFor(column, dataset);
}

/** The default slot of a field. */
function defaultSlotOf({ dataset }: FieldContext, field: FieldRef): FieldSlotKey {
  if (field.kind !== 'column') return 'measures';
  const column = dataset.columns.find(({ id }) => id === field.id);
  return column?.role === 'measure' && isNumeric(column) ? 'measures' : 'dimensions';
}

/** Adds a field to a slot. */
export function addField(
  context: FieldContext,
  spec: BuiltQuerySpec,
  field: FieldRef,
  slot: FieldSlotKey,
): BuiltQuerySpec {
  if (slot === 'measures') {
    const formula = formulaOfField(context, field);
    return formula ? addMeasure(spec, formula) : spec;
  }
  const column = field.kind === 'column' && context.dataset.columns.find(({ id }) => id === field.id);
  return column ? addDimension(spec, dimensionFor(spec, column, context.weekStart)) : spec;
}

/** Adds a field to its default slot, or removes it from the query. */
export function toggleField(context: FieldContext, spec: BuiltQuerySpec, field: FieldRef): BuiltQuerySpec {
  const { dimensions, measures } = usesOf(spec, field);
  if (dimensions.length + measures.length === 0) return addField(context, spec, field, defaultSlotOf(context, field));
  const without = dimensions.reduce(removeDimension, spec);
  return measures.reduce(removeMeasure, without);
}

/** The dimension by a date part of a column. */
export const findPart = (spec: BuiltQuerySpec, column: string, part: DatePart) =>
  spec.dimensions.find((each) => each.kind === 'date_part' && each.column === column && each.part === part);

/** Adds a dimension by a date part of a column, or removes it. */
export function togglePart(spec: BuiltQuerySpec, column: string, part: DatePart): BuiltQuerySpec {
  const dimension = findPart(spec, column, part);
  return dimension ? removeDimension(spec, dimension.id) : addDimension(spec, partDimensionFor(spec, column, part));
}

/** Handles a drop into a slot. */
export function dropInto(
  context: FieldContext,
  spec: BuiltQuerySpec,
  dragged: DragPayload,
  slot: FieldSlotKey,
): BuiltQuerySpec {
  if (dragged.kind !== 'part') return addField(context, spec, dragged, slot);
  if (dragged.part === slot) return movePart(spec, slot, dragged.index, spec[slot].length - 1);
  return spec;
}
