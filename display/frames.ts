import { type Alignment, alignmentOf } from '#contract/alignment.ts';
import { anchorAsk } from '#contract/anchor.ts';
import { wallOf } from '#contract/calendar.ts';
import type { NumberStyle } from '#contract/chart.ts';
import { partsAsked } from '#contract/date-part.ts';
import { numberFormatOf } from '#contract/datasets.ts';
import {
  type Ask,
  type Compare,
  type Dimension,
  type Formula,
  type Grain,
  type Measure,
  nameOfPart,
  nameOfRest,
  parts,
  type Result,
  type QueryAsk,
  type ResultColumn,
} from '#contract/query.ts';
import type { Reach } from '#contract/reach.ts';
import { daysOf, stepGrainOf } from '#contract/steps.ts';
import { filled, idleOf } from './fill.ts';
import type { DatePartField, Field, Frame, FrameTotal, Look } from './frame.ts';
import { dimensionLabel, measureLabel, partLabel } from './words/measure.ts';
import { columnLabel, findColumn, findMetric, type Subject } from './words/subject.ts';

type Asked = { ask: Ask; result: Result; subject: Subject; look: Look };

const plain: NumberStyle = { format: 'plain', decimals: null, unit: '' };
const percent: NumberStyle = { format: 'percent', decimals: null, unit: '' };

/** How the numbers of a calculation are written: as its column or metric says. */
function styleOfFormula(subject: Subject, formula: Formula): NumberStyle {
  if (formula.kind === 'count' || formula.kind === 'distinct' || formula.kind === 'number') return plain;
  const named =
    formula.kind === 'metric'
      ? findMetric(subject, formula.metric)
      : 'column' in formula
        ? findColumn(subject, formula.column)
        : undefined;
  if (named && 'type' in named && named.type === 'boolean') return percent;
  if (named) return { format: numberFormatOf(named.format), decimals: null, unit: named.unit };
  if (!('left' in formula)) return plain;
  return styleOfSides(formula, styleOfFormula(subject, formula.left), styleOfFormula(subject, formula.right));
}

// Money by pieces is money; money by money is not.
function styleOfSides({ kind }: Formula, left: NumberStyle, right: NumberStyle): NumberStyle {
  const isSame = left.format === right.format && left.unit === right.unit;
  if (kind === 'add' || kind === 'subtract') return isSame ? left : plain;
  if (right.format === 'plain' && right.unit === '') return left;
  return kind === 'multiply' && left.format === 'plain' && left.unit === '' ? right : plain;
}

const styleOfMeasure = (subject: Subject, { formula, show }: Measure): NumberStyle =>
  show === 'share' ? percent : styleOfFormula(subject, formula);

// Dates have no hours, so who asks for those gets days.
const grainOf = (grain: Grain, { type }: ResultColumn): Grain =>
  type === 'date' && daysOf(grain) < 1 ? { unit: 'day' } : grain;

function fieldOfDimension(asked: Asked, dimension: Dimension, column: ResultColumn, width: number | null): Field {
  const { ask, subject, look } = asked;
  return {
    name: column.name,
    type: column.type,
    label: dimensionLabel(subject, dimension, look.language),
    role: 'dimension',
    grain: dimension.kind === 'time' ? grainOf(dimension.grain, column) : null,
    width,
    datePart: dimension.kind === 'date_part' && ask.kind === 'query' ? datePartFor(asked, ask, dimension) : undefined,
  };
}

type PartDimension = Extract<Dimension, { kind: 'date_part' }>;

function datePartFor({ result, look }: Asked, ask: QueryAsk, dimension: PartDimension): DatePartField {
  const values = partsAsked(ask, dimension);
  // Totals up to each weekday are made from Monday on.
  const isRunning = ask.measures.some(({ show }) => show === 'running');
  const isSundayFirst = dimension.part === 'weekday' && look.weekStart === 'sunday' && !isRunning;
  const isTopped = ask.top.kind === 'most' && ask.top.dimension === dimension.id;
  return {
    part: dimension.part,
    values: isSundayFirst ? values.toSorted((a, b) => (a % 7) - (b % 7)) : values,
    hasEvery: !isTopped && !result.proof.isCutOff,
  };
}

function fieldOfMeasure(
  { subject, look }: Asked,
  measure: Measure,
  column: ResultColumn,
  compare: Compare['kind'],
): Field {
  const part = parts.find((each) => nameOfPart(measure.id, each) === column.name) ?? 'value';
  const label = measureLabel(subject, measure, look.language);
  return {
    name: column.name,
    type: column.type,
    label: part === 'value' ? label : `${label} · ${partLabel(part, compare, look.language)}`,
    role: 'measure',
    measure: measure.id,
    part,
    style: part === 'percent' ? percent : styleOfMeasure(subject, measure),
    idle: idleOf(subject, measure.formula),
    isRunning: measure.show === 'running',
  };
}

/** The width of bins that were counted, not measured: the least distance between two of them. */
function widthOf(dimension: Dimension, values: unknown[]): number | null {
  if (dimension.kind === 'width') return dimension.width;
  if (dimension.kind !== 'bins') return null;
  const numbers = values.filter((value) => value !== null).map(Number);
  const bounds = [...new Set(numbers.filter(Number.isFinite))].sort((a, b) => a - b);
  const gaps = bounds.slice(1).map((bound, index) => bound - bounds[index]!);
  return gaps.length > 0 ? Math.min(...gaps) : null;
}

function fieldOf(asked: Asked, ask: QueryAsk, column: ResultColumn, values: unknown[]): Field | undefined {
  const dimension = ask.dimensions.find(({ id }) => id === column.name);
  if (dimension) return fieldOfDimension(asked, dimension, column, widthOf(dimension, values));
  const measure = ask.measures.find(({ id }) => parts.some((part) => nameOfPart(id, part) === column.name));
  const compare = ask.period.kind === 'during' ? ask.period.compare.kind : 'none';
  return measure && fieldOfMeasure(asked, measure, column, compare);
}

/** Whole numbers that name things, such as ids and years, are no amounts: they are shown digit by digit. */
const isCode = ({ name, type }: ResultColumn) =>
  type === 'integer' && /(^|[_\s])(id|no|nr|code|year|zip|phone)$|[a-z](Id|No|Code|Year)$/.test(name);

/** A column of SQL: numbers are measured, everything else is what they are measured by. */
function fieldOfSql(column: ResultColumn): Field {
  const { name, type } = column;
  const base = { name, type, label: name };
  return (type === 'integer' || type === 'number') && !isCode(column)
    ? { ...base, role: 'measure', measure: name, part: 'value', style: plain }
    : { ...base, role: 'dimension', grain: null, width: null };
}

/** A column of plain rows: as the dataset has it. */
function fieldOfRows({ subject, look }: Asked, { name, type }: ResultColumn): Field {
  const column = findColumn(subject, name);
  const base = { name, type, label: columnLabel(subject, name, look.language) };
  const isAmount = column?.role === 'measure' && (type === 'integer' || type === 'number');
  if (!column || !isAmount)
    return { ...base, role: 'dimension', grain: column ? stepGrainOf(column.format) : null, width: null };
  const style = { format: numberFormatOf(column.format), decimals: null, unit: column.unit };
  return { ...base, role: 'measure', measure: name, part: 'value', style };
}

function fieldFor(asked: Asked, column: ResultColumn, values: unknown[]): Field | undefined {
  const { ask } = asked;
  if (ask.kind === 'sql') return fieldOfSql(column);
  return ask.kind === 'rows' ? fieldOfRows(asked, column) : fieldOf(asked, ask, column, values);
}

type Columns = { columns: ResultColumn[]; values: unknown[][] };

function fieldsOf(asked: Asked, { columns, values }: Columns): { fields: Field[]; values: unknown[][] } {
  const found = columns.map((column, index) => ({
    field: fieldFor(asked, column, values[index] ?? []),
    values: values[index] ?? [],
  }));
  const known = found.filter((each): each is { field: Field; values: unknown[] } => each.field !== undefined);
  return { fields: known.map(({ field }) => field), values: known.map((each) => each.values) };
}

function restOf({ ask, result }: Asked): boolean[] | null {
  if (ask.kind !== 'query' || ask.top.kind === 'every') return null;
  const place = result.columns.findIndex(
    ({ name }) => ask.top.kind === 'most' && name === nameOfRest(ask.top.dimension),
  );
  return place < 0 ? null : result.values[place]!.map(Boolean);
}

const dayIn = (zone: string, moment: Date) => new Date(wallOf(moment.getTime(), zone)).toISOString().slice(0, 10);

/** The day on which the step of a day begins. */
function stepOfDay(day: string, grain: Grain): string {
  const [year, month] = day.split('-').map(Number) as [number, number];
  const first = (ofYear: number, ofMonth: number) => `${ofYear}-${String(ofMonth).padStart(2, '0')}-01`;
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

function isNow(value: unknown, grain: Grain, now: Date, zone: string): boolean {
  if (typeof value !== 'string') return false;
  const length = { minute: 60_000, hour: 3_600_000 }[grain.unit as string];
  if (length === undefined) return value.slice(0, 10) === stepOfDay(dayIn(zone, now), grain);
  const since = now.getTime() - Date.parse(value);
  return since >= 0 && since < length;
}

type Shown = Pick<Frame, 'fields' | 'values'> & Partial<Reach>;

/** A step of time that contains the moment of the answer is not over; nor is the last one if what is asked ends in it. */
function unfinishedOf({ result, look }: Asked, { fields, values, steps, isCut }: Shown): string | null {
  const place = fields.findIndex((field) => field.role === 'dimension' && field.grain !== null);
  const field = fields[place];
  if (field?.role !== 'dimension' || !field.grain) return null;
  const now = new Date(result.proof.answeredAt);
  const found = values[place]!.find((value) => isNow(value, field.grain!, now, look.zone));
  if (typeof found === 'string') return found;
  const last = steps?.at(-1);
  return isCut && last !== undefined ? asWritten(last, values[place]!) : null;
}

/** A moment may be written in several ways. */
const asWritten = (step: string, values: unknown[]): string =>
  (values.find((value) => typeof value === 'string' && Date.parse(value) === Date.parse(step)) as string) ?? step;

function sortedOf({ ask }: Asked): Frame['sorted'] {
  const order = ask.kind === 'query' ? ask.order[0] : undefined;
  if (order?.kind !== 'measure') return undefined;
  return { name: nameOfPart(order.id, order.part), direction: order.direction };
}

/** Who asks for hours of dates gets days, which are matched then. */
function alignmentOfAsked({ ask, result, look }: Asked, fields: Field[]): Alignment | undefined {
  if (ask.kind !== 'query' || ask.period.kind === 'all' || ask.period.compare.kind === 'none') return undefined;
  const { column, span, compare } = ask.period;
  const own = ask.dimensions.filter((each) => each.kind === 'time' && each.column === column);
  const steps = fields.flatMap((field) =>
    field.role === 'dimension' && field.grain && own.some(({ id }) => id === field.name) ? [field.grain] : [],
  );
  if (steps.length === 0) return undefined;
  return alignmentOf({ span, compare, clock: { now: Date.parse(result.proof.answeredAt), zone: look.zone } }, steps);
}

/** Of an answer that was cut off nobody knows which steps have no rows. */
function everyStep({ ask, result, look }: Asked, shown: Shown & Pick<Frame, 'alignment'>): Shown {
  if (ask.kind !== 'query' || result.proof.isCutOff) return shown;
  const { alignment } = shown;
  return filled(shown, { ask, clock: { now: Date.parse(result.proof.answeredAt), zone: look.zone }, alignment });
}

/** An answer together with what its columns mean. */
export function frameOf(given: Asked): Frame {
  const { ask, result } = given;
  const asked = ask.kind === 'sql' ? given : { ...given, ask: anchorAsk(ask, result.proof.newest) };
  const known = fieldsOf(asked, result);
  const alignment = alignmentOfAsked(asked, known.fields);
  const { isCut = false, ...shown } = everyStep(asked, { ...known, alignment });
  return {
    ...shown,
    alignment,
    rest: restOf(asked),
    totals: result.totals.map(({ dimensions, ...total }): FrameTotal => ({ dimensions, ...fieldsOf(asked, total) })),
    unfinished: unfinishedOf(asked, { ...shown, isCut }),
    isCutOff: result.proof.isCutOff,
    isUnfiltered: asked.ask.kind === 'query' && asked.ask.filters.length === 0,
    sorted: sortedOf(asked),
  };
}

/** One number together with the steps that led to it. */
export const withCourse = ({ fields, values }: Frame, course: Frame): Frame => ({
  ...course,
  totals: [{ dimensions: [], fields, values }],
});
