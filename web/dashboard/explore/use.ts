import type { Dataset } from '#contract/datasets.ts';
import type { Formula, QueryAsk } from '#contract/query.ts';
import {
  addDimension,
  addMeasure,
  dimensionFor,
  formulaFor,
  isNumber,
  move,
  removeDimension,
  removeMeasure,
} from './edit.ts';
import type { Dragged, FieldRef } from './fields.tsx';
import type { WeekStart } from './fit.ts';

type Place = 'dimensions' | 'measures';
type Context = { dataset: Dataset; weekStart: WeekStart };

const isOf = (formula: Formula, field: FieldRef): boolean => {
  if (field.kind === 'count') return formula.kind === 'count';
  if (field.kind === 'metric') return formula.kind === 'metric' && formula.metric === field.id;
  return 'column' in formula && formula.column === field.id;
};

/** Where the question uses a field. */
export function usesOf(ask: QueryAsk, field: FieldRef): { dimensions: string[]; measures: string[] } {
  const dimensions = field.kind === 'column' ? ask.dimensions.filter(({ column }) => column === field.id) : [];
  const measures = ask.measures.filter(({ formula }) => isOf(formula, field));
  return { dimensions: dimensions.map(({ id }) => id), measures: measures.map(({ id }) => id) };
}

function formulaOfField({ dataset }: Context, field: FieldRef): Formula | undefined {
  if (field.kind === 'count') return { kind: 'count' };
  if (field.kind === 'metric') return { kind: 'metric', metric: field.id };
  const column = dataset.columns.find(({ id }) => id === field.id);
  return column && formulaFor(column, dataset);
}

/** Where a field belongs when it is only clicked. */
export function placeOf({ dataset }: Context, field: FieldRef): Place {
  if (field.kind !== 'column') return 'measures';
  const column = dataset.columns.find(({ id }) => id === field.id);
  return column?.role === 'measure' && isNumber(column) ? 'measures' : 'dimensions';
}

/** The question with a field in a place of it. */
export function addField(context: Context, ask: QueryAsk, field: FieldRef, place: Place): QueryAsk {
  if (place === 'measures') {
    const formula = formulaOfField(context, field);
    return formula ? addMeasure(ask, formula) : ask;
  }
  const column = field.kind === 'column' && context.dataset.columns.find(({ id }) => id === field.id);
  return column ? addDimension(ask, dimensionFor(ask, column, context.weekStart)) : ask;
}

/** A click on a field: into the question where it belongs, or out of it again. */
export function toggleField(context: Context, ask: QueryAsk, field: FieldRef): QueryAsk {
  const { dimensions, measures } = usesOf(ask, field);
  if (dimensions.length + measures.length === 0) return addField(context, ask, field, placeOf(context, field));
  const without = dimensions.reduce(removeDimension, ask);
  return measures.reduce(removeMeasure, without);
}

/** What was dragged is let go over a place. */
export function dropInto(context: Context, ask: QueryAsk, dragged: Dragged, place: Place): QueryAsk {
  if (dragged.kind !== 'part') return addField(context, ask, dragged, place);
  if (dragged.part === place) return move(ask, place, dragged.index, ask[place].length - 1);
  return ask;
}
