import { type Alignment, alignmentOf } from '#domain/time/alignment.ts';
import { anchorSpec } from '#domain/time/anchor.ts';
import { wallOf } from '#domain/time/calendar.ts';
import { type NumberStyle, plainStyle, percentStyle } from '#domain/query/chart.ts';
import type { Language } from '#domain/language.ts';
import { expectedDateParts } from '#domain/time/date-part.ts';
import { type LocalizedText, numberFormatOf } from '#domain/columns/column.ts';
import {
  type QuerySpec,
  type ColumnLabels,
  type Compare,
  type Dimension,
  type Formula,
  type Grain,
  type Measure,
  nameOfPart,
  nameOfRest,
  measureParts,
  type Result,
  type BuiltQuerySpec,
  type ResultColumn,
} from '#domain/query/query.ts';
import type { StepRange } from '#domain/time/step-range.ts';
import { daysOf, stepGrainOf } from '#domain/time/time-steps.ts';
import { fillMissingSteps, emptyValueOf } from './fill.ts';
import { twoDigits } from './format/calendar.ts';
import type { DatePartField, Field, Frame, FrameTotal, Look } from './frame.ts';
import { dimensionLabel, measureLabel, partLabel } from './words/measure.ts';
import { columnLabel, findColumn, namedPartOf, type QuerySubject, textOf } from './words/subject.ts';

type WithDescription = { description: LocalizedText };
type FrameInput = { spec: QuerySpec; result: Result; subject: QuerySubject; look: Look };

/** The description of a column or metric; undefined if there is none. */
const descriptionOf = (named: WithDescription | undefined, look: Look): string | undefined =>
  (named && textOf(named.description, look.language)) || undefined;

/** Number style of a formula, from its column or metric. */
function styleOfFormula(subject: QuerySubject, formula: Formula): NumberStyle {
  if (formula.kind === 'count' || formula.kind === 'distinct' || formula.kind === 'number') return plainStyle;
  const named = namedPartOf(subject, formula);
  if (named && 'type' in named && named.type === 'boolean') return percentStyle;
  if (named) return { format: numberFormatOf(named.format), decimals: null, unit: named.unit };
  if (!('left' in formula)) return plainStyle;
  return styleOfSides(formula, styleOfFormula(subject, formula.left), styleOfFormula(subject, formula.right));
}

// Money divided by a count is money; money divided by money is not.
function styleOfSides({ kind }: Formula, left: NumberStyle, right: NumberStyle): NumberStyle {
  const isSame = left.format === right.format && left.unit === right.unit;
  if (kind === 'add' || kind === 'subtract') return isSame ? left : plainStyle;
  if (right.format === 'plain' && right.unit === '') return left;
  return kind === 'multiply' && left.format === 'plain' && left.unit === '' ? right : plainStyle;
}

const styleOfMeasure = (subject: QuerySubject, { formula, show }: Measure): NumberStyle =>
  show === 'share' ? percentStyle : styleOfFormula(subject, formula);

// Dates have no hours, so a query for hours returns days.
const grainOf = (grain: Grain, { type }: ResultColumn): Grain =>
  type === 'date' && daysOf(grain) < 1 ? { unit: 'day' } : grain;

function fieldOfDimension(input: FrameInput, dimension: Dimension, column: ResultColumn, width: number | null): Field {
  const { spec, subject, look } = input;
  return {
    name: column.name,
    type: column.type,
    label: dimensionLabel(subject, dimension, look.language),
    description: descriptionOf(findColumn(subject, dimension.column), look),
    role: 'dimension',
    grain: dimension.kind === 'time' ? grainOf(dimension.grain, column) : null,
    width,
    datePart: dimension.kind === 'date_part' && spec.kind === 'query' ? datePartFor(input, spec, dimension) : undefined,
  };
}

type FrameDatePartDimension = Extract<Dimension, { kind: 'date_part' }>;

function datePartFor(
  { result, look }: FrameInput,
  spec: BuiltQuerySpec,
  dimension: FrameDatePartDimension,
): DatePartField {
  const values = expectedDateParts(spec, dimension);
  // Running totals by weekday begin on Monday.
  const isRunning = spec.measures.some(({ show }) => show === 'running');
  const isSundayFirst = dimension.part === 'weekday' && look.weekStart === 'sunday' && !isRunning;
  const isTopN = spec.top.kind === 'most' && spec.top.dimension === dimension.id;
  return {
    part: dimension.part,
    values: isSundayFirst ? values.toSorted((a, b) => (a % 7) - (b % 7)) : values,
    hasEvery: !isTopN && !result.proof.isCutOff,
  };
}

function fieldOfMeasure(
  { subject, look }: FrameInput,
  measure: Measure,
  column: ResultColumn,
  compare: Compare['kind'],
): Field {
  const part = measureParts.find((each) => nameOfPart(measure.id, each) === column.name) ?? 'value';
  const label = measureLabel(subject, measure, look.language);
  return {
    name: column.name,
    type: column.type,
    label: part === 'value' ? label : `${label} · ${partLabel(part, compare, look.language)}`,
    description: descriptionOf(namedPartOf(subject, measure.formula), look),
    role: 'measure',
    measure: measure.id,
    part,
    style: part === 'percent' ? percentStyle : styleOfMeasure(subject, measure),
    emptyValue: emptyValueOf(subject, measure.formula),
    isRunning: measure.show === 'running',
  };
}

/** Width of bins that were queried by count: the smallest distance between two of them. */
function binWidthOf(dimension: Dimension, values: unknown[]): number | null {
  if (dimension.kind === 'width') return dimension.width;
  if (dimension.kind !== 'bins') return null;
  const numbers = values.filter((value) => value !== null).map(Number);
  const bounds = [...new Set(numbers.filter(Number.isFinite))].sort((a, b) => a - b);
  const gaps = bounds.slice(1).map((bound, index) => bound - bounds[index]!);
  return gaps.length > 0 ? Math.min(...gaps) : null;
}

function fieldOf(input: FrameInput, spec: BuiltQuerySpec, column: ResultColumn, values: unknown[]): Field | undefined {
  const dimension = spec.dimensions.find(({ id }) => id === column.name);
  if (dimension) return fieldOfDimension(input, dimension, column, binWidthOf(dimension, values));
  const measure = spec.measures.find(({ id }) => measureParts.some((part) => nameOfPart(id, part) === column.name));
  const compare = spec.period.kind === 'during' ? spec.period.compare.kind : 'none';
  return measure && fieldOfMeasure(input, measure, column, compare);
}

/** Integers that identify things, such as ids and years, are not amounts and shown without grouping. */
const isCode = ({ name, type }: ResultColumn) =>
  type === 'integer' && /(^|[_\s])(id|no|nr|code|year|zip|phone)$|[a-z](Id|No|Code|Year)$/.test(name);

/** A column of a SQL result: numbers are measures, all else is a dimension. */
function fieldOfSql(column: ResultColumn): Field {
  const { name, type } = column;
  const base = { name, type, label: name };
  return (type === 'integer' || type === 'number') && !isCode(column)
    ? { ...base, role: 'measure', measure: name, part: 'value', style: plainStyle }
    : { ...base, role: 'dimension', grain: null, width: null };
}

/** A column of plain rows, with its role in the dataset. */
function fieldOfRows({ subject, look }: FrameInput, { name, type }: ResultColumn): Field {
  const column = findColumn(subject, name);
  const description = descriptionOf(column, look);
  const base = { name, type, label: columnLabel(subject, name, look.language), description };
  const isAmount = column?.role === 'measure' && (type === 'integer' || type === 'number');
  if (!column || !isAmount)
    return { ...base, role: 'dimension', grain: column ? stepGrainOf(column.format) : null, width: null };
  const style = { format: numberFormatOf(column.format), decimals: null, unit: column.unit };
  return { ...base, role: 'measure', measure: name, part: 'value', style };
}

function fieldFor(input: FrameInput, column: ResultColumn, values: unknown[]): Field | undefined {
  const { spec } = input;
  if (spec.kind === 'sql') return fieldOfSql(column);
  return spec.kind === 'rows' ? fieldOfRows(input, column) : fieldOf(input, spec, column, values);
}

type ColumnsWithValues = { columns: ResultColumn[]; values: unknown[][] };

/** A field with the labels of its values. */
function labelledField(field: Field | undefined, { result, look }: FrameInput): Field | undefined {
  if (field?.role !== 'dimension' || !result.labels) return field;
  return withLabels([field], result.labels, look.language)[0];
}

/** Fields with the labels of their values in a language, beside those that they have. */
export function withLabels(fields: Field[], columns: ColumnLabels[], language: Language): Field[] {
  return fields.map((field) => {
    const own = field.role === 'dimension' ? columns.find(({ name }) => name === field.name) : undefined;
    if (field.role !== 'dimension' || !own) return field;
    const added = Object.entries(own.values).map(([key, label]) => [key, label[language]] as const);
    return { ...field, labels: new Map([...(field.labels ?? []), ...added]) };
  });
}

function fieldsOf(input: FrameInput, { columns, values }: ColumnsWithValues): { fields: Field[]; values: unknown[][] } {
  const candidates = columns.map((column, index) => ({
    field: labelledField(fieldFor(input, column, values[index] ?? []), input),
    values: values[index] ?? [],
  }));
  const recognised = candidates.filter((each): each is { field: Field; values: unknown[] } => each.field !== undefined);
  return { fields: recognised.map(({ field }) => field), values: recognised.map((each) => each.values) };
}

function restOf({ spec, result }: FrameInput): boolean[] | null {
  if (spec.kind !== 'query' || spec.top.kind === 'every') return null;
  const columnIndex = result.columns.findIndex(
    ({ name }) => spec.top.kind === 'most' && name === nameOfRest(spec.top.dimension),
  );
  return columnIndex < 0 ? null : result.values[columnIndex]!.map(Boolean);
}

const dayInZone = (zone: string, moment: Date) => new Date(wallOf(moment.getTime(), zone)).toISOString().slice(0, 10);

/** First day of the time step that contains a day. */
function stepOfDay(day: string, grain: Grain): string {
  const [year, month] = day.split('-').map(Number) as [number, number];
  const first = (ofYear: number, ofMonth: number) => `${ofYear}-${twoDigits(ofMonth)}-01`;
  if (grain.unit === 'month') return first(year, month);
  if (grain.unit === 'quarter') return first(year, month - ((month - 1) % 3));
  if (grain.unit === 'year') return first(year, 1);
  if (grain.unit === 'fiscal_year') return first(month >= grain.start ? year : year - 1, grain.start);
  if (grain.unit !== 'week' && grain.unit !== 'iso_week') return day;
  const date = new Date(`${day}T00:00:00Z`);
  const isSunday = grain.unit === 'week' && grain.start === 'sunday';
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + (isSunday ? 0 : 6)) % 7));
  return date.toISOString().slice(0, 10);
}

/** The step that contains a moment. */
function findStepOf(now: Date, steps: unknown[], grain: Grain, zone: string): string | undefined {
  const length = { minute: 60_000, hour: 3_600_000 }[grain.unit as string];
  const texts = steps.filter((step) => typeof step === 'string');
  if (length === undefined) {
    const current = stepOfDay(dayInZone(zone, now), grain);
    return texts.find((step) => step.slice(0, 10) === current);
  }
  const since = (step: string) => now.getTime() - Date.parse(step);
  return texts.find((step) => since(step) >= 0 && since(step) < length);
}

type FilledColumns = Pick<Frame, 'fields' | 'values'> & Partial<StepRange>;

/**
 * The step that contains the time of the result is unfinished; so is the last one if the queried range ends in it.
 */
function unfinishedOf({ result, look }: FrameInput, { fields, values, steps, isCut }: FilledColumns): string | null {
  const fieldIndex = fields.findIndex((field) => field.role === 'dimension' && field.grain !== null);
  const field = fields[fieldIndex];
  if (field?.role !== 'dimension' || !field.grain) return null;
  const now = new Date(result.proof.answeredAt);
  const current = findStepOf(now, values[fieldIndex]!, field.grain, look.zone);
  if (current !== undefined) return current;
  const last = steps?.at(-1);
  return isCut && last !== undefined ? asInValues(last, values[fieldIndex]!) : null;
}

/** Finds a step among values in which moments may be written differently. */
const asInValues = (step: string, values: unknown[]): string =>
  (values.find((value) => typeof value === 'string' && Date.parse(value) === Date.parse(step)) as string) ?? step;

function sortedOf({ spec }: FrameInput): Frame['sorted'] {
  const order = spec.kind === 'query' ? spec.order[0] : undefined;
  if (order?.kind !== 'measure') return undefined;
  return { name: nameOfPart(order.id, order.part), direction: order.direction };
}

/** Uses the grains of the result: hours of dates become days. */
function alignmentOfQuery({ spec, result, look }: FrameInput, fields: Field[]): Alignment | undefined {
  if (spec.kind !== 'query' || spec.period.kind === 'all' || spec.period.compare.kind === 'none') return undefined;
  const { column, span, compare } = spec.period;
  const timeDimensions = spec.dimensions.filter((each) => each.kind === 'time' && each.column === column);
  const steps = fields.flatMap((field) =>
    field.role === 'dimension' && field.grain && timeDimensions.some(({ id }) => id === field.name)
      ? [field.grain]
      : [],
  );
  if (steps.length === 0) return undefined;
  return alignmentOf({ span, compare, clock: { now: Date.parse(result.proof.answeredAt), zone: look.zone } }, steps);
}

/** In a truncated result it is unknown which steps have no rows. */
function fillFrameSteps(
  { spec, result, look }: FrameInput,
  columns: FilledColumns & Pick<Frame, 'alignment'>,
): FilledColumns {
  if (spec.kind !== 'query' || result.proof.isCutOff) return columns;
  const { alignment } = columns;
  return fillMissingSteps(columns, {
    spec,
    clock: { now: Date.parse(result.proof.answeredAt), zone: look.zone },
    alignment,
  });
}

/** Joins a query result with the meaning of its columns. */
export function frameOf(original: FrameInput): Frame {
  const { spec, result } = original;
  const input = spec.kind === 'sql' ? original : { ...original, spec: anchorSpec(spec, result.proof.newest) };
  const recognised = fieldsOf(input, result);
  const alignment = alignmentOfQuery(input, recognised.fields);
  const { isCut = false, ...columns } = fillFrameSteps(input, { ...recognised, alignment });
  return {
    ...columns,
    alignment,
    rest: restOf(input),
    totals: result.totals.map(({ dimensions, ...total }): FrameTotal => ({ dimensions, ...fieldsOf(input, total) })),
    unfinished: unfinishedOf(input, { ...columns, isCut }),
    isCutOff: result.proof.isCutOff,
    isUnfiltered: input.spec.kind === 'query' && input.spec.filters.length === 0,
    sorted: sortedOf(input),
  };
}

/** A single number together with its values over time. */
export const withTrend = ({ fields, values }: Frame, trend: Frame): Frame => ({
  ...trend,
  totals: [{ dimensions: [], fields, values }],
});
